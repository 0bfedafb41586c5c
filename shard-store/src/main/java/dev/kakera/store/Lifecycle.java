package dev.kakera.store;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Whether the loops of a store go on, and what keeps them from it. Thread-safe. */
final class Lifecycle {
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final Map<String, String> troubles = new ConcurrentHashMap<>();

  boolean isStopping() {
    return stopping.getCount() == 0;
  }

  void stop() {
    stopping.countDown();
  }

  /** Ends all loops; only the first failure is kept. */
  void fail(Throwable cause) {
    failure.compareAndSet(null, cause);
    stop();
  }

  Optional<Throwable> failure() {
    return Optional.ofNullable(failure.get());
  }

  /** Something that may pass by itself. */
  void trouble(String loop, String message) {
    troubles.put(loop, message);
  }

  void fine(String loop) {
    troubles.remove(loop);
  }

  Map<String, String> troubles() {
    return Map.copyOf(troubles);
  }

  /** Waits, but not longer than until the store stops. */
  void pause(long millis) {
    try {
      stopping.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      stop();
    }
  }
}
