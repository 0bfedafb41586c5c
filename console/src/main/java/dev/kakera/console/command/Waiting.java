package dev.kakera.console.command;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A role's main thread: waits until the process is told to end, or the role is in trouble. */
final class Waiting {
  private static final long LOOK_SECONDS = 1;

  private Waiting() {}

  /** Returns what went wrong; ends with an interrupt when the process is told to end. */
  static String untilTrouble(Supplier<List<String>> troubles) throws InterruptedException {
    while (true) {
      List<String> now = troubles.get();
      if (!now.isEmpty()) {
        return String.join("; ", now);
      }
      TimeUnit.SECONDS.sleep(LOOK_SECONDS);
    }
  }
}
