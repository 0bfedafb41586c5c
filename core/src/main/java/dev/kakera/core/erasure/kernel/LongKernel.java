package dev.kakera.core.erasure.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

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

  /** What stands in for an input where a step has only one, or none. */
  private static final byte[] ZEROS = new byte[TILE_BYTES];

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
        steps.add(Step.of(doubles, picks, taken));
        taken += LongLoops.ARITY;
        doubles = false;
      }
    }
    return steps.toArray(new Step[0]);
  }

  /** Sums of two each. */
  private static Step[] stepsOf(int[] summed) {
    List<Step> steps = new ArrayList<>();
    for (int taken = 0; taken < summed.length; taken += LongLoops.ARITY) {
      steps.add(Step.of(false, summed, taken));
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

  /** One pass over a tile: double the sums or not, then add up to two inputs. */
  private record Step(boolean doubles, int first, int second) {
    private static final int NONE = -1;

    static Step of(boolean doubles, int[] picks, int from) {
      return new Step(doubles, pick(picks, from), pick(picks, from + 1));
    }

    private static int pick(int[] picks, int place) {
      return place < picks.length ? picks[place] : NONE;
    }
  }

  private static final class LongMultiplier implements Multiplier {
    private final RowPlan plan;
    private final Step[][] products;
    private final Step[] summed;
    private final Step[] addedProducts;
    private final Multiplier tail;

    /** Of the last call, for the next one; two calls at a time each have their own. */
    private final AtomicReference<long[]> spareSums = new AtomicReference<>();

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
      long[] spare = spareSums.getAndSet(null);
      long[] sums = spare == null ? new long[TILE_BYTES / Long.BYTES] : spare;
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
      spareSums.set(sums);
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
        boolean hasFirst = step.first != Step.NONE;
        boolean hasSecond = step.second != Step.NONE;
        byte[] a = hasFirst ? inputs[step.first] : ZEROS;
        byte[] b = hasSecond ? inputs[step.second] : ZEROS;
        int aOffset = hasFirst ? offset : 0;
        int bOffset = hasSecond ? offset : 0;
        if (step.doubles) {
          LongLoops.twiceAndAdd(sums, words, a, aOffset, b, bOffset);
        } else {
          LongLoops.add(sums, words, a, aOffset, b, bOffset);
        }
      }
    }
  }
}
