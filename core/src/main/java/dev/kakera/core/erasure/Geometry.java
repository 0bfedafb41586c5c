package dev.kakera.core.erasure;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a stripe is divided: {@code k} data shards and {@code m} parity shards, written {@code 4+2}.
 * Any {@code k} of the {@code n = k + m} shards give the data back.
 *
 * @param k data shards, at least 1
 * @param m parity shards, at least 1; {@code k + m} is at most {@value #SHARD_COUNT_MAX}
 */
public record Geometry(int k, int m) {
  /** A shard's index is one byte of the format, and 255 stays free there. */
  public static final int SHARD_COUNT_MAX = 255;

  private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,3})\\+([0-9]{1,3})");

  public Geometry {
    if (k < 1 || m < 1 || k > SHARD_COUNT_MAX || m > SHARD_COUNT_MAX - k) {
      throw new IllegalArgumentException(
          "Geometry "
              + k
              + "+"
              + m
              + " is not possible: expected at least 1 data shard, at least 1 parity shard and at"
              + " most "
              + SHARD_COUNT_MAX
              + " shards together");
    }
  }

  /**
   * Reads the written form, {@code k+m}.
   *
   * @throws IllegalArgumentException if {@code text} is not of that form or not a possible geometry
   */
  public static Geometry parse(String text) {
    Matcher matcher = WRITTEN.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "Geometry cannot be read: got \""
              + text
              + "\", expected data shards, a plus sign and parity shards, such as 4+2");
    }
    return new Geometry(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
  }

  /** How many shards a stripe has. */
  public int n() {
    return k + m;
  }

  @Override
  public String toString() {
    return k + "+" + m;
  }
}
