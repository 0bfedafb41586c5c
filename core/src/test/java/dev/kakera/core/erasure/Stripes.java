package dev.kakera.core.erasure;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Makes, breaks and compares stripes for the tests of this package. */
final class Stripes {
  private Stripes() {}

  /** Shards of {@code size} random bytes; parity is random too until it is encoded. */
  static byte[][] random(Geometry geometry, int size, SplittableRandom random) {
    byte[][] shards = new byte[geometry.n()][size];
    for (byte[] shard : shards) {
      random.nextBytes(shard);
    }
    return shards;
  }

  static byte[][] encoded(ErasureCoder coder, int size, SplittableRandom random) {
    byte[][] shards = random(coder.geometry(), size, random);
    coder.encode(shards, 0, size);
    return shards;
  }

  static byte[][] copyOf(byte[][] shards) {
    byte[][] copy = shards.clone();
    Arrays.setAll(copy, index -> shards[index].clone());
    return copy;
  }

  /**
   * A stripe after a loss. Arrays of missing data hold something else, and missing parity has no
   * array; arrays of what is left are shared.
   */
  static byte[][] withLosses(byte[][] shards, Geometry geometry, boolean[] present) {
    byte[][] left = shards.clone();
    for (int index = 0; index < geometry.n(); index++) {
      if (!present[index]) {
        left[index] = index < geometry.k() ? new byte[shards[index].length] : null;
        if (left[index] != null) {
          Arrays.fill(left[index], (byte) 0xee);
        }
      }
    }
    return left;
  }

  static boolean[] presentOf(int n, long bits) {
    boolean[] present = new boolean[n];
    for (int index = 0; index < n; index++) {
      present[index] = (bits >>> index & 1) != 0;
    }
    return present;
  }
}
