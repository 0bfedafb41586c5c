package dev.kakera.catalog.shards;

import java.time.Duration;

/**
 * How long shards take to come, and from that when one is late. On a full line every shard waits
 * behind others, and to ask for more of them would only make that worse. Thread-safe.
 */
final class AnswerTimes {
  private static final int LATE_FACTOR = 4;
  private static final int WEIGHT = 16;

  private final long leastNanos;
  private long averageNanos;

  /**
   * @param least nothing is late before that
   */
  AnswerTimes(Duration least) {
    leastNanos = least.toNanos();
  }

  synchronized void add(long nanos) {
    averageNanos += (nanos - averageNanos) / WEIGHT;
  }

  synchronized long lateAfterNanos() {
    return Math.max(leastNanos, LATE_FACTOR * averageNanos);
  }
}
