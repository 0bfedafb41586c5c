/**
 * One function seals every object that leaves the home (docs/format.md, section 4). Must not depend
 * on stripe, order or snapshot.
 */
package dev.kakera.core.seal;
