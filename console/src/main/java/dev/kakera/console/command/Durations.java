package dev.kakera.console.command;

import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time as people type them. */
final class Durations {
  private static final Pattern TEXT = Pattern.compile("([0-9]{1,6})(s|m|h|d)");

  private Durations() {}

  /** The same within bounds. */
  static Duration parse(String option, String text, Duration least, Duration most) {
    Duration parsed = parse(option, text);
    if (parsed.compareTo(least) < 0 || parsed.compareTo(most) > 0) {
      throw new CommandFailure(
          MessageId.USAGE,
          "%s: got %s, expected %d to %d seconds"
              .formatted(option, text, least.toSeconds(), most.toSeconds()));
    }
    return parsed;
  }

  /** Such as {@code 90s}, {@code 5m}, {@code 2h} or {@code 3d}. */
  static Duration parse(String option, String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new CommandFailure(
          MessageId.USAGE,
          "%s: got %s, expected something like 90s, 5m, 2h or 3d".formatted(option, text));
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      default -> Duration.ofDays(number);
    };
  }
}
