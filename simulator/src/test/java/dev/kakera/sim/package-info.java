/**
 * The seeded simulator: world, broker, disks, faults, and the oracle that knows what must be true.
 * docs/decisions/simulator.md says why it is as it is.
 */
package dev.kakera.sim;
