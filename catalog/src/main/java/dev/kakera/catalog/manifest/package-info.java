/**
 * From a head to a stream of entries, in flat memory and without trust in the order of segments.
 * Reads chunks through {@link dev.kakera.catalog.shards.ChunkSource}; must not depend on where they
 * come from, nor on the restore.
 */
package dev.kakera.catalog.manifest;
