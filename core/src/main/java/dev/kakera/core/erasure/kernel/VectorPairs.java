package dev.kakera.core.erasure.kernel;

import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * Loops over two inputs; all that {@link VectorQuads} says holds here too. Those that would be too
 * small on their own do two vectors a turn.
 */
final class VectorPairs implements PairLoops {
  private static final VectorSpecies<Byte> SPECIES = species();
  private static final int LANES = SPECIES.length();
  private static final int SHIFT = Byte.SIZE - Integer.numberOfTrailingZeros(LANES);

  private static VectorSpecies<Byte> species() {
    try {
      Integer bits =
          MethodHandles.classData(
              MethodHandles.lookup(), ConstantDescs.DEFAULT_NAME, Integer.class);
      return bits == null
          ? ByteVector.SPECIES_PREFERRED
          : VectorSpecies.of(byte.class, VectorShape.forBitSize(bits));
    } catch (IllegalAccessException e) {
      throw new LinkageError("class data of the vector loops cannot be read", e);
    }
  }

  @Override
  public int lanes() {
    return LANES;
  }

  @Override
  public void twoRowsOfTwo(
      Block block, byte[][] inputs, int offset, byte[][] outputs, int outputOffset, int length) {
    byte[] a = inputs[block.columns[0]];
    byte[] b = inputs[block.columns[1]];
    byte[] first = outputs[block.outputs[0]];
    byte[] second = outputs[block.outputs[1]];
    Objects.checkFromIndexSize(offset, length, a.length);
    Objects.checkFromIndexSize(offset, length, b.length);
    Objects.checkFromIndexSize(outputOffset, length, first.length);
    Objects.checkFromIndexSize(outputOffset, length, second.length);
    ByteVector aLow1 = table(block, 0);
    ByteVector aHigh1 = table(block, 1);
    ByteVector bLow1 = table(block, 2);
    ByteVector bHigh1 = table(block, 3);
    ByteVector aLow2 = table(block, 4);
    ByteVector aHigh2 = table(block, 5);
    ByteVector bLow2 = table(block, 6);
    ByteVector bHigh2 = table(block, 7);
    int even = length & -(2 * LANES);
    for (int at = 0; at < even; at += 2 * LANES) {
      ByteVector va = load(a, offset + at);
      ByteVector vb = load(b, offset + at);
      ByteVector ha = high(va);
      ByteVector hb = high(vb);
      xor(
              xor(va.selectFrom(aLow1), ha.selectFrom(aHigh1)),
              xor(vb.selectFrom(bLow1), hb.selectFrom(bHigh1)))
          .intoArray(first, outputOffset + at);
      xor(
              xor(va.selectFrom(aLow2), ha.selectFrom(aHigh2)),
              xor(vb.selectFrom(bLow2), hb.selectFrom(bHigh2)))
          .intoArray(second, outputOffset + at);
      ByteVector va2 = load(a, offset + at + LANES);
      ByteVector vb2 = load(b, offset + at + LANES);
      ByteVector ha2 = high(va2);
      ByteVector hb2 = high(vb2);
      xor(
              xor(va2.selectFrom(aLow1), ha2.selectFrom(aHigh1)),
              xor(vb2.selectFrom(bLow1), hb2.selectFrom(bHigh1)))
          .intoArray(first, outputOffset + at + LANES);
      xor(
              xor(va2.selectFrom(aLow2), ha2.selectFrom(aHigh2)),
              xor(vb2.selectFrom(bLow2), hb2.selectFrom(bHigh2)))
          .intoArray(second, outputOffset + at + LANES);
    }
    for (int at = even; at < length; at += LANES) {
      ByteVector va = load(a, offset + at);
      ByteVector vb = load(b, offset + at);
      ByteVector ha = high(va);
      ByteVector hb = high(vb);
      xor(
              xor(va.selectFrom(aLow1), ha.selectFrom(aHigh1)),
              xor(vb.selectFrom(bLow1), hb.selectFrom(bHigh1)))
          .intoArray(first, outputOffset + at);
      xor(
              xor(va.selectFrom(aLow2), ha.selectFrom(aHigh2)),
              xor(vb.selectFrom(bLow2), hb.selectFrom(bHigh2)))
          .intoArray(second, outputOffset + at);
    }
  }

