package dev.kakera.core.erasure.kernel;

import java.util.Arrays;

/**
 * Which kernel this process uses, decided once, at the first question.
 *
 * <p>The faster kernel must agree with the reference on a fixed input first; one that does not, or
 * that cannot run here at all, is passed over with a reason that a person can read.
 */
public final class Kernels {
  /** Reaches over a tile and leaves a tail, so that every part of a kernel runs. */
  private static final int CHECK_LENGTH = LongKernel.TILE_BYTES + 67;

  private static final int CHECK_OFFSET = 3;
  private static final int CHECK_INPUTS = 6;
  private static final int CHECK_OUTPUTS = 4;

  private Kernels() {}

  /** The kernel to use. */
  public static Kernel chosen() {
    return Chosen.CHOICE.kernel();
  }

  /** Why it is that one, as a sentence for a status line or a log. */
  public static String reason() {
    return Chosen.CHOICE.reason();
  }

  record Choice(Kernel kernel, String reason) {}

  /** Takes the candidate if it gives the reference's bytes, and otherwise the reference. */
  static Choice choose(Kernel candidate, Kernel reference) {
    try {
      int differing = firstDifference(candidate, reference);
      if (differing < 0) {
        return new Choice(
            candidate, "kernel " + candidate.name() + ": agrees with kernel " + reference.name());
      }
      return new Choice(
          reference,
          "kernel "
              + reference.name()
              + ": kernel "
              + candidate.name()
              + " gave another output row "
              + differing
              + " in the self-check; this machine or its Java runtime computes wrongly");
    } catch (RuntimeException | LinkageError failure) {
      return new Choice(
          reference,
          "kernel "
              + reference.name()
              + ": kernel "
              + candidate.name()
              + " could not run the self-check ("
              + failure
              + ")");
    }
  }

  /** The first output row on which the two kernels differ, or -1. */
  private static int firstDifference(Kernel candidate, Kernel reference) {
    byte[][] rows = filled(CHECK_OUTPUTS, CHECK_INPUTS, 0x5d);
    // One row of ones: in every matrix of ours, and the only row that never doubles.
    Arrays.fill(rows[0], (byte) 1);
    byte[][] inputs = filled(CHECK_INPUTS, CHECK_OFFSET + CHECK_LENGTH, 0x1f);
    byte[][] expected = new byte[CHECK_OUTPUTS][CHECK_LENGTH];
    byte[][] got = new byte[CHECK_OUTPUTS][CHECK_LENGTH];
    reference.prepare(rows).multiply(inputs, CHECK_OFFSET, expected, 0, CHECK_LENGTH);
    candidate.prepare(rows).multiply(inputs, CHECK_OFFSET, got, 0, CHECK_LENGTH);
    for (int output = 0; output < CHECK_OUTPUTS; output++) {
      if (!Arrays.equals(expected[output], got[output])) {
        return output;
      }
    }
    return -1;
  }

  /** Fixed bytes in which every value occurs and no short period does. */
  private static byte[][] filled(int rowCount, int length, int step) {
    byte[][] rows = new byte[rowCount][length];
    int state = step;
    for (byte[] row : rows) {
      for (int at = 0; at < length; at++) {
        state = state * 0x41c64e6d + 0x3039;
        row[at] = (byte) (state >>> 16);
      }
    }
    return rows;
  }

  /** Made when first asked for: nothing is computed at class load. */
  private static final class Chosen {
    static final Choice CHOICE = choose(new LongKernel(), new TableKernel());

    private Chosen() {}
  }
}
