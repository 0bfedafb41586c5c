package dev.kakera.catalog.shards;

import dev.kakera.core.stripe.ChunkRef;

/**
 * Gives chunks by name: from shards, or from a cache in front of them. Gives exactly the chunk that
 * is named, or fails. Thread-safe.
 */
public interface ChunkSource {
  /**
   * The chunk's plaintext. Shared with others who read it: not to be written to.
   *
   * @throws ChunkLostException when too few of its shards are to be had
   * @throws InterruptedException when the calling thread is interrupted while it waits
   */
  byte[] read(ChunkRef ref) throws ChunkLostException, InterruptedException;

  /** Says that it will be asked for soon. */
  default void prefetch(ChunkRef ref) {}
}
