package dev.kakera.console.check;

import dev.kakera.console.failure.CommandFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Prerequisites of one command. */
public final class Checklist {
  private static final long LOOK_MILLIS = 500;

  private final List<Check> checks;

  public Checklist(List<Check> checks) {
    this.checks =
        checks.stream().sorted(Comparator.comparing(Check::what)).toList(); // stable: by kind
  }

  /** What was found about one. */
  public record Told(Prerequisite what, List<Finding> findings) {
    public Told {
      findings = List.copyOf(findings);
    }

    List<CommandFailure.Missing> missing() {
      List<CommandFailure.Missing> missing = new ArrayList<>();
      for (Finding finding : findings) {
        if (finding instanceof Finding.Unmet unmet) {
          missing.add(unmet.missing());
        }
      }
      return missing;
    }
  }

  /** Only some of them. */
  public Checklist only(Set<Prerequisite> wanted) {
    return new Checklist(checks.stream().filter(check -> wanted.contains(check.what())).toList());
  }

  public List<Told> look() throws InterruptedException {
    List<Told> told = new ArrayList<>();
    for (Check check : checks) {
      told.add(new Told(check.what(), check.find()));
    }
    return told;
  }

  /** Mends what can safely be; gives what was done. */
  public List<String> mend() throws IOException, InterruptedException {
    List<String> done = new ArrayList<>();
    for (Check check : checks) {
      boolean isWhole = check.find().stream().allMatch(Finding.Good.class::isInstance);
      if (check.mend().isPresent() && !isWhole) {
        done.add(check.what().word() + ": " + check.mend().get().mend());
      }
    }
    return done;
  }

  /**
   * Refuses with everything that is unmet, and nothing else (I-29).
   *
   * @throws CommandFailure naming all of it
   */
  public void require() throws InterruptedException {
    CommandFailure.throwIfAny(missing(look()));
  }

  /**
   * The same, but what may come by itself is given time: roles are started one after the other.
   *
   * @param waiting told once what is waited for
   */
  public void require(Duration patience, Consumer<String> waiting) throws InterruptedException {
    long started = System.nanoTime();
    boolean said = false;
    while (true) {
      List<Told> told = look();
      List<CommandFailure.Missing> missing = missing(told);
      boolean mayCome =
          told.stream()
              .filter(each -> !each.missing().isEmpty())
              .allMatch(each -> each.what().comesByItself());
      if (!mayCome || missing.isEmpty() || System.nanoTime() - started > patience.toNanos()) {
        CommandFailure.throwIfAny(missing);
        return;
      }
      if (!said) {
        missing.forEach(each -> waiting.accept(each.message()));
        said = true;
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
  }

  public static List<CommandFailure.Missing> missing(List<Told> told) {
    return told.stream().flatMap(each -> each.missing().stream()).toList();
  }

  /** All names that {@code only} takes. */
  public static Set<Prerequisite> all() {
    return EnumSet.allOf(Prerequisite.class);
  }
}
