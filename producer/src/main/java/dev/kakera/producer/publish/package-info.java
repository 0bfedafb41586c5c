/**
 * Rows 3 and 12 of a chunk's way, the sending half: pins a chunk in the catalog, seals it for the
 * spool, sends it, and never lets more bytes be under way than the budget. Must not depend on scan
 * or backup.
 */
package dev.kakera.producer.publish;
