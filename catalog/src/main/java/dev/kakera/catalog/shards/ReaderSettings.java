package dev.kakera.catalog.shards;

import java.time.Duration;

/**
 * How a {@link ChunkReader} works.
 *
 * @param threads that open and decode
 * @param hedgeDelay after which a shard that has not come is late and another is asked for
 * @param shardDeadline after which a source that broke its promise to answer is given up
 * @param activeBytes of chunks that are being read at a time; each takes about three times its size
 *     until it is there, and the rest waits in line
 * @param cacheBytes of chunks kept after use: many small files share one
 */
public record ReaderSettings(
    int threads, Duration hedgeDelay, Duration shardDeadline, long activeBytes, long cacheBytes) {
  public ReaderSettings {
    boolean timed = hedgeDelay.isPositive() && shardDeadline.isPositive();
    if (threads < 1 || activeBytes < 1 || cacheBytes < 0 || !timed) {
      throw new IllegalArgumentException(
          "reader settings: %d threads, hedge after %s, deadline %s, %d bytes active, cache of %d"
              .formatted(threads, hedgeDelay, shardDeadline, activeBytes, cacheBytes));
    }
  }

  public static ReaderSettings standard() {
    return new ReaderSettings(
        Runtime.getRuntime().availableProcessors(),
        Duration.ofSeconds(2),
        Duration.ofSeconds(120),
        16L << 20,
        16L << 20);
  }
}
