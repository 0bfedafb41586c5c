package dev.kakera.console.check;

import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.Failures;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Looks whether a prerequisite holds.
 *
 * @param mend sets it right, where that is safe
 */
public record Check(Prerequisite what, Look look, Optional<Mend> mend) {
  /** Changes nothing. */
  @FunctionalInterface
  public interface Look {
    List<Finding> look() throws IOException, InterruptedException;
  }

  /** Gives what was done, for people. */
  @FunctionalInterface
  public interface Mend {
    String mend() throws IOException, InterruptedException;
  }

  /** One that only a person can set right. */
  public static Check of(Prerequisite what, Look look) {
    return new Check(what, look, Optional.empty());
  }

  /** What is found; what goes wrong while looking is a finding too. */
  List<Finding> find() throws InterruptedException {
    try {
      return look.look();
    } catch (IOException | RuntimeException e) {
      CommandFailure why = Failures.of(e);
      return List.of(new Finding.Unmet(why.id(), why.getMessage()));
    }
  }
}
