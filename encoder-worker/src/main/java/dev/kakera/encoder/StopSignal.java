package dev.kakera.encoder;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Says that the worker ends, and until when what was begun may go on. Thread-safe. */
final class StopSignal {
  private final LongSupplier nanos;
  private final Pausing pausing;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile long deadline;

  /**
   * Waits until the latch is open, or so long; apart so that a simulator lets its own time pass.
   */
  @FunctionalInterface
  interface Pausing {
    boolean await(CountDownLatch latch, Duration atMost) throws InterruptedException;
  }

  StopSignal(LongSupplier nanos) {
    this(nanos, (latch, atMost) -> latch.await(atMost.toNanos(), TimeUnit.NANOSECONDS));
  }

  StopSignal(LongSupplier nanos, Pausing pausing) {
    this.nanos = nanos;
    this.pausing = pausing;
  }

  /** The first call counts. */
  synchronized void stop(Duration grace) {
    if (!stopping()) {
      deadline = nanos.getAsLong() + grace.toNanos();
      stopped.countDown();
    }
  }

  boolean stopping() {
    return stopped.getCount() == 0;
  }

  /** Nanoseconds that are left for what was begun; the longest time there is while nothing ends. */
  long left() {
    return stopping() ? deadline - nanos.getAsLong() : Long.MAX_VALUE;
  }

  boolean overdue() {
    return left() <= 0;
  }

  /** Waits as long as that, or until the worker ends. */
  void pause(Duration duration) throws InterruptedException {
    boolean unused = pausing.await(stopped, duration);
  }
}
