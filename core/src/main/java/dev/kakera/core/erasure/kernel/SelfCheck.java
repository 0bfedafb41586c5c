package dev.kakera.core.erasure.kernel;

import java.util.Arrays;
import java.util.Optional;

/** Compares a kernel with the reference, on fixed bytes that run every part of it. */
final class SelfCheck {
  /** Reaches over a tile of every kernel and leaves a tail. */
  static final int LENGTH = VectorKernel.TILE_BYTES + 67;

  private static final int OFFSET = 3;
  private static final int INPUTS = 6;
  private static final int OUTPUTS = 4;

  private SelfCheck() {}

  /** What is wrong with the candidate, as the end of a sentence; empty if nothing is. */
  static Optional<String> fault(Kernel candidate, Kernel reference) {
    try {
      int differing = firstDifference(candidate, reference);
      return differing < 0
          ? Optional.empty()
          : Optional.of(
              "gave another output row "
                  + differing
                  + " than kernel "
                  + reference.name()
                  + " in the self-check; this machine or its Java runtime computes wrongly");
    } catch (RuntimeException | LinkageError failure) {
      return Optional.of("could not run the self-check (" + failure + ")");
    }
  }

  /** The first output row on which the two kernels differ, or -1. */
  private static int firstDifference(Kernel candidate, Kernel reference) {
    byte[][] rows = filled(OUTPUTS, INPUTS, 0x5d);
    // One row of ones: in every matrix of ours, and the only row that is a mere sum.
    Arrays.fill(rows[0], (byte) 1);
    byte[][] inputs = filled(INPUTS, OFFSET + LENGTH, 0x1f);
    byte[][] expected = new byte[OUTPUTS][LENGTH];
    byte[][] got = new byte[OUTPUTS][LENGTH];
    reference.prepare(rows).multiply(inputs, OFFSET, expected, 0, LENGTH);
    candidate.prepare(rows).multiply(inputs, OFFSET, got, 0, LENGTH);
    for (int output = 0; output < OUTPUTS; output++) {
      if (!Arrays.equals(expected[output], got[output])) {
        return output;
      }
    }
    return -1;
  }

  /** Fixed bytes in which every value occurs and no short period does. */
  static byte[][] filled(int rowCount, int length, int seed) {
    byte[][] rows = new byte[rowCount][length];
    int state = seed;
    for (byte[] row : rows) {
      for (int at = 0; at < length; at++) {
        state = state * 0x41c64e6d + 0x3039;
        row[at] = (byte) (state >>> 16);
      }
    }
    return rows;
  }
}
