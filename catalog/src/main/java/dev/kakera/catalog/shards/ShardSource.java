package dev.kakera.catalog.shards;

import dev.kakera.core.id.Locator;
import java.util.concurrent.CompletableFuture;

/**
 * Brings sealed shards from wherever they lie. Nothing that it brings is trusted: whoever asks
 * opens and checks it. Thread-safe.
 */
public interface ShardSource extends AutoCloseable {
  /**
   * Looks for one shard at all places that may have it and were not tried yet.
   *
   * <p>The future always completes within a deadline of the source's own, and normally: what went
   * wrong is in the answer. Cancelling it tells that nobody waits any more.
   */
  CompletableFuture<ShardAnswer> fetch(ShardRequest request);

  /** Whether asking for it would probably mean to wait, so that other shards are better asked. */
  default boolean isDoubtful(Locator locator) {
    return false;
  }

  /** Gives back what it holds; requests under way end as unreachable. */
  @Override
  void close();
}
