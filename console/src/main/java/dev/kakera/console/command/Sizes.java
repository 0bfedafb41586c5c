package dev.kakera.console.command;

import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes as people type them, in the units of those who sell disks. */
final class Sizes {
  private static final Pattern TEXT = Pattern.compile("([0-9]{1,6})(MB|GB|TB)");

  private Sizes() {}

  /** Bytes of something such as {@code 500GB}. */
  static long parse(String option, String text) {
    Matcher matcher = TEXT.matcher(text.strip().toUpperCase(Locale.ROOT));
    if (!matcher.matches() || Long.parseLong(matcher.group(1)) == 0) {
      throw new CommandFailure(
          MessageId.USAGE,
          "%s: got \"%s\", expected something like 800MB, 500GB or 2TB".formatted(option, text));
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "MB" -> number * 1_000_000L;
      case "GB" -> number * 1_000_000_000L;
      default -> number * 1_000_000_000_000L;
    };
  }
}
