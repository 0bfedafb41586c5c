package dev.kakera.store.object;

import dev.kakera.store.disk.HomeRef;
import java.time.InstantSource;
import java.util.Objects;

/**
 * What a store goes by.
 *
 * @param quotaBytes most bytes of sealed objects, the trash included; 0 for no quota
 * @param reserveBytes left free on the disk, for the journal and for deletes
 * @param holdDays days that deleted objects are held, by the store's own count
 * @param clock for expiry and for people; holds and deadlines do not rest on it
 * @param steps told of each step
 */
public record StoreRules(
    HomeRef home,
    long quotaBytes,
    long reserveBytes,
    int holdDays,
    InstantSource clock,
    StoreStep.Listener steps) {
  public static final long RESERVE_DEFAULT_BYTES = 256L << 20;
  public static final int HOLD_DEFAULT_DAYS = 14;

  public StoreRules {
    Objects.requireNonNull(home, "home");
    Objects.requireNonNull(clock, "clock");
    Objects.requireNonNull(steps, "steps");
    if (quotaBytes < 0 || reserveBytes < 0 || holdDays < 0) {
      throw new IllegalArgumentException(
          "quota %d, reserve %d, hold %d days: none may be negative"
              .formatted(quotaBytes, reserveBytes, holdDays));
    }
  }
}
