package dev.kakera.console.bench;

import dev.kakera.core.erasure.Geometry;

/**
 * What a stage must reach on one core, as a part of what the same core copies: low enough for any
 * CPU that works as it should, a third of it at most on those that were measured, and high enough
 * that a lost fast path shows.
 *
 * <p>Measured on an x86-64 with SHA instructions and AVX2 that copies at about 30 GB/s: encode 4+2
 * 0.15 in plain Java (more with vectors) but 0.04 by byte tables; hash 0.05, 0.01 without the
 * instructions; seal 0.1, 0.01 without the intrinsic; cut 0.12; all of them 0.001 and less when
 * interpreted.
 */
final class Expectation {
  private static final double NONE = 0;

  private Expectation() {}

  /** The least share of the copying speed; 0 when nothing can be said. */
  static double leastShare(Stage stage, Geometry geometry, MachineFacts facts) {
    return switch (stage) {
      case CUT -> 0.02;
      case HASH -> facts.hasShaInstructions() ? 0.015 : 0.004;
      case ENCODE -> coding(geometry.m(), facts);
      case DECODE -> coding(Math.min(geometry.k(), geometry.m()), facts);
      case SEAL, OPEN -> facts.canVector() ? 0.02 : 0.004;
      case READ, PRODUCE, STORE -> NONE;
    };
  }

  /** Work for a byte of data grows with the rows that are computed. */
  private static double coding(int rows, MachineFacts facts) {
    return (facts.canVector() ? 0.08 : 0.04) * 2 / Math.max(2, rows);
  }
}
