package dev.kakera.producer.scan;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/**
 * A bracket expression such as {@code [a-z_]}, {@code [!0-9]} or {@code [[:alpha:]]}, read as git's
 * wildmatch.c reads it: a bracket right after the opening (or after {@code !} or {@code ^}) is
 * itself a member, a backslash takes the next byte literally, and an unknown class name or a
 * missing end make the whole pattern match nothing.
 */
final class ByteClass {
  private final byte[] pattern;
  private final int wanted;
  private int at;
  private boolean found;

  private ByteClass(byte[] pattern, int open, int wanted) {
    this.pattern = pattern;
    this.at = open + 1;
    this.wanted = wanted;
  }

  /** The index after the closing bracket, or -1 if the expression is malformed. */
  static int end(byte[] pattern, int open) {
    ByteClass reading = new ByteClass(pattern, open, -1);
    reading.skipNegation();
    return reading.readMembers() ? reading.at : -1;
  }

  /** Whether a byte is meant by a well-formed expression. */
  static boolean contains(byte[] pattern, int open, byte candidate) {
    ByteClass reading = new ByteClass(pattern, open, candidate & 0xff);
    boolean negated = reading.skipNegation();
    reading.readMembers();
    return reading.found != negated;
  }

  private boolean skipNegation() {
    boolean negated = peek(0) == '!' || peek(0) == '^';
    if (negated) {
      at++;
    }
    return negated;
  }

  /** Stops after the closing bracket; false if it is malformed. */
  private boolean readMembers() {
    int previous = 0;
    do {
      int member = peek(0);
      if (member == 0) {
        return false;
      }
      if (member == '\\') {
        at++;
        member = peek(0);
        if (member == 0) {
          return false;
        }
        found |= member == wanted;
      } else if (member == '-' && previous != 0 && peek(1) != 0 && peek(1) != ']') {
        if (!readRangeFrom(previous)) {
          return false;
        }
        member = 0;
      } else if (member == '[' && peek(1) == ':') {
        int close = indexOf(']', at + 2);
        if (close < 0) {
          return false;
        }
        if (close - 1 > at + 1 && pattern[close - 1] == ':') {
          if (!readNamed(new String(pattern, at + 2, close - 1 - (at + 2), ISO_8859_1))) {
            return false;
          }
          at = close;
          member = 0;
        } else {
          found |= member == wanted;
        }
      } else {
        found |= member == wanted;
      }
      previous = member;
      at++;
    } while (peek(0) != ']');
    at++;
    return true;
  }

  private boolean readRangeFrom(int first) {
    at++;
    if (peek(0) == '\\') {
      at++;
    }
    int last = peek(0);
    found |= first <= wanted && wanted <= last;
    return last != 0;
  }

  private boolean readNamed(String name) {
    boolean lower = 'a' <= wanted && wanted <= 'z';
    boolean upper = 'A' <= wanted && wanted <= 'Z';
    boolean digit = '0' <= wanted && wanted <= '9';
    boolean graph = '!' <= wanted && wanted <= '~';
    boolean member;
    switch (name) {
      case "alnum" -> member = lower || upper || digit;
      case "alpha" -> member = lower || upper;
      case "blank" -> member = wanted == ' ' || wanted == '\t';
      case "cntrl" -> member = (0 <= wanted && wanted < ' ') || wanted == 0x7f;
      case "digit" -> member = digit;
      case "graph" -> member = graph;
      case "lower" -> member = lower;
      case "print" -> member = graph || wanted == ' ';
      case "punct" -> member = graph && !(lower || upper || digit);
      case "space" -> member = wanted == ' ' || ('\t' <= wanted && wanted <= '\r');
      case "upper" -> member = upper;
      case "xdigit" ->
          member = digit || ('a' <= wanted && wanted <= 'f') || ('A' <= wanted && wanted <= 'F');
      default -> {
        return false;
      }
    }
    found |= member;
    return true;
  }

  /** A byte ahead, or 0 past the end; patterns hold no NUL. */
  private int peek(int ahead) {
    return at + ahead < pattern.length ? pattern[at + ahead] & 0xff : 0;
  }

  private int indexOf(char wantedByte, int from) {
    for (int i = from; i < pattern.length; i++) {
      if (pattern[i] == wantedByte) {
        return i;
      }
    }
    return -1;
  }
}
