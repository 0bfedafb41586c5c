package dev.kakera.console.join;

import java.util.Locale;

/**
 * Bytes as people copy them: Crockford's base 32 in groups of six letters, each followed by one
 * that checks it. The check tells one wrong letter and two that changed places, within a group and
 * with another group, and in which group it is.
 */
final class CodeText {
  private static final String LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  private static final int GROUP = 6;
  private static final int BITS = 5;
  private static final int FIELD = 0b100101; // x^5 + x^2 + 1

  private CodeText() {}

  static String encode(byte[] bytes) {
    StringBuilder plain = new StringBuilder();
    int held = 0;
    int bits = 0;
    for (byte each : bytes) {
      held = held << Byte.SIZE | each & 0xFF;
      for (bits += Byte.SIZE; bits >= BITS; bits -= BITS) {
        plain.append(LETTERS.charAt(held >> bits - BITS & 31));
      }
      held &= (1 << bits) - 1;
    }
    if (bits > 0) {
      plain.append(LETTERS.charAt(held << BITS - bits & 31));
    }
    StringBuilder text = new StringBuilder();
    for (int at = 0, group = 1; at < plain.length(); at += GROUP, group++) {
      String letters = plain.substring(at, Math.min(plain.length(), at + GROUP));
      text.append(group == 1 ? "" : "-").append(letters);
      text.append(LETTERS.charAt(check(letters, group)));
    }
    return text.toString();
  }

  /**
   * Reads it; small letters, O for 0 and I or L for 1 are taken as meant.
   *
   * @throws WrongCodeException naming the first group that is not as it was given
   */
  static byte[] decode(String text) throws WrongCodeException {
    String[] groups =
        text.toUpperCase(Locale.ROOT)
            .replaceAll("\\s", "")
            .replace('O', '0')
            .replaceAll("[IL]", "1")
            .split("-", -1);
    StringBuilder plain = new StringBuilder();
    for (int group = 1; group <= groups.length; group++) {
      String word = groups[group - 1];
      boolean whole =
          group < groups.length ? word.length() == GROUP + 1 : word.length() <= GROUP + 1;
      if (!whole
          || word.length() < 2
          || !word.chars().allMatch(letter -> LETTERS.indexOf(letter) >= 0)
          || LETTERS.indexOf(word.charAt(word.length() - 1))
              != check(word.substring(0, word.length() - 1), group)) {
        throw new WrongCodeException(
            "group %d of the join code, \"%s\", is mistyped; compare it with what the home shows"
                .formatted(group, word));
      }
      plain.append(word, 0, word.length() - 1);
    }
    byte[] bytes = new byte[plain.length() * BITS / Byte.SIZE];
    int held = 0;
    int bits = 0;
    for (int at = 0, filled = 0; at < plain.length(); at++) {
      held = held << BITS | LETTERS.indexOf(plain.charAt(at));
      bits += BITS;
      if (bits >= Byte.SIZE) {
        bits -= Byte.SIZE;
        bytes[filled++] = (byte) (held >> bits);
        held &= (1 << bits) - 1;
      }
    }
    return bytes;
  }

  /** A sum in the field of 32 elements, in which every place weighs something else. */
  private static int check(String letters, int group) {
    int sum = group & 31;
    for (int at = 0; at < letters.length(); at++) {
      sum = times2(sum ^ LETTERS.indexOf(letters.charAt(at)));
    }
    return sum;
  }

  private static int times2(int element) {
    int shifted = element << 1;
    return shifted > 31 ? shifted ^ FIELD : shifted;
  }
}
