package dev.kakera.core.erasure.kernel;

import dev.kakera.core.erasure.Gf256;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Table look-ups in vector registers, for any matrix.
 *
 * <p>The shapes that 4+2 and 2+4 need have a loop of their own, which reads every byte once and
 * goes through the whole range. Everything else is put together of blocks, two inputs and three
 * rows or four inputs and one row, in tiles of {@value #TILE_BYTES} bytes that stay in the
 * first-level cache; what is missing to a whole block is filled up with products by zero.
 *
 * <p>The bytes behind the last whole vector go through {@link TableKernel}.
 */
final class VectorKernel implements Kernel {
  static final int TILE_BYTES = 8192;

  private static final int THREE = 3;
  private static final int FOUR = 4;

  private final Kernel tailKernel = new TableKernel();
  private final String name;
  private final BlockLoops loops;

  VectorKernel(String name, BlockLoops loops) {
    this.name = name;
    this.loops = loops;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Multiplier prepare(byte[][] rows) {
    return new VectorMultiplier(loops, whole(RowPlan.of(rows)), tailKernel.prepare(rows));
  }

  /** What computes a whole number of vectors. */
  private Multiplier whole(RowPlan plan) {
    int products = plan.products().length;
    if (plan.inputCount() == FOUR && plan.hasSum() && products == 1) {
      Block block = block(plan, new int[] {0, 1, 2, 3}, outputsWithSum(plan));
      if (plan.summed().length == FOUR && !plan.addsProducts()) {
        return (in, at, out, outAt, length) -> loops.fourAndSum(block, in, at, out, outAt, length);
      }
      if (plan.addsProducts() && Arrays.equals(plan.summed(), new int[] {0, 1, 2})) {
        return (in, at, out, outAt, length) -> loops.fourAndRest(block, in, at, out, outAt, length);
      }
    }
    if (plan.inputCount() == 2 && !plan.hasSum() && products == 2) {
      Block block = block(plan, new int[] {0, 1}, plan.products());
      return (in, at, out, outAt, length) -> loops.twoRowsOfTwo(block, in, at, out, outAt, length);
    }
    if (plan.inputCount() == 2
        && products == 3
        && plan.summed().length == 2
        && !plan.addsProducts()) {
      Block block = block(plan, new int[] {0, 1}, outputsWithSum(plan));
      return (in, at, out, outAt, length) ->
          loops.threeRowsOfTwoAndSum(block, in, at, out, outAt, length);
    }
    return new Tiles(loops, plan, blocks(plan));
  }

  /** Product rows by threes with inputs by twos; the rows left over one by one, inputs by fours. */
  private List<Block[]> blocks(RowPlan plan) {
    List<Block[]> groups = new ArrayList<>();
    int[] products = plan.products();
    int done = 0;
    for (; products.length - done >= THREE; done += THREE) {
      groups.add(blocks(plan, Arrays.copyOfRange(products, done, done + THREE), 2));
    }
    for (; done < products.length; done++) {
      groups.add(blocks(plan, new int[] {products[done]}, FOUR));
    }
    return groups;
  }

  private Block[] blocks(RowPlan plan, int[] outputs, int arity) {
    Block[] blocks = new Block[(plan.inputCount() + arity - 1) / arity];
    for (int place = 0; place < blocks.length; place++) {
      int from = place * arity;
      blocks[place] = block(plan, IntStream.range(from, from + arity).toArray(), outputs);
    }
    return blocks;
  }

  /** Columns beyond the last become column 0 with products by zero. */
  private Block block(RowPlan plan, int[] columns, int[] outputs) {
    int[] present = Arrays.stream(columns).map(at -> at < plan.inputCount() ? at : 0).toArray();
    List<byte[]> tables = new ArrayList<>();
    for (int output : outputs) {
      if (output == plan.sum()) {
        continue;
      }
      for (int column : columns) {
        boolean there = column < plan.inputCount();
        int coefficient = there ? Byte.toUnsignedInt(plan.row(output)[column]) : 0;
        tables.add(lowTable(coefficient));
        tables.add(highTable(coefficient));
      }
    }
    byte[] joined = new byte[tables.size() * loops.lanes()];
    for (int table = 0; table < tables.size(); table++) {
      System.arraycopy(tables.get(table), 0, joined, table * loops.lanes(), loops.lanes());
    }
    return new Block(present, outputs, joined);
  }

  private static int[] outputsWithSum(RowPlan plan) {
    int[] outputs = Arrays.copyOf(plan.products(), plan.products().length + 1);
    outputs[outputs.length - 1] = plan.sum();
    return outputs;
  }

  /** Products of the numbers that the lowest bits can say. */
  private byte[] lowTable(int coefficient) {
    byte[] table = new byte[loops.lanes()];
    for (int index = 0; index < table.length; index++) {
      table[index] = (byte) Gf256.multiply(coefficient, index);
    }
    return table;
  }

  /** Products of what the highest bits say, without those that are among the lowest too. */
  private byte[] highTable(int coefficient) {
    byte[] table = new byte[loops.lanes()];
    int step = Gf256.SIZE / table.length;
    for (int index = 0; index < table.length; index++) {
      table[index] = (byte) Gf256.multiply(coefficient, index * step & -table.length);
    }
    return table;
  }

  private static final class VectorMultiplier implements Multiplier {
    private final int lanes;
    private final Multiplier whole;
    private final Multiplier tail;

    VectorMultiplier(BlockLoops loops, Multiplier whole, Multiplier tail) {
      lanes = loops.lanes();
      this.whole = whole;
      this.tail = tail;
    }

    @Override
    public void multiply(
        byte[][] inputs, int inputOffset, byte[][] outputs, int outputOffset, int length) {
      int wholeBytes = length & -lanes;
      if (wholeBytes > 0) {
        whole.multiply(inputs, inputOffset, outputs, outputOffset, wholeBytes);
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
  }

  /** Any shape, tile by tile. */
  private static final class Tiles implements Multiplier {
    private final BlockLoops loops;
    private final RowPlan plan;
    private final List<Block[]> groups;
    private final int[] summed;
    private final boolean sumsFour;
    private final Block firstSum;

    Tiles(BlockLoops loops, RowPlan plan, List<Block[]> groups) {
      this.loops = loops;
      this.plan = plan;
      this.groups = groups;
      summed = plan.summed();
      sumsFour = summed.length >= FOUR;
      firstSum =
          new Block(
              Arrays.copyOf(summed, Math.min(summed.length, FOUR)),
              new int[] {plan.sum()},
              new byte[0]);
    }

    @Override
    public void multiply(
        byte[][] inputs, int inputOffset, byte[][] outputs, int outputOffset, int length) {
      for (int done = 0; done < length; done += TILE_BYTES) {
        int size = Math.min(TILE_BYTES, length - done);
        for (int group = 0; group < groups.size(); group++) {
          Block[] blocks = groups.get(group);
          if (blocks[0].outputs.length == THREE) {
            byThrees(blocks, inputs, inputOffset + done, outputs, outputOffset + done, size);
          } else {
            oneByOne(blocks, inputs, inputOffset + done, outputs, outputOffset + done, size);
          }
        }
        if (plan.hasSum()) {
          sum(inputs, inputOffset + done, outputs, outputOffset + done, size);
        }
      }
    }

    private void byThrees(
        Block[] blocks, byte[][] inputs, int at, byte[][] outputs, int outputAt, int size) {
      loops.threeRowsOfTwo(blocks[0], inputs, at, outputs, outputAt, size);
      for (int next = 1; next < blocks.length; next++) {
        loops.addThreeRowsOfTwo(blocks[next], inputs, at, outputs, outputAt, size);
      }
    }

    private void oneByOne(
        Block[] blocks, byte[][] inputs, int at, byte[][] outputs, int outputAt, int size) {
      loops.four(blocks[0], inputs, at, outputs, outputAt, size);
      for (int next = 1; next < blocks.length; next++) {
        loops.addFour(blocks[next], inputs, at, outputs, outputAt, size);
      }
    }

    private void sum(byte[][] inputs, int offset, byte[][] outputs, int outputOffset, int size) {
      byte[] sum = outputs[plan.sum()];
      int added = 0;
      if (sumsFour) {
        loops.sumOfFour(firstSum, inputs, offset, outputs, outputOffset, size);
        added = FOUR;
      } else if (summed.length > 0) {
        System.arraycopy(inputs[summed[0]], offset, sum, outputOffset, size);
        added = 1;
      } else {
        Arrays.fill(sum, outputOffset, outputOffset + size, (byte) 0);
      }
      for (; added + 1 < summed.length; added += 2) {
        loops.addTwo(
            inputs[summed[added]], inputs[summed[added + 1]], offset, sum, outputOffset, size);
      }
      if (added < summed.length) {
        loops.addOne(inputs[summed[added]], offset, sum, outputOffset, size);
      }
      if (plan.addsProducts()) {
        for (int product : plan.products()) {
          loops.addOne(outputs[product], outputOffset, sum, outputOffset, size);
        }
      }
    }
  }
}
