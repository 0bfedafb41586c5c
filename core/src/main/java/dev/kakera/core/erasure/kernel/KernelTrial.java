package dev.kakera.core.erasure.kernel;

import dev.kakera.core.erasure.kernel.AdaptiveKernel.AdaptiveMultiplier;
import dev.kakera.core.erasure.kernel.AdaptiveKernel.Candidate;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Warms a faster kernel on one matrix and finds out whether it may take over: its bytes must be the
 * plain kernel's, and it must win three comparisons in a row on the same buffers. Whoever runs it
 * owns thread and clock.
 */
public final class KernelTrial {
  /** Time that a candidate gets; compilers need about one second. */
  static final long LIMIT_NANOS = 3_000_000_000L;

  /** The same for one that has won elsewhere. */
  static final long WARM_LIMIT_NANOS = 2_000_000_000L;

  static final int WINS_NEEDED = 3;

  /** Calls of so few bytes that the compiler counts calls, and not one endless loop. */
  private static final int WARM_BYTES = 512;

  private static final int WARM_CALLS = 24;
  private static final int TIMED_BYTES = 8 * 1024;

  /** Over the tiles of every kernel, and a tail. */
  private static final int CHECKED_BYTES = 3 * VectorKernel.TILE_BYTES + 77;

  private final AdaptiveKernel kernel;
  private final AdaptiveMultiplier multiplier;
  private final byte[][] inputs;
  private final byte[][] expected;
  private final byte[][] got;
  private double ratio;

  /** Runs trials some time, on some other thread; must not wait for them. */
  @FunctionalInterface
  public interface Background {
    void run(KernelTrial trial);
  }

  /**
   * How a trial ended.
   *
   * @param switched whether the matrix now runs on a faster kernel
   * @param faulty whether a kernel computed wrongly or broke
   * @param words a sentence for a log
   */
  public record Verdict(boolean switched, boolean faulty, String words) {}

  private enum Comparison {
    FASTER,
    SLOWER,
    WRONG
  }

  KernelTrial(AdaptiveKernel kernel, AdaptiveMultiplier multiplier) {
    this.kernel = kernel;
    this.multiplier = multiplier;
    inputs = new byte[multiplier.rows()[0].length][];
    expected = new byte[multiplier.rows().length][];
    got = new byte[multiplier.rows().length][];
  }

  /**
   * @param nanos a clock of this thread's own processor time: other programs on the machine must
   *     not decide
   * @param pause called between rounds of some milliseconds
   */
  public Verdict run(LongSupplier nanos, Runnable pause) {
    boolean faulty = false;
    String shape = shape();
    for (Candidate candidate : kernel.candidates(shape)) {
      makeBuffers();
      String name = candidate.kernel.name();
      try {
        Kernel.Multiplier faster = candidate.kernel.prepare(multiplier.rows());
        long limit = kernel.hasWon(candidate) ? WARM_LIMIT_NANOS : LIMIT_NANOS;
        switch (compare(faster, limit, nanos, pause)) {
          case FASTER -> {
            String words =
                String.format(
                    Locale.ROOT,
                    "equal to kernel %s and %.1f times as fast on %s",
                    kernel.plain().name(),
                    ratio,
                    shape);
            multiplier.become(candidate, faster);
            kernel.won(candidate, words);
            return new Verdict(true, faulty, "kernel " + name + ": " + words);
          }
          case SLOWER ->
              kernel.lost(
                  candidate,
                  shape,
                  "was not faster than kernel " + kernel.plain().name() + " here");
          case WRONG -> {
            faulty = true;
            kernel.failed(
                candidate,
                "gave other bytes than kernel "
                    + kernel.plain().name()
                    + "; this machine or its Java runtime computes wrongly");
          }
        }
      } catch (RuntimeException | LinkageError e) {
        faulty = true;
        kernel.failed(candidate, "broke in its trial (" + e + ")");
      }
    }
    return new Verdict(false, faulty, kernel.reason());
  }

  private Comparison compare(
      Kernel.Multiplier faster, long limitNanos, LongSupplier nanos, Runnable pause) {
    Kernel.Multiplier plain = kernel.plain().prepare(multiplier.rows());
    long end = nanos.getAsLong() + limitNanos;
    int wins = 0;
    while (wins < WINS_NEEDED) {
      for (int call = 0; call < WARM_CALLS; call++) {
        faster.multiply(inputs, 0, got, 0, WARM_BYTES);
      }
      long started = nanos.getAsLong();
      plain.multiply(inputs, 0, expected, 0, TIMED_BYTES);
      long between = nanos.getAsLong();
      faster.multiply(inputs, 0, got, 0, TIMED_BYTES);
      long ended = nanos.getAsLong();
      ratio = (between - started) / (double) Math.max(1, ended - between);
      // A quarter faster, so that no two kernels of one speed change places by chance.
      wins = ratio >= 1.25 ? wins + 1 : 0;
      if (ended - end > 0) {
        return Comparison.SLOWER;
      }
      if (wins < WINS_NEEDED) {
        pause.run();
      }
    }
    plain.multiply(inputs, 0, expected, 0, CHECKED_BYTES);
    faster.multiply(inputs, 0, got, 0, CHECKED_BYTES);
    return Arrays.deepEquals(expected, got) ? Comparison.FASTER : Comparison.WRONG;
  }

  /** What decides which loops run: {@code inputs x rows}, and whether a row is a sum. */
  private String shape() {
    RowPlan plan = RowPlan.of(multiplier.rows());
    String sum =
        plan.hasSum() ? plan.addsProducts() ? ", the last by the others" : ", one a sum" : "";
    return inputs.length + " x " + expected.length + sum;
  }

  private void makeBuffers() {
    System.arraycopy(
        SelfCheck.filled(inputs.length, CHECKED_BYTES, 0x7d), 0, inputs, 0, inputs.length);
    Arrays.setAll(expected, _ -> new byte[CHECKED_BYTES]);
    Arrays.setAll(got, _ -> new byte[CHECKED_BYTES]);
  }
}
