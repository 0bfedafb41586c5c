/**
 * A peer's data directory as it lies on disk: layout, identity, lock, journal, and the few file
 * calls that durability rests on. Must not depend on Kafka, nor on what orders say.
 */
package dev.kakera.store.disk;
