package dev.kakera.posix;

import java.time.Instant;

/**
 * A file time as the kernel keeps it.
 *
 * @param seconds seconds since 1970-01-01 UTC, negative before
 * @param nanos 0 to 999,999,999, counted forward from {@code seconds} also before 1970
 */
public record Timestamp(long seconds, int nanos) implements Comparable<Timestamp> {
  public Timestamp {
    if (nanos < 0 || nanos > 999_999_999) {
      throw new IllegalArgumentException(
          "Nanoseconds of a file time must be 0 to 999999999, got " + nanos);
    }
  }

  /** The same moment as an {@link Instant}. */
  public Instant toInstant() {
    return Instant.ofEpochSecond(seconds, nanos);
  }

  /** The same moment as a file time. */
  public static Timestamp of(Instant instant) {
    return new Timestamp(instant.getEpochSecond(), instant.getNano());
  }

  @Override
  public int compareTo(Timestamp other) {
    int bySeconds = Long.compare(seconds, other.seconds);
    return bySeconds != 0 ? bySeconds : Integer.compare(nanos, other.nanos);
  }
}
