package dev.kakera.console.output;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Points in time, to the millisecond: local with their offset for people, UTC for programs. */
public final class Times {
  private static final DateTimeFormatter LOCAL =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSXXX");

  private Times() {}

  public static String text(long millis) {
    return LOCAL.format(
        OffsetDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneId.systemDefault()));
  }

  /** RFC 3339. */
  public static String utc(long millis) {
    return LOCAL.format(OffsetDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC));
  }
}
