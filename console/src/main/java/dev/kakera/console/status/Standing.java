package dev.kakera.console.status;

import dev.kakera.console.output.TrialState;
import dev.kakera.console.output.Units;
import java.time.Duration;
import java.util.Optional;

/**
 * How safe the snapshots are, and what may still be lost.
 *
 * @param age of the last snapshot; empty without one
 * @param owed shards without a receipt, of chunks that snapshots need
 * @param losses how many peers may be lost; negative when not all can be restored now
 * @param peers all there are
 * @param peersHere of those the ones whose stores lie on this machine's disk
 */
public record Standing(Optional<Duration> age, long owed, int losses, int peers, int peersHere) {

  /** Whether the loss of this one disk would take more peers than may be lost. */
  public boolean isTrial() {
    return peersHere > Math.max(0, age.isEmpty() ? 0 : losses);
  }

  public Condition condition() {
    return Condition.of(age, owed, losses, isTrial());
  }

  /** Whether a snapshot needs a chunk that cannot be had back now. */
  public boolean isLost() {
    return age.isPresent() && losses < 0;
  }

  /** One sentence without its full stop. In a trial it never says more than that. */
  public String words() {
    String words =
        switch (condition()) {
          case PROTECTED -> "PROTECTED: " + mayBeLost();
          case TRIAL -> mayBeLost().replaceFirst("^any", "Any");
          case EMPTY -> isTrial() ? "No snapshot yet" : "NOT PROTECTED: no snapshot yet";
          case OVERDUE ->
              "OVERDUE: the last snapshot is older than %d h; %s"
                  .formatted(Condition.OVERDUE_AFTER.toHours(), mayBeLost());
          case DEGRADED ->
              "DEGRADED: %s%s"
                  .formatted(owed > 0 ? Units.count(owed) + " shards are owed; " : "", mayBeLost());
        };
    return isTrial() ? "%s. %s".formatted(TrialState.TRIAL, words) : words;
  }

  private String mayBeLost() {
    return switch (Integer.signum(losses)) {
      case -1 -> "not everything can be restored now";
      case 0 -> "no peer may be lost";
      default -> "any %d of %d peers may still be lost".formatted(losses, peers);
    };
  }
}
