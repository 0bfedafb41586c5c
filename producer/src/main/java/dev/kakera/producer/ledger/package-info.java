/**
 * The home's catalog: an fsynced SQLite database with a single writer, and the ledger that moves it
 * forward on stripes and signed receipts only. It holds no name and no path in the clear. Must not
 * depend on scan or backup.
 */
package dev.kakera.producer.ledger;
