package dev.kakera.store.disk;

import java.util.concurrent.TimeUnit;

/**
 * Days that a store has seen (I-25): whole days of running time, by a clock that only goes forward
 * and that nobody sets. A machine that sleeps counts slower than the calendar, never faster.
 *
 * @param days whole days
 * @param nanos of the day that is running
 */
public record DayCount(long days, long nanos) {
  public static final DayCount ZERO = new DayCount(0, 0);

  private static final long DAY_NANOS = TimeUnit.DAYS.toNanos(1);

  public DayCount plus(long elapsedNanos) {
    long total = nanos + Math.max(0, elapsedNanos);
    return new DayCount(days + total / DAY_NANOS, total % DAY_NANOS);
  }
}
