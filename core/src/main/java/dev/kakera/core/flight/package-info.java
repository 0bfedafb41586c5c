/**
 * Chunks on their way and the peers that answer for them, as a fold: how much room there is, who is
 * silent, what is owed. Must not depend on clocks or threads: time comes with each event.
 */
package dev.kakera.core.flight;
