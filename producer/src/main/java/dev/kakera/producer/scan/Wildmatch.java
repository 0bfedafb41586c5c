package dev.kakera.producer.scan;

/**
 * Matches one wildcard pattern against bytes, as git's wildmatch.c does, whose results and early
 * exits it follows: a pattern sees bytes, so {@code ?} and a class are one byte long.
 *
 * <p>With {@code pathname}, {@code *}, {@code ?} and classes stop at slashes, and {@code **}
 * between slashes, or at either end, goes through them. Without, {@code *} matches everything.
 */
final class Wildmatch {
  private static final int MATCH = 0;
  private static final int NO_MATCH = 1;

  /** The text is at its end, so that no shift of a star to the left can help. */
  private static final int ABORT_ALL = -1;

  /** A star met a slash: only a double star further up can help. */
  private static final int ABORT_TO_DOUBLE_STAR = -2;

  private final byte[] pattern;
  private final byte[] text;
  private final int textEnd;
  private final boolean pathname;

  private Wildmatch(byte[] pattern, byte[] text, int textEnd, boolean pathname) {
    this.pattern = pattern;
    this.text = text;
    this.textEnd = textEnd;
    this.pathname = pathname;
  }

  /** Whether all of {@code text[from, to)} matches all of the pattern. */
  static boolean matches(byte[] pattern, byte[] text, int from, int to, boolean pathname) {
    return new Wildmatch(pattern, text, to, pathname).match(0, from) == MATCH;
  }

  private int match(int patternFrom, int textFrom) {
    int p = patternFrom;
    int t = textFrom;
    while (p < pattern.length) {
      int wanted = pattern[p];
      if (t == textEnd && wanted != '*') {
        return ABORT_ALL;
      }
      switch (wanted) {
        case '*' -> {
          return matchStar(p, t);
        }
        case '?' -> {
          if (pathname && text[t] == '/') {
            return NO_MATCH;
          }
          p++;
        }
        case '[' -> {
          int end = ByteClass.end(pattern, p);
          if (end < 0) {
            return ABORT_ALL;
          }
          if (!ByteClass.contains(pattern, p, text[t]) || (pathname && text[t] == '/')) {
            return NO_MATCH;
          }
          p = end;
        }
        case '\\' -> {
          if (p + 1 == pattern.length || pattern[p + 1] != text[t]) {
            return NO_MATCH;
          }
          p += 2;
        }
        default -> {
          if (wanted != text[t]) {
            return NO_MATCH;
          }
          p++;
        }
      }
      t++;
    }
    return t == textEnd ? MATCH : NO_MATCH;
  }

  private int matchStar(int star, int textFrom) {
    int p = star + 1;
    boolean throughSlashes = !pathname;
    if (p < pattern.length && pattern[p] == '*') {
      while (p < pattern.length && pattern[p] == '*') {
        p++;
      }
      if (pathname && isWholeComponent(star, p)) {
        // foo/**/bar matches foo/bar too.
        if (p < pattern.length && pattern[p] == '/' && match(p + 1, textFrom) == MATCH) {
          return MATCH;
        }
        throughSlashes = true;
      }
    }
    if (p == pattern.length) {
      return throughSlashes || nextSlash(textFrom) == textEnd ? MATCH : ABORT_TO_DOUBLE_STAR;
    }
    if (!throughSlashes && pattern[p] == '/') {
      int slash = nextSlash(textFrom);
      return slash == textEnd ? ABORT_ALL : match(p + 1, slash + 1);
    }
    return shift(p, textFrom, throughSlashes);
  }

  /** Lets the star take nothing, then one byte more at a time. */
  private int shift(int p, int textFrom, boolean throughSlashes) {
    for (int t = textFrom; t < textEnd; t++) {
      int result = match(p, t);
      if (result != NO_MATCH) {
        if (!throughSlashes || result != ABORT_TO_DOUBLE_STAR) {
          return result;
        }
      } else if (!throughSlashes && text[t] == '/') {
        return ABORT_TO_DOUBLE_STAR;
      }
    }
    return ABORT_ALL;
  }

  private boolean isWholeComponent(int start, int end) {
    boolean opens = start == 0 || pattern[start - 1] == '/';
    boolean closes =
        end == pattern.length
            || pattern[end] == '/'
            || (pattern[end] == '\\' && end + 1 < pattern.length && pattern[end + 1] == '/');
    return opens && closes;
  }

  private int nextSlash(int from) {
    int t = from;
    while (t < textEnd && text[t] != '/') {
      t++;
    }
    return t;
  }

  static boolean isSpecial(byte b) {
    return b == '*' || b == '?' || b == '[' || b == '\\';
  }
}
