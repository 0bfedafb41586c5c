package dev.kakera.core.erasure.kernel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The loops of {@link LongKernel}, over one tile each.
 *
 * <p>They are small and of fixed arity because that is what the compiler turns into vector
 * instructions; one long body over all bits, or a loop over inputs inside, runs at a tenth. And
 * they are few, because each has to be compiled before a fresh process is fast: with one loop for
 * every number of inputs up to four the first 64 MiB cost twice the time.
 *
 * <p>Sums are in an array of {@code long} although the rows are bytes: with bytes on both sides the
 * compiler must suspect that a store changes the next load, and gives up. The byte order does not
 * matter to the sums, so it is the machine's own.
 */
final class LongLoops {
  /** How many inputs one loop adds. */
  static final int ARITY = 2;

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

  /** Adds the same part of two rows, {@code words} longs from each offset. */
  static void add(long[] sums, int words, byte[] a, int aOffset, byte[] b, int bOffset) {
    for (int word = 0; word < words; word++) {
      sums[word] = sums[word] ^ get(a, aOffset, word) ^ get(b, bOffset, word);
    }
  }

  /** Doubles the sums, then adds as {@link #add}. */
  static void twiceAndAdd(long[] sums, int words, byte[] a, int aOffset, byte[] b, int bOffset) {
    for (int word = 0; word < words; word++) {
      sums[word] = twice(sums[word]) ^ get(a, aOffset, word) ^ get(b, bOffset, word);
    }
  }
}
