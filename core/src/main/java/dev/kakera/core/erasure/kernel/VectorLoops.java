package dev.kakera.core.erasure.kernel;

import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandles;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * The loops on the Vector API, the only class that names it.
 *
 * <p>A product is two table look-ups: one by the byte's lowest bits, as many as a table of one
 * vector can tell apart, and one by its highest. The two groups overlap on wide vectors; the high
 * table then leaves the shared bits to the low one. {@code selectFrom} wraps its indexes to the
 * table, which is all the masking there is.
 *
 * <p>The width has to be a constant for the compiler, so this class is defined once for each width,
 * as a hidden class whose class data is the number of bits ({@link VectorModule}). Loaded by name
 * it has the width that the CPU prefers.
 */
final class VectorLoops implements BlockLoops {
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
  public void four(
      Block block, byte[][] inputs, int offset, byte[][] outputs, int outputOffset, int length) {
    byte[] a = inputs[block.columns[0]];
    byte[] b = inputs[block.columns[1]];
    byte[] c = inputs[block.columns[2]];
    byte[] d = inputs[block.columns[3]];
    byte[] row = outputs[block.outputs[0]];
    ByteVector aLow = table(block, 0);
    ByteVector aHigh = table(block, 1);
    ByteVector bLow = table(block, 2);
    ByteVector bHigh = table(block, 3);
    ByteVector cLow = table(block, 4);
    ByteVector cHigh = table(block, 5);
    ByteVector dLow = table(block, 6);
    ByteVector dHigh = table(block, 7);
    for (int at = 0; at < length; at += LANES) {
      ByteVector va = load(a, offset + at);
      ByteVector vb = load(b, offset + at);
      ByteVector vc = load(c, offset + at);
      ByteVector vd = load(d, offset + at);
      ByteVector ab =
          xor(
              xor(va.selectFrom(aLow), high(va).selectFrom(aHigh)),
              xor(vb.selectFrom(bLow), high(vb).selectFrom(bHigh)));
      ByteVector cd =
          xor(
              xor(vc.selectFrom(cLow), high(vc).selectFrom(cHigh)),
              xor(vd.selectFrom(dLow), high(vd).selectFrom(dHigh)));
      xor(ab, cd).intoArray(row, outputOffset + at);
    }
  }

  @Override
  public void addFour(
      Block block, byte[][] inputs, int offset, byte[][] outputs, int outputOffset, int length) {
    byte[] a = inputs[block.columns[0]];
    byte[] b = inputs[block.columns[1]];
    byte[] c = inputs[block.columns[2]];
    byte[] d = inputs[block.columns[3]];
    byte[] row = outputs[block.outputs[0]];
    ByteVector aLow = table(block, 0);
    ByteVector aHigh = table(block, 1);
    ByteVector bLow = table(block, 2);
    ByteVector bHigh = table(block, 3);
    ByteVector cLow = table(block, 4);
    ByteVector cHigh = table(block, 5);
    ByteVector dLow = table(block, 6);
    ByteVector dHigh = table(block, 7);
    for (int at = 0; at < length; at += LANES) {
      ByteVector va = load(a, offset + at);
      ByteVector vb = load(b, offset + at);
      ByteVector vc = load(c, offset + at);
      ByteVector vd = load(d, offset + at);
      ByteVector ab =
          xor(
              xor(va.selectFrom(aLow), high(va).selectFrom(aHigh)),
              xor(vb.selectFrom(bLow), high(vb).selectFrom(bHigh)));
      ByteVector cd =
          xor(
              xor(vc.selectFrom(cLow), high(vc).selectFrom(cHigh)),
              xor(vd.selectFrom(dLow), high(vd).selectFrom(dHigh)));
      xor(xor(ab, cd), load(row, outputOffset + at)).intoArray(row, outputOffset + at);
    }
  }

