package dev.kakera.core.cipher;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Poly1305 over every fourth block in a lane of its own, multiplied by r to the fourth; the lanes
 * meet again in the last four blocks, where Horner's rule gives each the power it lacks.
 */
final class PolyLanes {
  /** Below this, one block after the other is as fast. */
  static final int WORTH_BYTES = 1024;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int LANES = BulkLoops.LANES;
  private static final int LIMBS = 5;
  private static final int STEP_BYTES = LANES * Poly1305.BLOCK_BYTES;
  private static final int TILE_STEPS = 64;

  private final BulkLoops loops;
  private final long[] limbs = new long[LIMBS * LANES];
  private final long[] factors = new long[(2 * LIMBS - 1) * LANES];
  private final long[] words = new long[TILE_STEPS * 2 * LANES];
  private final long[] power = new long[LIMBS];
  private boolean hasPower;

  PolyLanes(BulkLoops loops) {
    this.loops = loops;
  }

  void begin() {
    hasPower = false;
  }

  /** Absorbs whole steps of four blocks and returns their bytes. */
  int absorb(Poly1305 poly, byte[] bytes, int offset, int length) {
    if (!hasPower) {
      prepare(poly);
    }
    int steps = length / STEP_BYTES;
    Arrays.fill(limbs, 0);
    poly.moveTo(limbs, LANES);
    for (int done = 0; done < steps - 1; done += TILE_STEPS) {
      int count = Math.min(TILE_STEPS, steps - 1 - done);
      gather(bytes, offset + done * STEP_BYTES, count);
      loops.absorb(limbs, factors, words, count * 2 * LANES);
    }
    int at = offset + (steps - 1) * STEP_BYTES;
    for (int lane = 0; lane < LANES; lane++) {
      join(poly, lane, bytes, at + lane * Poly1305.BLOCK_BYTES);
    }
    return steps * STEP_BYTES;
  }

  void wipe() {
    Arrays.fill(limbs, 0);
    Arrays.fill(factors, 0);
    Arrays.fill(words, 0);
    Arrays.fill(power, 0);
    hasPower = false;
  }

  private void prepare(Poly1305 poly) {
    poly.fourthPower(power);
    for (int limb = 0; limb < LIMBS; limb++) {
      Arrays.fill(factors, limb * LANES, (limb + 1) * LANES, power[limb]);
      if (limb > 0) {
        int from = (LIMBS - 1 + limb) * LANES;
        Arrays.fill(factors, from, from + LANES, 5 * power[limb]);
      }
    }
    hasPower = true;
  }

  private void gather(byte[] bytes, int offset, int steps) {
    int at = offset;
    for (int word = 0; word < steps * 2 * LANES; word += 2 * LANES) {
      for (int lane = 0; lane < LANES; lane++) {
        words[word + lane] = (long) LONGS.get(bytes, at);
        words[word + LANES + lane] = (long) LONGS.get(bytes, at + 8);
        at += Poly1305.BLOCK_BYTES;
      }
    }
  }

  /** Adds a lane and its block to h and multiplies by r. */
  private void join(Poly1305 poly, int lane, byte[] bytes, int offset) {
    long mask = (1L << 44) - 1;
    long l0 = limbs[lane];
    long l1 = limbs[LANES + lane];
    long l2 = limbs[2 * LANES + lane];
    long l3 = limbs[3 * LANES + lane];
    long l4 = limbs[4 * LANES + lane];
    long low = (long) LONGS.get(bytes, offset);
    long high = (long) LONGS.get(bytes, offset + 8);
    poly.addAndMultiply(
        l0 + ((l1 & 0x3ffff) << 26) + (low & mask),
        (l1 >>> 18) + (l2 << 8) + ((l3 & 0x3ff) << 34) + ((low >>> 44 | high << 20) & mask),
        (l3 >>> 10) + (l4 << 16) + (high >>> 24 | 1L << 40));
  }
}
