package dev.kakera.core.erasure.kernel;

import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.Objects;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/**
 * Loops over four inputs on the Vector API, which only this class and {@link VectorPairs} name.
 *
 * <p>A product is two table look-ups: one by the byte's lowest bits, as many as a table of one
 * vector can tell apart, and one by its highest. The two groups overlap on wide vectors; the high
 * table then leaves the shared bits to the low one. {@code selectFrom} wraps its indexes to the
 * table, which is all the masking there is.
 *
 * <p>The width has to be a constant for the compiler, so this class is defined once for each width,
 * as a hidden class whose class data is the number of bits ({@link VectorModule}). Loaded by name
 * it has the width that the CPU prefers.
 *
 * <p>No loop may become part of its caller's code: there the compiler may run out of its budget and
 * leave objects where vectors should be, for good, at a tenth of the speed. It never takes in a
 * method of more than 325 bytes (HotSpot's {@code FreqInlineSize}), which all loops here have.
 */
final class VectorQuads implements QuadLoops {
  private static final VectorSpecies<Byte> SPECIES = species();
  private static final int LANES = SPECIES.length();
  private static final int FOUR = 4;
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
    Objects.checkFromIndexSize(offset, length, a.length);
    Objects.checkFromIndexSize(offset, length, b.length);
    Objects.checkFromIndexSize(offset, length, c.length);
    Objects.checkFromIndexSize(offset, length, d.length);
    Objects.checkFromIndexSize(outputOffset, length, row.length);
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
    Objects.checkFromIndexSize(offset, length, a.length);
    Objects.checkFromIndexSize(offset, length, b.length);
    Objects.checkFromIndexSize(offset, length, c.length);
    Objects.checkFromIndexSize(offset, length, d.length);
    Objects.checkFromIndexSize(outputOffset, length, row.length);
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
    Objects.checkFromIndexSize(offset, length, a.length);
    Objects.checkFromIndexSize(offset, length, b.length);
    Objects.checkFromIndexSize(offset, length, c.length);
    Objects.checkFromIndexSize(offset, length, d.length);
    Objects.checkFromIndexSize(outputOffset, length, row.length);
    Objects.checkFromIndexSize(outputOffset, length, sum.length);
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
    Objects.checkFromIndexSize(offset, length, a.length);
    Objects.checkFromIndexSize(offset, length, b.length);
    Objects.checkFromIndexSize(offset, length, c.length);
    Objects.checkFromIndexSize(offset, length, d.length);
    Objects.checkFromIndexSize(outputOffset, length, row.length);
    Objects.checkFromIndexSize(outputOffset, length, sum.length);
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
  public void sum(
      Block block, byte[][] inputs, int offset, byte[][] outputs, int outputOffset, int length) {
    int[] columns = block.columns;
    int products = block.outputs.length - 1;
    byte[] sum = outputs[block.outputs[products]];
    Objects.checkFromIndexSize(outputOffset, length, sum.length);
    int done = 0;
    if (columns.length >= FOUR) {
      byte[] a = inputs[columns[0]];
      byte[] b = inputs[columns[1]];
      byte[] c = inputs[columns[2]];
      byte[] d = inputs[columns[3]];
      for (int at = 0; at < length; at += LANES) {
        ByteVector ab = xor(load(a, offset + at), load(b, offset + at));
        ByteVector cd = xor(load(c, offset + at), load(d, offset + at));
        xor(ab, cd).intoArray(sum, outputOffset + at);
      }
      done = FOUR;
    } else if (columns.length > 0) {
      System.arraycopy(inputs[columns[0]], offset, sum, outputOffset, length);
      done = 1;
    } else {
      Arrays.fill(sum, outputOffset, outputOffset + length, (byte) 0);
    }
    for (; done + 1 < columns.length; done += 2) {
      byte[] a = inputs[columns[done]];
      byte[] b = inputs[columns[done + 1]];
      for (int at = 0; at < length; at += LANES) {
        ByteVector ab = xor(load(a, offset + at), load(b, offset + at));
        xor(ab, load(sum, outputOffset + at)).intoArray(sum, outputOffset + at);
      }
    }
    if (done < columns.length) {
      byte[] a = inputs[columns[done]];
      for (int at = 0; at < length; at += LANES) {
        xor(load(a, offset + at), load(sum, outputOffset + at)).intoArray(sum, outputOffset + at);
      }
    }
    for (int product = 0; product < products; product++) {
      byte[] a = outputs[block.outputs[product]];
      for (int at = 0; at < length; at += LANES) {
        xor(load(a, outputOffset + at), load(sum, outputOffset + at))
            .intoArray(sum, outputOffset + at);
      }
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
