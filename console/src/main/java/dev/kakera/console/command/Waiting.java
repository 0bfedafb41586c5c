package dev.kakera.console.command;

import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.output.Terminal;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A role's main thread: waits until the process is told to end, or the role is in trouble. */
final class Waiting {
  private static final long LOOK_SECONDS = 1;

  /** A role that waits this long ends with a failure; whoever keeps it running starts it again. */
  private static final Duration INITIALISATION_DEADLINE = Duration.ofHours(1);

  private static final HealthFile HEALTH = HealthFile.ofEnvironment();

  private Waiting() {}

  /** Returns what went wrong; ends with an interrupt when the process is told to end. */
  static String untilTrouble(Supplier<List<String>> troubles) throws InterruptedException {
    while (true) {
      List<String> now = troubles.get();
      if (!now.isEmpty()) {
        return String.join("; ", now);
      }
      HEALTH.beat("running");
      TimeUnit.SECONDS.sleep(LOOK_SECONDS);
    }
  }

  /** Something that can be looked at again and again. */
  @FunctionalInterface
  interface Condition {
    boolean holds() throws IOException;
  }

  /**
   * Waits until somebody has run {@code kakera init}: says so at once, and then each time when it
   * has waited twice as long.
   *
   * @param who the role that waits
   */
  static void forInitialisation(Terminal terminal, String who, Condition initialised)
      throws IOException, InterruptedException {
    Duration said = Duration.ZERO;
    for (Duration waited = Duration.ZERO;
        !initialised.holds();
        waited = waited.plusSeconds(LOOK_SECONDS)) {
      if (waited.compareTo(INITIALISATION_DEADLINE) >= 0) {
        throw new CommandFailure(
            MessageId.NOT_INITIALISED,
            "%s waited %d minutes for a mesh; make one in the home: kakera init"
                .formatted(who, waited.toMinutes()));
      }
      if (waited.isZero() || waited.compareTo(said.multipliedBy(2)) > 0) {
        terminal.say("%s waits for a mesh; make one in the home: kakera init".formatted(who));
        said = waited.plusSeconds(LOOK_SECONDS * 30);
      }
      HEALTH.beat("waiting for: kakera init");
      TimeUnit.SECONDS.sleep(LOOK_SECONDS);
    }
  }
}
