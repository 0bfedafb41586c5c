/**
 * Wires each role from its module: broker, home, encoder, store; and all of them in one process for
 * the trial.
 */
package dev.kakera.console.role;
