/**
 * Rows 1 to 3 and 12 of a chunk's way: one backup from the walk to the commit, and what is shown of
 * it. Depends on scan, publish and ledger.
 */
package dev.kakera.producer.backup;
