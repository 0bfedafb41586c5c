package dev.kakera.console.inspect;

import java.time.Duration;
import java.util.OptionalLong;

/** Whether a peer answers, as far as the broker knows (I-26). */
public enum Presence {
  /** Its store is in its group, and was heard of lately. */
  UP,
  /** Its store is in its group, but gives no sign of life: it hangs, or its link does. */
  SILENT,
  /** Its store is not in its group. */
  AWAY;

  /**
   * A sign of life comes every five seconds. Several may be late, and whoever looks still sees
   * within a minute that a peer has stopped.
   */
  public static final Duration SILENT_AFTER = Duration.ofSeconds(45);

  /**
   * @param member whether its store is in its group
   * @param heardMillis its last sign of life, Unix time; empty when none is known
   */
  public static Presence of(boolean member, OptionalLong heardMillis, long nowMillis) {
    if (!member) {
      return AWAY;
    }
    return heardMillis.isPresent() && nowMillis - heardMillis.getAsLong() <= SILENT_AFTER.toMillis()
        ? UP
        : SILENT;
  }
}