  @Override
  public void twoAndRest(
      Block block, byte[][] inputs, int offset, byte[][] outputs, int outputOffset, int length) {
    byte[] a = inputs[block.columns[0]];
    byte[] b = inputs[block.columns[1]];
    byte[] row = outputs[block.outputs[0]];
    byte[] rest = outputs[block.outputs[1]];
    Objects.checkFromIndexSize(offset, length, a.length);
    Objects.checkFromIndexSize(offset, length, b.length);
    Objects.checkFromIndexSize(outputOffset, length, row.length);
    Objects.checkFromIndexSize(outputOffset, length, rest.length);
    ByteVector aLow1 = table(block, 0);
    ByteVector aHigh1 = table(block, 1);
    ByteVector bLow1 = table(block, 2);
    ByteVector bHigh1 = table(block, 3);
    int even = length & -(2 * LANES);
    for (int at = 0; at < even; at += 2 * LANES) {
      ByteVector va = load(a, offset + at);
      ByteVector vb = load(b, offset + at);
      ByteVector product =
          xor(
              xor(va.selectFrom(aLow1), high(va).selectFrom(aHigh1)),
              xor(vb.selectFrom(bLow1), high(vb).selectFrom(bHigh1)));
      product.intoArray(row, outputOffset + at);
      xor(va, product).intoArray(rest, outputOffset + at);
      ByteVector va2 = load(a, offset + at + LANES);
      ByteVector vb2 = load(b, offset + at + LANES);
      ByteVector product2 =
          xor(
              xor(va2.selectFrom(aLow1), high(va2).selectFrom(aHigh1)),
              xor(vb2.selectFrom(bLow1), high(vb2).selectFrom(bHigh1)));
      product2.intoArray(row, outputOffset + at + LANES);
      xor(va2, product2).intoArray(rest, outputOffset + at + LANES);
    }
    for (int at = even; at < length; at += LANES) {
      ByteVector va = load(a, offset + at);
      ByteVector vb = load(b, offset + at);
      ByteVector product =
          xor(
              xor(va.selectFrom(aLow1), high(va).selectFrom(aHigh1)),
              xor(vb.selectFrom(bLow1), high(vb).selectFrom(bHigh1)));
      product.intoArray(row, outputOffset + at);
      xor(va, product).intoArray(rest, outputOffset + at);
    }
  }

  @Override
  public void threeRowsOfTwo(
      Block block, byte[][] inputs, int offset, byte[][] outputs, int outputOffset, int length) {
    byte[] a = inputs[block.columns[0]];
    byte[] b = inputs[block.columns[1]];
    byte[] first = outputs[block.outputs[0]];
    byte[] second = outputs[block.outputs[1]];
    byte[] third = outputs[block.outputs[2]];
    Objects.checkFromIndexSize(offset, length, a.length);
    Objects.checkFromIndexSize(offset, length, b.length);
    Objects.checkFromIndexSize(outputOffset, length, first.length);
    Objects.checkFromIndexSize(outputOffset, length, second.length);
    Objects.checkFromIndexSize(outputOffset, length, third.length);
    ByteVector aLow1 = table(block, 0);
    ByteVector aHigh1 = table(block, 1);
    ByteVector bLow1 = table(block, 2);
    ByteVector bHigh1 = table(block, 3);
    ByteVector aLow2 = table(block, 4);
    ByteVector aHigh2 = table(block, 5);
    ByteVector bLow2 = table(block, 6);
    ByteVector bHigh2 = table(block, 7);
    ByteVector aLow3 = table(block, 8);
    ByteVector aHigh3 = table(block, 9);
    ByteVector bLow3 = table(block, 10);
    ByteVector bHigh3 = table(block, 11);
    for (int at = 0; at < length; at += LANES) {
      ByteVector va = load(a, offset + at);
      ByteVector vb = load(b, offset + at);
      ByteVector ha = high(va);
      ByteVector hb = high(vb);
      xor(
              xor(va.selectFrom(aLow1), ha.selectFrom(aHigh1)),
              xor(vb.selectFrom(bLow1), hb.selectFrom(bHigh1)))
          .intoArray(first, outputOffset + at);
      xor(
              xor(va.selectFrom(aLow2), ha.selectFrom(aHigh2)),
              xor(vb.selectFrom(bLow2), hb.selectFrom(bHigh2)))
          .intoArray(second, outputOffset + at);
      xor(
              xor(va.selectFrom(aLow3), ha.selectFrom(aHigh3)),
              xor(vb.selectFrom(bLow3), hb.selectFrom(bHigh3)))
          .intoArray(third, outputOffset + at);
    }
  }

