package dev.kakera.e2e;

import java.util.SplittableRandom;

/** Random choices that a failing run can be given again: {@code -Dkakera.seed=N}. */
final class Seeds {
  private static final long STANDARD = 20_261_130;

  private Seeds() {}

  /** The choices of one test; its seed is printed. */
  static SplittableRandom of(String test) {
    long seed = Long.getLong("kakera.seed", STANDARD);
    System.out.printf("%s: seed %d (choose with -Dkakera.seed=)%n", test, seed);
    return new SplittableRandom(seed ^ test.hashCode());
  }

  static byte[] bytes(SplittableRandom random, int size) {
    byte[] bytes = new byte[size];
    random.nextBytes(bytes);
    return bytes;
  }
}
