package dev.kakera.console.bench;

import dev.kakera.core.erasure.Geometry;

/**
 * What a stage must reach on one core, as a part of what the same core copies within its cache: low
 * enough for any CPU that works as it should, and high enough that a lost fast path shows.
 *
 * <p>Measured on an x86-64 with AVX2 and SHA instructions that copies at 37 GB/s (shares with
 * AVX-512, at about 100 GB/s, in parentheses): encode 4+2 by vectors 0.35 (0.5), in plain Java 0.1
 * (0.1), by byte tables 0.02 to 0.035 (0.013); hash 0.04 (0.016), without the instructions a fifth;
 * seal by libcrypto 0.05 (0.04), by Java 0.01 (0.03); cut 0.08 (0.04); all of them 0.0005 and less
 * when interpreted.
 */
final class Expectation {
  private static final double NONE = 0;

  private Expectation() {}

  /** The least share of the copying speed; 0 when nothing can be said. */
  static double leastShare(Stage stage, Geometry geometry, MachineFacts facts) {
    return switch (stage) {
      case CUT -> 0.01;
      case HASH -> facts.hasShaInstructions() ? 0.008 : 0.002;
      case ENCODE -> coding(geometry.m(), facts);
      case DECODE -> coding(Math.min(geometry.k(), geometry.m()), facts);
      case SEAL, OPEN -> seal(facts);
      case READ, PRODUCE, STORE -> NONE;
    };
  }

  private static double seal(MachineFacts facts) {
    if (facts.nativeCipher()) {
      return 0.015;
    }
    return facts.canCipher() ? 0.005 : facts.canVector() ? 0.004 : 0.002;
  }

  /** Work for a byte of data grows with the rows that are computed. */
  private static double coding(int rows, MachineFacts facts) {
    return (facts.canVector() ? 0.05 : 0.01) * 2 / Math.max(2, rows);
  }
}
