package dev.kakera.console.output;

import java.time.Duration;
import java.util.Locale;

/** Figures as people read them: SI units, digits in groups of three. */
public final class Units {
  private static final String[] STEPS = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};

  private Units() {}

  public static String bytes(double bytes) {
    double value = bytes;
    int step = 0;
    while (value >= 999.95 && step < STEPS.length - 1) {
      value /= 1000;
      step++;
    }
    return step == 0
        ? "%d B".formatted((long) value)
        : String.format(Locale.ROOT, "%.1f %s", value, STEPS[step]);
  }

  public static String rate(double bytesPerSecond) {
    return bytes(bytesPerSecond) + "/s";
  }

  /** Digits in groups of three, parted by spaces. */
  public static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count).replace(',', ' ');
  }

  public static String clock(Duration duration) {
    long seconds = Math.max(0, duration.toSeconds());
    return seconds < 3600
        ? String.format(Locale.ROOT, "%02d:%02d", seconds / 60, seconds % 60)
        : String.format(
            Locale.ROOT, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
  }

  public static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
  }

  /** How long ago, in the largest unit that fits. */
  public static String ago(Duration duration) {
    long seconds = Math.max(0, duration.toSeconds());
    if (seconds < 120) {
      return seconds + " s ago";
    }
    if (seconds < 7200) {
      return seconds / 60 + " min ago";
    }
    return seconds < 172_800 ? seconds / 3600 + " h ago" : seconds / 86_400 + " days ago";
  }
}
