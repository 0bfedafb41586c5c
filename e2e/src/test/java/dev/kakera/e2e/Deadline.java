package dev.kakera.e2e;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Waits for states, never for times. */
final class Deadline {
  /** For anything that one command does, on a machine that is busy with ten other things. */
  static final Duration STANDARD = Duration.ofMinutes(6);

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(40);

  private Deadline() {}

  @FunctionalInterface
  interface State {
    boolean isReached() throws Exception;
  }

  /** Returns once the state is reached; fails with what is there instead when it is not in time. */
  static void await(String what, State state, Supplier<String> otherwise) throws Exception {
    long started = System.nanoTime();
    while (!state.isReached()) {
      if (System.nanoTime() - started > STANDARD.toNanos()) {
        throw new AssertionError(
            "not within %s: %s; instead: %s".formatted(STANDARD, what, otherwise.get()));
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }
}
