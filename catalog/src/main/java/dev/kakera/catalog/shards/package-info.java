/**
 * From shards to verified chunks. A {@link dev.kakera.catalog.shards.ShardSource} brings sealed
 * bytes from somewhere and is not trusted; {@link dev.kakera.catalog.shards.ChunkReader} asks it
 * for any k of a chunk's shards, opens them and hands out only what has the chunk's name. Must not
 * depend on the manifest, the restore or Kafka.
 */
package dev.kakera.catalog.shards;
