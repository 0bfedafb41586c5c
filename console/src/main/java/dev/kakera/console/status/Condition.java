package dev.kakera.console.status;

import java.time.Duration;
import java.util.Optional;

/** How safe a source is, in one word; the gravest last. */
public enum Condition {
  /** Every shard of every snapshot is receipted, and the last one is young enough. */
  PROTECTED,
  /** There is no snapshot yet. */
  EMPTY,
  /** The last snapshot is too old. */
  OVERDUE,
  /** Shards that snapshots need are not receipted. */
  DEGRADED;

  /** A daily backup that is two hours late. */
  public static final Duration OVERDUE_AFTER = Duration.ofHours(26);

  /**
   * @param age of the last snapshot; empty without one
   * @param owed shards without a receipt, of chunks that snapshots need
   */
  public static Condition of(Optional<Duration> age, long owed) {
    if (owed > 0) {
      return DEGRADED;
    }
    return age.map(since -> since.compareTo(OVERDUE_AFTER) > 0 ? OVERDUE : PROTECTED).orElse(EMPTY);
  }
}
