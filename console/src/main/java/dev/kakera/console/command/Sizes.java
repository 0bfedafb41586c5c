package dev.kakera.console.command;

import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import java.math.BigDecimal;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Amounts of data as people type them. */
final class Sizes {
  private static final Pattern TEXT =
      Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,3})?) ?([A-Za-z]+)");

  private static final Map<String, Long> UNITS =
      Map.of(
          "MB",
          1_000_000L,
          "GB",
          1_000_000_000L,
          "TB",
          1_000_000_000_000L,
          "MiB",
          1L << 20,
          "GiB",
          1L << 30,
          "TiB",
          1L << 40);

  private Sizes() {}

  /**
   * Such as {@code 500GB}, {@code 1.5TB} or {@code 200GiB}.
   *
   * @param least bytes that it must be at least
   */
  static long parse(String option, String text, long least) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches() || !UNITS.containsKey(matcher.group(2))) {
      throw new CommandFailure(
          MessageId.USAGE,
          "%s: got %s, expected something like 500GB, 1.5TB or 200GiB".formatted(option, text));
    }
    BigDecimal bytes =
        new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(UNITS.get(matcher.group(2))));
    if (bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0
        || bytes.compareTo(BigDecimal.valueOf(least)) < 0) {
      throw new CommandFailure(
          MessageId.USAGE,
          "%s: got %s, expected at least %d bytes and less than 9 million TB"
              .formatted(option, text, least));
    }
    return bytes.longValue();
  }
}
