package dev.kakera.producer.scan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The patterns of one file, or of one option given several times; the last that matches decides.
 */
final class ExcludeList {
  private final List<ExcludePattern> lastFirst;

  private ExcludeList(List<ExcludePattern> inOrder) {
    this.lastFirst = List.copyOf(inOrder.reversed());
  }

  /** The lines of a file. A byte order mark at its start and CR before LF do not count. */
  static ExcludeList ofFile(byte[] content, String origin) {
    List<ExcludePattern> patterns = new ArrayList<>();
    int start = startsWithByteOrderMark(content) ? 3 : 0;
    int lineNumber = 1;
    for (int i = start; i <= content.length; i++) {
      if (i == content.length || content[i] == '\n') {
        int end = i > start && content[i - 1] == '\r' ? i - 1 : i;
        byte[] line = Arrays.copyOfRange(content, start, end);
        byte[] pattern = Arrays.copyOf(line, withoutTrailingSpaces(line));
        if (pattern.length > 0 && pattern[0] != '#') {
          patterns.add(ExcludePattern.parse(pattern, origin, lineNumber));
        }
        start = i + 1;
        lineNumber++;
      }
    }
    return new ExcludeList(patterns);
  }

  /**
   * Patterns given one by one as values of an option, where # and spaces have no meaning.
   *
   * @throws IllegalArgumentException if one is empty
   */
  static ExcludeList ofOption(List<byte[]> values, String option) {
    List<ExcludePattern> patterns = new ArrayList<>();
    for (byte[] value : values) {
      if (value.length == 0) {
        throw new IllegalArgumentException(option + " needs a pattern, got an empty one");
      }
      patterns.add(ExcludePattern.parse(value, option, 0));
    }
    return new ExcludeList(patterns);
  }

  boolean isEmpty() {
    return lastFirst.isEmpty();
  }

  /** The rule that decides, or null; parameters as {@link ExcludePattern#matches}. */
  ExcludeRule decide(byte[] path, int start, int name, int end, boolean isDirectory) {
    for (ExcludePattern pattern : lastFirst) {
      if (pattern.matches(path, start, name, end, isDirectory)) {
        return pattern.rule();
      }
    }
    return null;
  }

  /** A space that a backslash precedes stays. */
  private static int withoutTrailingSpaces(byte[] line) {
    int end = 0;
    for (int i = 0; i < line.length; i++) {
      if (line[i] == '\\') {
        i++;
        end = Math.min(i + 1, line.length);
      } else if (line[i] != ' ') {
        end = i + 1;
      }
    }
    return end;
  }

  private static boolean startsWithByteOrderMark(byte[] content) {
    return content.length >= 3
        && (content[0] & 0xff) == 0xef
        && (content[1] & 0xff) == 0xbb
        && (content[2] & 0xff) == 0xbf;
  }
}
