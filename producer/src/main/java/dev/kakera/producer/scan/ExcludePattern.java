package dev.kakera.producer.scan;

import dev.kakera.posix.RawName;
import java.util.Arrays;

/** One line of gitignore(5), which defines what it means. */
final class ExcludePattern {
  private final ExcludeRule rule;
  private final byte[] pattern;
  private final boolean onlyDirectories;
  private final boolean onlyName;
  private final boolean literal;

  private ExcludePattern(
      ExcludeRule rule, byte[] pattern, boolean onlyDirectories, boolean onlyName) {
    this.rule = rule;
    this.pattern = pattern;
    this.onlyDirectories = onlyDirectories;
    this.onlyName = onlyName;
    boolean special = false;
    for (byte b : pattern) {
      special |= Wildmatch.isSpecial(b);
    }
    this.literal = !special;
  }

  /** Reads a pattern of 1 byte or more; comments and trailing spaces are the caller's concern. */
  static ExcludePattern parse(byte[] line, String origin, int lineNumber) {
    int end = line.length;
    int start = 0;
    boolean includes = line[0] == '!';
    if (includes) {
      start++;
    }
    boolean onlyDirectories = end > start && line[end - 1] == '/';
    ExcludeRule rule = new ExcludeRule(origin, lineNumber, RawName.display(line), includes);
    if (onlyDirectories) {
      end--;
    }
    boolean onlyName = indexOfSlash(line, start, end) < 0;
    if (!onlyName && line[start] == '/') {
      start++;
    }
    byte[] pattern = Arrays.copyOfRange(line, start, end);
    return new ExcludePattern(rule, pattern, onlyDirectories, onlyName);
  }

  ExcludeRule rule() {
    return rule;
  }

  /**
   * Whether the rule speaks of this entry.
   *
   * @param path path bytes; what counts is from {@code start}, the place below the rule's own
   *     directory, to {@code end}; {@code name} is where the last component starts
   */
  boolean matches(byte[] path, int start, int name, int end, boolean isDirectory) {
    if (onlyDirectories && !isDirectory) {
      return false;
    }
    int from = onlyName ? name : start;
    if (literal) {
      return Arrays.equals(pattern, 0, pattern.length, path, from, end);
    }
    return Wildmatch.matches(pattern, path, from, end, !onlyName);
  }

  private static int indexOfSlash(byte[] line, int from, int to) {
    for (int i = from; i < to; i++) {
      if (line[i] == '/') {
        return i;
      }
    }
    return -1;
  }
}