  @Override
  public void fourAndSum(
      Block block, byte[][] inputs, int offset, byte[][] outputs, int outputOffset, int length) {
    byte[] a = inputs[block.columns[0]];
    byte[] b = inputs[block.columns[1]];
    byte[] c = inputs[block.columns[2]];
    byte[] d = inputs[block.columns[3]];
    byte[] row = outputs[block.outputs[0]];
    byte[] sum = outputs[block.outputs[1]];
    ByteVector aLow = table(block, 0);
    ByteVector aHigh = table(block, 1);
    ByteVector bLow = table(block, 2);
    ByteVector bHigh = table(block, 3);
    ByteVector cLow = table(block, 4);
    ByteVector cHigh = table(block, 5);
    ByteVector dLow = table(block, 6);
    ByteVector dHigh = table(block, 7);
    for (int at = 0; at < length; at += LANES) {
      ByteVector va = load(a, offset + at);
      ByteVector vb = load(b, offset + at);
      ByteVector vc = load(c, offset + at);
      ByteVector vd = load(d, offset + at);
      ByteVector ab =
          xor(
              xor(va.selectFrom(aLow), high(va).selectFrom(aHigh)),
              xor(vb.selectFrom(bLow), high(vb).selectFrom(bHigh)));
      ByteVector cd =
          xor(
              xor(vc.selectFrom(cLow), high(vc).selectFrom(cHigh)),
              xor(vd.selectFrom(dLow), high(vd).selectFrom(dHigh)));
      xor(ab, cd).intoArray(row, outputOffset + at);
      xor(xor(va, vb), xor(vc, vd)).intoArray(sum, outputOffset + at);
    }
  }

  @Override
  public void fourAndRest(
      Block block, byte[][] inputs, int offset, byte[][] outputs, int outputOffset, int length) {
    byte[] a = inputs[block.columns[0]];
    byte[] b = inputs[block.columns[1]];
    byte[] c = inputs[block.columns[2]];
    byte[] d = inputs[block.columns[3]];
    byte[] row = outputs[block.outputs[0]];
    byte[] sum = outputs[block.outputs[1]];
    ByteVector aLow = table(block, 0);
    ByteVector aHigh = table(block, 1);
    ByteVector bLow = table(block, 2);
    ByteVector bHigh = table(block, 3);
    ByteVector cLow = table(block, 4);
    ByteVector cHigh = table(block, 5);
    ByteVector dLow = table(block, 6);
    ByteVector dHigh = table(block, 7);
    for (int at = 0; at < length; at += LANES) {
      ByteVector va = load(a, offset + at);
      ByteVector vb = load(b, offset + at);
      ByteVector vc = load(c, offset + at);
      ByteVector vd = load(d, offset + at);
      ByteVector ab =
          xor(
              xor(va.selectFrom(aLow), high(va).selectFrom(aHigh)),
              xor(vb.selectFrom(bLow), high(vb).selectFrom(bHigh)));
      ByteVector cd =
          xor(
              xor(vc.selectFrom(cLow), high(vc).selectFrom(cHigh)),
              xor(vd.selectFrom(dLow), high(vd).selectFrom(dHigh)));
      ByteVector product = xor(ab, cd);
      product.intoArray(row, outputOffset + at);
      xor(xor(va, vb), xor(vc, product)).intoArray(sum, outputOffset + at);
    }
  }

  @Override
  public void twoRowsOfTwo(
      Block block, byte[][] inputs, int offset, byte[][] outputs, int outputOffset, int length) {
    byte[] a = inputs[block.columns[0]];
    byte[] b = inputs[block.columns[1]];
    byte[] first = outputs[block.outputs[0]];
    byte[] second = outputs[block.outputs[1]];
    ByteVector aLow1 = table(block, 0);
    ByteVector aHigh1 = table(block, 1);
    ByteVector bLow1 = table(block, 2);
    ByteVector bHigh1 = table(block, 3);
    ByteVector aLow2 = table(block, 4);
    ByteVector aHigh2 = table(block, 5);
    ByteVector bLow2 = table(block, 6);
    ByteVector bHigh2 = table(block, 7);
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
  public void sumOfFour(
      Block block, byte[][] inputs, int offset, byte[][] outputs, int outputOffset, int length) {
    byte[] a = inputs[block.columns[0]];
    byte[] b = inputs[block.columns[1]];
    byte[] c = inputs[block.columns[2]];
    byte[] d = inputs[block.columns[3]];
    byte[] sum = outputs[block.outputs[0]];
    for (int at = 0; at < length; at += LANES) {
      xor(
              xor(load(a, offset + at), load(b, offset + at)),
              xor(load(c, offset + at), load(d, offset + at)))
          .intoArray(sum, outputOffset + at);
    }
  }

  @Override
  public void addOne(byte[] input, int offset, byte[] output, int outputOffset, int length) {
    for (int at = 0; at < length; at += LANES) {
      xor(load(input, offset + at), load(output, outputOffset + at))
          .intoArray(output, outputOffset + at);
    }
  }

  @Override
  public void addTwo(
      byte[] one, byte[] other, int offset, byte[] output, int outputOffset, int length) {
    for (int at = 0; at < length; at += LANES) {
      xor(xor(load(one, offset + at), load(other, offset + at)), load(output, outputOffset + at))
          .intoArray(output, outputOffset + at);
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
