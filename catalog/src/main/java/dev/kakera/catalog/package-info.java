/**
 * What reads and mends: shards back into chunks, manifests into entries, snapshots into trees, and
 * all of that from bare store folders when the home is gone.
 *
 * <p>Depends on core, posix and schemas; never on producer, encoder-worker or shard-store, since it
 * must work where none of them is.
 */
package dev.kakera.catalog;
