package dev.kakera.console.status;

import java.time.Duration;
import java.util.Optional;

/** How safe the snapshots are, in one word; the gravest last. */
public enum Condition {
  /**
   * Every shard of every snapshot is receipted, the last one is young enough, and the loss of this
   * disk, like that of any other peer, is survived.
   */
  PROTECTED,
  /** The same, but this disk holds more peers than may be lost. */
  TRIAL,
  /** There is no snapshot yet. */
  EMPTY,
  /** The last snapshot is too old. */
  OVERDUE,
  /** Shards that snapshots need are not receipted, or no peer may be lost. */
  DEGRADED;

  /** A daily backup that is two hours late. */
  public static final Duration OVERDUE_AFTER = Duration.ofHours(26);

  /**
   * @param age of the last snapshot; empty without one
   * @param owed shards without a receipt, of chunks that snapshots need
   * @param losses how many peers may be lost
   * @param trial whether this disk holds more peers than may be lost
   */
  public static Condition of(Optional<Duration> age, long owed, int losses, boolean trial) {
    if (age.isEmpty()) {
      return EMPTY;
    }
    if (owed > 0 || losses < 1) {
      return DEGRADED;
    }
    if (age.get().compareTo(OVERDUE_AFTER) > 0) {
      return OVERDUE;
    }
    return trial ? TRIAL : PROTECTED;
  }
}
