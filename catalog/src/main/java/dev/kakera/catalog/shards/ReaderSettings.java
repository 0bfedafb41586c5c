package dev.kakera.catalog.shards;

import java.time.Duration;

/**
 * How a {@link ChunkReader} works.
 *
 * @param threads that open and decode
 * @param hedgeDelay after which a shard that has not come is late and another is asked for
 * @param shardDeadline after which a source that broke its promise to answer is given up
 * @param cacheBytes of chunks kept after use: many small files share one
 */
public record ReaderSettings(
    int threads, Duration hedgeDelay, Duration shardDeadline, long cacheBytes) {
  public ReaderSettings {
    if (threads < 1 || cacheBytes < 0 || !hedgeDelay.isPositive() || !shardDeadline.isPositive()) {
      throw new IllegalArgumentException(
          "reader settings: %d threads, hedge after %s, deadline %s, cache of %d bytes"
              .formatted(threads, hedgeDelay, shardDeadline, cacheBytes));
    }
  }

  public static ReaderSettings standard() {
    return new ReaderSettings(
        Runtime.getRuntime().availableProcessors(),
        Duration.ofSeconds(2),
        Duration.ofSeconds(120),
        32L << 20);
  }
}
