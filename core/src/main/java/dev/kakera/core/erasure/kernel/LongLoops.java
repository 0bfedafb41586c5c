package dev.kakera.core.erasure.kernel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The loops of {@link LongKernel}, over one tile each.
 *
 * <p>They are many, small and of fixed arity because that is what the compiler turns into vector
 * instructions; one long body over all bits, or a loop over inputs inside, runs at a tenth. Sums
 * are in an array of {@code long} although the rows are bytes: with bytes on both sides the
 * compiler must suspect that a store changes the next load, and gives up. The byte order does not
 * matter to the sums, so it is the machine's own.
 *
 * <p>In all of them {@code picks} names the inputs that are added, and {@code offset} is where the
 * tile begins in every input.
 */
final class LongLoops {
  /** The most inputs that one loop adds. */
  static final int ARITY_MAX = 4;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static final long HIGH_BITS = 0x8080808080808080L;

  /** The low byte of the field's polynomial, 0x11d, in every byte. */
  private static final long REDUCTION = 0x1d1d1d1d1d1d1d1dL;

  private LongLoops() {}

  /** Eight field elements, each times two. */
  private static long twice(long elements) {
    long high = elements & HIGH_BITS;
    // A high bit becomes 0x7f in its own byte, 0x80 - 0x01: enough for the reduction's five bits.
    long overflowed = high - (high >>> 7);
    return ((elements ^ high) << 1) ^ (overflowed & REDUCTION);
  }

  private static long get(byte[] row, int offset, int word) {
    return (long) LONGS.get(row, offset + (word << 3));
  }

  static void store(long[] sums, int words, byte[] output, int offset) {
    for (int word = 0; word < words; word++) {
      LONGS.set(output, offset + (word << 3), sums[word]);
    }
  }

  static void twice(long[] sums, int words) {
    for (int word = 0; word < words; word++) {
      sums[word] = twice(sums[word]);
    }
  }

  static void add1(int[] picks, long[] sums, int words, byte[][] inputs, int offset) {
    byte[] a = inputs[picks[0]];
    for (int word = 0; word < words; word++) {
      sums[word] = sums[word] ^ get(a, offset, word);
    }
  }

  static void add2(int[] picks, long[] sums, int words, byte[][] inputs, int offset) {
    byte[] a = inputs[picks[0]];
    byte[] b = inputs[picks[1]];
    for (int word = 0; word < words; word++) {
      sums[word] = sums[word] ^ get(a, offset, word) ^ get(b, offset, word);
    }
  }

  static void add3(int[] picks, long[] sums, int words, byte[][] inputs, int offset) {
    byte[] a = inputs[picks[0]];
    byte[] b = inputs[picks[1]];
    byte[] c = inputs[picks[2]];
    for (int word = 0; word < words; word++) {
      sums[word] = sums[word] ^ get(a, offset, word) ^ get(b, offset, word) ^ get(c, offset, word);
    }
  }

  static void add4(int[] picks, long[] sums, int words, byte[][] inputs, int offset) {
    byte[] a = inputs[picks[0]];
    byte[] b = inputs[picks[1]];
    byte[] c = inputs[picks[2]];
    byte[] d = inputs[picks[3]];
    for (int word = 0; word < words; word++) {
      sums[word] =
          sums[word]
              ^ get(a, offset, word)
              ^ get(b, offset, word)
              ^ get(c, offset, word)
              ^ get(d, offset, word);
    }
  }

  static void twiceAndAdd1(int[] picks, long[] sums, int words, byte[][] inputs, int offset) {
    byte[] a = inputs[picks[0]];
    for (int word = 0; word < words; word++) {
      sums[word] = twice(sums[word]) ^ get(a, offset, word);
    }
  }

  static void twiceAndAdd2(int[] picks, long[] sums, int words, byte[][] inputs, int offset) {
    byte[] a = inputs[picks[0]];
    byte[] b = inputs[picks[1]];
    for (int word = 0; word < words; word++) {
      sums[word] = twice(sums[word]) ^ get(a, offset, word) ^ get(b, offset, word);
    }
  }

  static void twiceAndAdd3(int[] picks, long[] sums, int words, byte[][] inputs, int offset) {
    byte[] a = inputs[picks[0]];
    byte[] b = inputs[picks[1]];
    byte[] c = inputs[picks[2]];
    for (int word = 0; word < words; word++) {
      sums[word] =
          twice(sums[word]) ^ get(a, offset, word) ^ get(b, offset, word) ^ get(c, offset, word);
    }
  }

  static void twiceAndAdd4(int[] picks, long[] sums, int words, byte[][] inputs, int offset) {
    byte[] a = inputs[picks[0]];
    byte[] b = inputs[picks[1]];
    byte[] c = inputs[picks[2]];
    byte[] d = inputs[picks[3]];
    for (int word = 0; word < words; word++) {
      sums[word] =
          twice(sums[word])
              ^ get(a, offset, word)
              ^ get(b, offset, word)
              ^ get(c, offset, word)
              ^ get(d, offset, word);
    }
  }
}