  @Override
  public void addThreeRowsOfTwo(
      Block block, byte[][] inputs, int offset, byte[][] outputs, int outputOffset, int length) {
    byte[] a = inputs[block.columns[0]];
    byte[] b = inputs[block.columns[1]];
    byte[] first = outputs[block.outputs[0]];
    byte[] second = outputs[block.outputs[1]];
    byte[] third = outputs[block.outputs[2]];
    Objects.checkFromIndexSize(offset, length, a.length);
    Objects.checkFromIndexSize(offset, length, b.length);
    Objects.checkFromIndexSize(outputOffset, length, first.length);
    Objects.checkFromIndexSize(outputOffset, length, second.length);
    Objects.checkFromIndexSize(outputOffset, length, third.length);
    ByteVector aLow1 = table(block, 0);
    ByteVector aHigh1 = table(block, 1);
    ByteVector bLow1 = table(block, 2);
    ByteVector bHigh1 = table(block, 3);
    ByteVector aLow2 = table(block, 4);
    ByteVector aHigh2 = table(block, 5);
    ByteVector bLow2 = table(block, 6);
    ByteVector bHigh2 = table(block, 7);
    ByteVector aLow3 = table(block, 8);
    ByteVector aHigh3 = table(block, 9);
    ByteVector bLow3 = table(block, 10);
    ByteVector bHigh3 = table(block, 11);
    for (int at = 0; at < length; at += LANES) {
      ByteVector va = load(a, offset + at);
      ByteVector vb = load(b, offset + at);
      ByteVector ha = high(va);
      ByteVector hb = high(vb);
      xor(
              load(first, outputOffset + at),
              xor(
                  xor(va.selectFrom(aLow1), ha.selectFrom(aHigh1)),
                  xor(vb.selectFrom(bLow1), hb.selectFrom(bHigh1))))
          .intoArray(first, outputOffset + at);
      xor(
              load(second, outputOffset + at),
              xor(
                  xor(va.selectFrom(aLow2), ha.selectFrom(aHigh2)),
                  xor(vb.selectFrom(bLow2), hb.selectFrom(bHigh2))))
          .intoArray(second, outputOffset + at);
      xor(
              load(third, outputOffset + at),
              xor(
                  xor(va.selectFrom(aLow3), ha.selectFrom(aHigh3)),
                  xor(vb.selectFrom(bLow3), hb.selectFrom(bHigh3))))
          .intoArray(third, outputOffset + at);
    }
  }

  @Override
  public void threeRowsOfTwoAndSum(
      Block block, byte[][] inputs, int offset, byte[][] outputs, int outputOffset, int length) {
    byte[] a = inputs[block.columns[0]];
    byte[] b = inputs[block.columns[1]];
    byte[] first = outputs[block.outputs[0]];
    byte[] second = outputs[block.outputs[1]];
    byte[] third = outputs[block.outputs[2]];
    byte[] sum = outputs[block.outputs[3]];
    Objects.checkFromIndexSize(offset, length, a.length);
    Objects.checkFromIndexSize(offset, length, b.length);
    Objects.checkFromIndexSize(outputOffset, length, first.length);
    Objects.checkFromIndexSize(outputOffset, length, second.length);
    Objects.checkFromIndexSize(outputOffset, length, third.length);
    Objects.checkFromIndexSize(outputOffset, length, sum.length);
    ByteVector aLow1 = table(block, 0);
    ByteVector aHigh1 = table(block, 1);
    ByteVector bLow1 = table(block, 2);
    ByteVector bHigh1 = table(block, 3);
    ByteVector aLow2 = table(block, 4);
    ByteVector aHigh2 = table(block, 5);
    ByteVector bLow2 = table(block, 6);
    ByteVector bHigh2 = table(block, 7);
    ByteVector aLow3 = table(block, 8);
    ByteVector aHigh3 = table(block, 9);
    ByteVector bLow3 = table(block, 10);
    ByteVector bHigh3 = table(block, 11);
    for (int at = 0; at < length; at += LANES) {
      ByteVector va = load(a, offset + at);
      ByteVector vb = load(b, offset + at);
      ByteVector ha = high(va);
      ByteVector hb = high(vb);
      xor(
              xor(va.selectFrom(aLow1), ha.selectFrom(aHigh1)),
              xor(vb.selectFrom(bLow1), hb.selectFrom(bHigh1)))
          .intoArray(first, outputOffset + at);
      xor(
              xor(va.selectFrom(aLow2), ha.selectFrom(aHigh2)),
              xor(vb.selectFrom(bLow2), hb.selectFrom(bHigh2)))
          .intoArray(second, outputOffset + at);
      xor(
              xor(va.selectFrom(aLow3), ha.selectFrom(aHigh3)),
              xor(vb.selectFrom(bLow3), hb.selectFrom(bHigh3)))
          .intoArray(third, outputOffset + at);
      xor(va, vb).intoArray(sum, outputOffset + at);
    }
  }

