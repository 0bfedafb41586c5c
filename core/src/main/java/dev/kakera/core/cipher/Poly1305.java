package dev.kakera.core.cipher;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Poly1305 of RFC 8439, section 2.5: with the message in blocks of 16 bytes as little-endian
 * numbers, {@code h = (h + block + 2^128) * r} modulo {@code 2^130 - 5} for each, then plus {@code
 * s} modulo {@code 2^128}.
 *
 * <p>Numbers are three limbs in longs, of 44, 44 and 42 bits. A product of two limbs is split at
 * 2^44: its upper part is {@code multiplyHigh} of the factors shifted left by 20 together, and the
 * lower parts of a column are what is left of the wrapped sum of products once the upper parts are
 * taken off, so that no carry between two halves of a 128-bit number is ever looked for. Limbs may
 * grow to 2^46 between two steps.
 *
 * <p>No branch and no index depends on key or message. Confined to one thread; key material is
 * zeroed by {@link #finish}.
 */
final class Poly1305 {
  static final int BLOCK_BYTES = 16;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long MASK = (1L << 44) - 1;
  private static final long TOP_MASK = (1L << 42) - 1;

  /** 2^128 in the third limb. */
  private static final long MARK = 1L << 40;

  /** Factors are shifted by 1 and 19, so that both stay positive as signed numbers. */
  private static final int SHIFT = 19;

  private final byte[] last = new byte[BLOCK_BYTES];

  private long r0;
  private long r1;
  private long r2;

  /** r squared, for two blocks a step. */
  private long q0;

  private long q1;
  private long q2;
  private long h0;
  private long h1;
  private long h2;
  private long s0;
  private long s1;

  /**
   * @param key 32 bytes from {@code offset}: r, then s
   */
  void begin(byte[] key, int offset) {
    long low = (long) LONGS.get(key, offset) & 0x0ffffffc0fffffffL;
    long high = (long) LONGS.get(key, offset + 8) & 0x0ffffffc0ffffffcL;
    s0 = (long) LONGS.get(key, offset + 16);
    s1 = (long) LONGS.get(key, offset + 24);
    r0 = low & MASK;
    r1 = (low >>> 44 | high << 20) & MASK;
    r2 = high >>> 24;
    h0 = r0;
    h1 = r1;
    h2 = r2;
    multiplyByR();
    reduceLimbs();
    q0 = h0;
    q1 = h1;
    q2 = h2;
    h0 = 0;
    h1 = 0;
    h2 = 0;
  }

  /** Absorbs bytes and as many zeros as make whole blocks. */
  void absorbPadded(byte[] bytes, int offset, int length) {
    int whole = length & -BLOCK_BYTES;
    absorbWhole(bytes, offset, whole);
    if (whole < length) {
      Arrays.fill(last, (byte) 0);
      System.arraycopy(bytes, offset + whole, last, 0, length - whole);
      absorbOne(last, 0, MARK);
    }
  }

  /** Absorbs the end of a message that is not padded, as Poly1305 alone has it. */
  void absorbLast(byte[] bytes, int offset, int length) {
    int whole = length & -BLOCK_BYTES;
    absorbWhole(bytes, offset, whole);
    if (whole < length) {
      Arrays.fill(last, (byte) 0);
      System.arraycopy(bytes, offset + whole, last, 0, length - whole);
      last[length - whole] = 1;
      absorbOne(last, 0, 0);
    }
  }

  private void absorbWhole(byte[] bytes, int offset, int length) {
    int pairs = length & -2 * BLOCK_BYTES;
    absorbPairs(bytes, offset, pairs);
    if (pairs < length) {
      absorbOne(bytes, offset + pairs, MARK);
    }
  }

  private void absorbOne(byte[] bytes, int offset, long mark) {
    long low = (long) LONGS.get(bytes, offset);
    long high = (long) LONGS.get(bytes, offset + 8);
    h0 += low & MASK;
    h1 += (low >>> 44 | high << 20) & MASK;
    h2 += high >>> 24 | mark;
    multiplyByR();
  }

  private void multiplyByR() {
    long d0 = h0 << 1;
    long d1 = h1 << 1;
    long d2 = h2 << 1;
    long x0 = r0 << SHIFT;
    long x1 = r1 << SHIFT;
    long x2 = r2 << SHIFT;
    long u0 = high(d0, x0);
    long u1 = high(d0, x1) + high(d1, x0);
    long u2 = high(d0, x2) + high(d1, x1) + high(d2, x0);
    long u3 = high(d1, x2) + high(d2, x1);
    long u4 = high(d2, x2);
    long v0 = h0 * r0 - (u0 << 44);
    long v1 = h0 * r1 + h1 * r0 - (u1 << 44);
    long v2 = h0 * r2 + h1 * r1 + h2 * r0 - (u2 << 44);
    long v3 = h1 * r2 + h2 * r1 - (u3 << 44);
    long v4 = h2 * r2 - (u4 << 44);
    // 2^132 is 20 modulo 2^130 - 5.
    long y0 = v0 + 20 * (v3 + u2);
    long y1 = v1 + u0 + 20 * (v4 + u3);
    long y2 = v2 + u1 + 20 * u4;
    h0 = (y0 & MASK) + 20 * (y2 >>> 44);
    h1 = (y1 & MASK) + (y0 >>> 44);
    h2 = (y2 & MASK) + (y1 >>> 44);
  }

  /** Two blocks a step: {@code h = (h + a) * r^2 + b * r}. */
  private void absorbPairs(byte[] bytes, int offset, int length) {
    long e0 = h0;
    long e1 = h1;
    long e2 = h2;
    long r0 = this.r0;
    long r1 = this.r1;
    long r2 = this.r2;
    long q0 = this.q0;
    long q1 = this.q1;
    long q2 = this.q2;
    long x0 = r0 << SHIFT;
    long x1 = r1 << SHIFT;
    long x2 = r2 << SHIFT;
    long z0 = q0 << SHIFT;
    long z1 = q1 << SHIFT;
    long z2 = q2 << SHIFT;
    int end = offset + length;
    for (int at = offset; at < end; at += 2 * BLOCK_BYTES) {
      long aLow = (long) LONGS.get(bytes, at);
      long aHigh = (long) LONGS.get(bytes, at + 8);
      long bLow = (long) LONGS.get(bytes, at + 16);
      long bHigh = (long) LONGS.get(bytes, at + 24);
      long a0 = e0 + (aLow & MASK);
      long a1 = e1 + ((aLow >>> 44 | aHigh << 20) & MASK);
      long a2 = e2 + (aHigh >>> 24 | MARK);
      long b0 = bLow & MASK;
      long b1 = (bLow >>> 44 | bHigh << 20) & MASK;
      long b2 = bHigh >>> 24 | MARK;
      long c0 = a0 << 1;
      long c1 = a1 << 1;
      long c2 = a2 << 1;
      long d0 = b0 << 1;
      long d1 = b1 << 1;
      long d2 = b2 << 1;
      long u0 = high(c0, z0) + high(d0, x0);
      long v0 = a0 * q0 + b0 * r0 - (u0 << 44);
      long u1 = high(c0, z1) + high(c1, z0) + high(d0, x1) + high(d1, x0);
      long v1 = a0 * q1 + a1 * q0 + b0 * r1 + b1 * r0 - (u1 << 44);
      long u2 = high(c0, z2) + high(c1, z1) + high(c2, z0);
      u2 += high(d0, x2) + high(d1, x1) + high(d2, x0);
      long v2 = a0 * q2 + a1 * q1 + a2 * q0 + b0 * r2 + b1 * r1 + b2 * r0 - (u2 << 44);
      long u3 = high(c1, z2) + high(c2, z1) + high(d1, x2) + high(d2, x1);
      long v3 = a1 * q2 + a2 * q1 + b1 * r2 + b2 * r1 - (u3 << 44);
      long u4 = high(c2, z2) + high(d2, x2);
      long v4 = a2 * q2 + b2 * r2 - (u4 << 44);
      long y0 = v0 + 20 * (v3 + u2);
      long y1 = v1 + u0 + 20 * (v4 + u3);
      long y2 = v2 + u1 + 20 * u4;
      e0 = (y0 & MASK) + 20 * (y2 >>> 44);
      e1 = (y1 & MASK) + (y0 >>> 44);
      e2 = (y2 & MASK) + (y1 >>> 44);
    }
    h0 = e0;
    h1 = e1;
    h2 = e2;
  }

  private static long high(long a, long b) {
    return Math.multiplyHigh(a, b);
  }

  /** Carries until every limb has its bits; the number may still be p or a little more. */
  private void reduceLimbs() {
    for (int pass = 0; pass < 3; pass++) {
      h1 += h0 >>> 44;
      h0 &= MASK;
      h2 += h1 >>> 44;
      h1 &= MASK;
      h0 += 5 * (h2 >>> 42);
      h2 &= TOP_MASK;
    }
    h1 += h0 >>> 44;
    h0 &= MASK;
  }

  /** Writes the tag, 16 bytes, and zeroes everything. */
  void finish(byte[] target, int offset) {
    reduceLimbs();
    // h - p, of which the sign says whether h was below p.
    long g0 = h0 + 5;
    long g1 = h1 + (g0 >>> 44);
    long g2 = h2 + (g1 >>> 44) - (1L << 42);
    long below = g2 >> 63;
    h0 = h0 & below | g0 & MASK & ~below;
    h1 = h1 & below | g1 & MASK & ~below;
    h2 = h2 & below | g2 & ~below;
    long low = h0 | h1 << 44;
    long high = h1 >>> 20 | h2 << 24;
    long sum = low + s0;
    long carry = (low & s0 | (low | s0) & ~sum) >>> 63;
    LONGS.set(target, offset, sum);
    LONGS.set(target, offset + 8, high + s1 + carry);
    wipe();
  }

  private void wipe() {
    r0 = r1 = r2 = 0;
    q0 = q1 = q2 = 0;
    h0 = h1 = h2 = 0;
    s0 = s1 = 0;
    Arrays.fill(last, (byte) 0);
  }
}
