package dev.kakera.catalog.shards;

import dev.kakera.core.id.ChunkId;
import dev.kakera.core.id.Locator;

/**
 * Something wrong with one shard, whether or not the chunk was still read.
 *
 * @param index of the shard in its stripe, from 0; -1 when it is about the stripe as a whole
 * @param where a peer, a store folder, or several of them in words
 * @param detail for people; may be empty
 */
public record Finding(
    ChunkId chunk, Locator locator, int index, String where, FindingKind kind, String detail) {

  /** One line for people. */
  @Override
  public String toString() {
    return "chunk %s shard %d (%s) at %s: %s%s"
        .formatted(
            chunk.toString().substring(0, 12),
            index,
            locator.toString().substring(0, 12),
            where,
            kind,
            detail.isEmpty() ? "" : ", " + detail);
  }
}