  @Override
  public void addThreeRowsOfTwoAndSum(
      Block block, byte[][] inputs, int offset, byte[][] outputs, int outputOffset, int length) {
    byte[] a = inputs[block.columns[0]];
    byte[] b = inputs[block.columns[1]];
    byte[] first = outputs[block.outputs[0]];
    byte[] second = outputs[block.outputs[1]];
    byte[] third = outputs[block.outputs[2]];
    byte[] sum = outputs[block.outputs[3]];
    Objects.checkFromIndexSize(offset, length, a.length);
    Objects.checkFromIndexSize(offset, length, b.length);
    Objects.checkFromIndexSize(outputOffset, length, first.length);
    Objects.checkFromIndexSize(outputOffset, length, second.length);
    Objects.checkFromIndexSize(outputOffset, length, third.length);
    Objects.checkFromIndexSize(outputOffset, length, sum.length);
    ByteVector aLow1 = table(block, 0);
    ByteVector aHigh1 = table(block, 1);
    ByteVector bLow1 = table(block, 2);
    ByteVector bHigh1 = table(block, 3);
    ByteVector aLow2 = table(block, 4);
    ByteVector aHigh2 = table(block, 5);
    ByteVector bLow2 = table(block, 6);
    ByteVector bHigh2 = table(block, 7);
    ByteVector aLow3 = table(block, 8);
    ByteVector aHigh3 = table(block, 9);
    ByteVector bLow3 = table(block, 10);
    ByteVector bHigh3 = table(block, 11);
    for (int at = 0; at < length; at += LANES) {
      ByteVector va = load(a, offset + at);
      ByteVector vb = load(b, offset + at);
      ByteVector ha = high(va);
      ByteVector hb = high(vb);
      xor(
              load(first, outputOffset + at),
              xor(
                  xor(va.selectFrom(aLow1), ha.selectFrom(aHigh1)),
                  xor(vb.selectFrom(bLow1), hb.selectFrom(bHigh1))))
          .intoArray(first, outputOffset + at);
      xor(
              load(second, outputOffset + at),
              xor(
                  xor(va.selectFrom(aLow2), ha.selectFrom(aHigh2)),
                  xor(vb.selectFrom(bLow2), hb.selectFrom(bHigh2))))
          .intoArray(second, outputOffset + at);
      xor(
              load(third, outputOffset + at),
              xor(
                  xor(va.selectFrom(aLow3), ha.selectFrom(aHigh3)),
                  xor(vb.selectFrom(bLow3), hb.selectFrom(bHigh3))))
          .intoArray(third, outputOffset + at);
      xor(load(sum, outputOffset + at), xor(va, vb)).intoArray(sum, outputOffset + at);
    }
  }

  private static ByteVector table(Block block, int index) {
    return ByteVector.fromArray(SPECIES, block.tables, index * LANES);
  }

  private static ByteVector load(byte[] row, int at) {
    return ByteVector.fromArray(SPECIES, row, at);
  }

  private static ByteVector xor(ByteVector one, ByteVector other) {
    return one.lanewise(VectorOperators.XOR, other);
  }

  /**
   * The index into a high table. The shift is over ints, since there is no fast one over bytes;
   * what strays in from the next byte is wrapped away.
   */
  private static ByteVector high(ByteVector bytes) {
    return bytes.reinterpretAsInts().lanewise(VectorOperators.LSHR, SHIFT).reinterpretAsBytes();
  }
}
