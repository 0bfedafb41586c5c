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
  private final QuadLoops quads;
  private final PairLoops pairs;

  VectorKernel(String name, QuadLoops quads, PairLoops pairs) {
    this.name = name;
    this.quads = quads;
    this.pairs = pairs;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Multiplier prepare(byte[][] rows) {
    return new VectorMultiplier(quads.lanes(), whole(RowPlan.of(rows)), tailKernel.prepare(rows));
  }

  /** What computes a whole number of vectors. */
  private Multiplier whole(RowPlan plan) {
    int products = plan.products().length;
    if (plan.inputCount() == FOUR && plan.hasSum() && products == 1) {
      Block block = block(plan, new int[] {0, 1, 2, 3}, outputsWithSum(plan));
      if (plan.summed().length == FOUR && !plan.addsProducts()) {
        return (in, at, out, outAt, length) -> quads.fourAndSum(block, in, at, out, outAt, length);
      }
      if (plan.addsProducts() && Arrays.equals(plan.summed(), new int[] {0, 1, 2})) {
        return (in, at, out, outAt, length) -> quads.fourAndRest(block, in, at, out, outAt, length);
      }
    }
    return plan.inputCount() == 2 ? wholeOfTwo(plan, products) : tiles(plan);
  }

  private Multiplier wholeOfTwo(RowPlan plan, int products) {
    int[] both = {0, 1};
    if (!plan.hasSum() && products == 2) {
      Block block = block(plan, both, plan.products());
      return (in, at, out, outAt, length) -> pairs.twoRowsOfTwo(block, in, at, out, outAt, length);
    }
    if (products == 1 && plan.addsProducts() && Arrays.equals(plan.summed(), new int[] {0})) {
      Block block = block(plan, both, outputsWithSum(plan));
      return (in, at, out, outAt, length) -> pairs.twoAndRest(block, in, at, out, outAt, length);
    }
    if (products == THREE && sumsAll(plan)) {
      Block block = block(plan, both, outputsWithSum(plan));
      return (in, at, out, outAt, length) ->
          pairs.threeRowsOfTwoAndSum(block, in, at, out, outAt, length);
    }
    return tiles(plan);
  }

  private static boolean sumsAll(RowPlan plan) {
    return plan.hasSum() && !plan.addsProducts() && plan.summed().length == plan.inputCount();
  }

  /**
   * Product rows by threes with inputs by twos; the rows left over one by one, inputs by fours. A
   * sum of all inputs goes with the first three rows.
   */
  private Multiplier tiles(RowPlan plan) {
    List<Group> groups = new ArrayList<>();
    int[] products = plan.products();
    // Of a block that is filled up the sum would have one input twice.
    boolean sumsWithThree = products.length >= THREE && plan.inputCount() % 2 == 0 && sumsAll(plan);
    int done = 0;
    for (; products.length - done >= THREE; done += THREE) {
      int[] three = Arrays.copyOfRange(products, done, done + THREE);
      groups.add(
          done == 0 && sumsWithThree
              ? new Group(
                  blocks(plan, withSum(three, plan), 2),
                  pairs::threeRowsOfTwoAndSum,
                  pairs::addThreeRowsOfTwoAndSum)
              : new Group(blocks(plan, three, 2), pairs::threeRowsOfTwo, pairs::addThreeRowsOfTwo));
    }
    for (; done < products.length; done++) {
      groups.add(
          new Group(blocks(plan, new int[] {products[done]}, FOUR), quads::four, quads::addFour));
    }
    if (plan.hasSum() && !sumsWithThree) {
      int[] outputs = plan.addsProducts() ? outputsWithSum(plan) : new int[] {plan.sum()};
      Block sum = new Block(plan.summed(), outputs, new byte[0]);
      groups.add(new Group(List.of(sum), quads::sum, quads::sum));
    }
    return new Tiles(groups);
  }

  private List<Block> blocks(RowPlan plan, int[] outputs, int arity) {
    List<Block> blocks = new ArrayList<>();
    for (int from = 0; from < plan.inputCount(); from += arity) {
      blocks.add(block(plan, IntStream.range(from, from + arity).toArray(), outputs));
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
    byte[] joined = new byte[tables.size() * quads.lanes()];
    for (int table = 0; table < tables.size(); table++) {
      System.arraycopy(tables.get(table), 0, joined, table * quads.lanes(), quads.lanes());
    }
    return new Block(present, outputs, joined);
  }

  private static int[] outputsWithSum(RowPlan plan) {
    return withSum(plan.products(), plan);
  }

  private static int[] withSum(int[] products, RowPlan plan) {
    int[] outputs = Arrays.copyOf(products, products.length + 1);
    outputs[products.length] = plan.sum();
    return outputs;
  }

  /** Products of the numbers that the lowest bits can say. */
  private byte[] lowTable(int coefficient) {
    byte[] table = new byte[quads.lanes()];
    for (int index = 0; index < table.length; index++) {
      table[index] = (byte) Gf256.multiply(coefficient, index);
    }
    return table;
  }

  /** Products of what the highest bits say, without those that are among the lowest too. */
  private byte[] highTable(int coefficient) {
    byte[] table = new byte[quads.lanes()];
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

    VectorMultiplier(int lanes, Multiplier whole, Multiplier tail) {
      this.lanes = lanes;
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

  /** A loop of {@link QuadLoops} or {@link PairLoops}. */
  private interface Loop {
    void run(
        Block block, byte[][] inputs, int offset, byte[][] outputs, int outputOffset, int length);
  }

  /**
   * Blocks that together give some rows: the first sets them, the others add.
   *
   * @param set runs the first block
   * @param add runs each of the others
   */
  private record Group(List<Block> blocks, Loop set, Loop add) {}

  /** Any shape, tile by tile. */
  private record Tiles(List<Group> groups) implements Multiplier {
    @Override
    public void multiply(
        byte[][] inputs, int inputOffset, byte[][] outputs, int outputOffset, int length) {
      for (int done = 0; done < length; done += TILE_BYTES) {
        int size = Math.min(TILE_BYTES, length - done);
        for (int at = 0; at < groups.size(); at++) {
          Group group = groups.get(at);
          List<Block> blocks = group.blocks;
          group.set.run(
              blocks.getFirst(), inputs, inputOffset + done, outputs, outputOffset + done, size);
          for (int next = 1; next < blocks.size(); next++) {
            group.add.run(
                blocks.get(next), inputs, inputOffset + done, outputs, outputOffset + done, size);
          }
        }
      }
    }
  }
}
