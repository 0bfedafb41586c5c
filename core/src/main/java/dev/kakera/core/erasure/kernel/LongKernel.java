package dev.kakera.core.erasure.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Plain Java for any matrix, without tables: eight bytes of a row travel in one {@code long}.
 *
 * <p>A product with a coefficient is Horner's rule over its bits, from the highest: double what is
 * there, add the input where the bit is set. Since doubling is linear, one output row needs one
 * doubling per bit for all its inputs together; a row that is a mere sum needs none ({@link
 * RowPlan}). Rows are worked in tiles of {@value #TILE_BYTES} bytes that stay in the first-level
 * cache.
 *
 * <p>The few bytes behind the last whole {@code long} go through {@link TableKernel}.
 */
public final class LongKernel implements Kernel {
  static final int TILE_BYTES = 4096;

  private static final int HIGHEST_BIT = 7;

  private final Kernel tailKernel = new TableKernel();

  @Override
  public String name() {
    return "long";
  }

  @Override
  public Multiplier prepare(byte[][] rows) {
    RowPlan plan = RowPlan.of(rows);
    Step[][] steps = new Step[plan.products().length][];
    for (int place = 0; place < steps.length; place++) {
      steps[place] = stepsOf(plan.row(plan.products()[place]));
    }
    return new LongMultiplier(plan, steps, tailKernel.prepare(rows));
  }

  /** The steps of one output row; none at all if every coefficient is zero. */
  private static Step[] stepsOf(byte[] coefficients) {
    List<Step> steps = new ArrayList<>();
    for (int bit = HIGHEST_BIT; bit >= 0; bit--) {
      int[] picks = inputsWithBit(coefficients, bit);
      boolean doubles = !steps.isEmpty();
      int taken = 0;
      while (doubles || taken < picks.length) {
        int end = Math.min(picks.length, taken + LongLoops.ARITY_MAX);
        steps.add(new Step(doubles, Arrays.copyOfRange(picks, taken, end)));
        taken = end;
        doubles = false;
      }
    }
    return steps.toArray(new Step[0]);
  }

  /** Sums of up to four each. */
  private static Step[] stepsOf(int[] summed) {
    List<Step> steps = new ArrayList<>();
    for (int taken = 0; taken < summed.length; taken += LongLoops.ARITY_MAX) {
      int end = Math.min(summed.length, taken + LongLoops.ARITY_MAX);
      steps.add(new Step(false, Arrays.copyOfRange(summed, taken, end)));
    }
    return steps.toArray(new Step[0]);
  }

  private static int[] inputsWithBit(byte[] coefficients, int bit) {
    int[] picks = new int[coefficients.length];
    int count = 0;
    for (int input = 0; input < coefficients.length; input++) {
      if ((coefficients[input] >>> bit & 1) != 0) {
        picks[count++] = input;
      }
    }
    return Arrays.copyOf(picks, count);
  }

  /** One pass over a tile: double the accumulator or not, then add up to four inputs. */
  private static final class Step {
    private final boolean doubles;
    private final int[] picks;

    Step(boolean doubles, int[] picks) {
      this.doubles = doubles;
      this.picks = picks;
    }
  }

  private static final class LongMultiplier implements Multiplier {
    private final RowPlan plan;
    private final Step[][] products;
    private final Step[] summed;
    private final Step[] addedProducts;
    private final Multiplier tail;

    LongMultiplier(RowPlan plan, Step[][] products, Multiplier tail) {
      this.plan = plan;
      this.products = products;
      this.tail = tail;
      summed = stepsOf(plan.summed());
      addedProducts = stepsOf(plan.addsProducts() ? plan.products() : new int[0]);
    }

    @Override
    public void multiply(
        byte[][] inputs, int inputOffset, byte[][] outputs, int outputOffset, int length) {
      int wholeBytes = length & -Long.BYTES;
      long[] sums = new long[Math.min(wholeBytes, TILE_BYTES) / Long.BYTES];
      for (int done = 0; done < wholeBytes; done += TILE_BYTES) {
        int words = Math.min(wholeBytes - done, TILE_BYTES) / Long.BYTES;
        for (int place = 0; place < products.length; place++) {
          Arrays.fill(sums, 0, words, 0L);
          add(products[place], sums, words, inputs, inputOffset + done);
          LongLoops.store(sums, words, outputs[plan.products()[place]], outputOffset + done);
        }
        if (plan.hasSum()) {
          Arrays.fill(sums, 0, words, 0L);
          add(summed, sums, words, inputs, inputOffset + done);
          add(addedProducts, sums, words, outputs, outputOffset + done);
          LongLoops.store(sums, words, outputs[plan.sum()], outputOffset + done);
        }
      }
      if (wholeBytes < length) {
        tail.multiply(
            inputs,
            inputOffset + wholeBytes,
            outputs,
            outputOffset + wholeBytes,
            length - wholeBytes);
      }
    }

    private static void add(Step[] steps, long[] sums, int words, byte[][] inputs, int offset) {
      for (Step step : steps) {
        if (step.doubles) {
          doubleAndAdd(step.picks, sums, words, inputs, offset);
        } else {
          add(step.picks, sums, words, inputs, offset);
        }
      }
    }

    private static void doubleAndAdd(
        int[] picks, long[] sums, int words, byte[][] inputs, int offset) {
      switch (picks.length) {
        case 0 -> LongLoops.twice(sums, words);
        case 1 -> LongLoops.twiceAndAdd1(picks, sums, words, inputs, offset);
        case 2 -> LongLoops.twiceAndAdd2(picks, sums, words, inputs, offset);
        case 3 -> LongLoops.twiceAndAdd3(picks, sums, words, inputs, offset);
        default -> LongLoops.twiceAndAdd4(picks, sums, words, inputs, offset);
      }
    }

    private static void add(int[] picks, long[] sums, int words, byte[][] inputs, int offset) {
      switch (picks.length) {
        case 1 -> LongLoops.add1(picks, sums, words, inputs, offset);
        case 2 -> LongLoops.add2(picks, sums, words, inputs, offset);
        case 3 -> LongLoops.add3(picks, sums, words, inputs, offset);
        default -> LongLoops.add4(picks, sums, words, inputs, offset);
      }
    }
  }
}
