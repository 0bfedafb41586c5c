package dev.kakera.benchmarks;

import dev.kakera.core.erasure.ErasureCoder;
import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.erasure.kernel.Kernel;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Encoded stripes that together hold about as much data as asked for, and take turns: more than the
 * caches near a core hold. Confined to one thread.
 */
public final class StripeSet {
  private final ErasureCoder coder;
  private final int shardBytes;
  private final byte[][][] stripes;
  private int next;

  public StripeSet(long seed, Geometry geometry, Kernel kernel, int shardBytes, int setBytes) {
    coder = new ErasureCoder(geometry, kernel);
    this.shardBytes = shardBytes;
    stripes = new byte[count(geometry, shardBytes, setBytes)][geometry.n()][shardBytes];
    SplittableRandom random = new SplittableRandom(seed);
    for (byte[][] stripe : stripes) {
      for (int index = 0; index < geometry.k(); index++) {
        random.nextBytes(stripe[index]);
      }
    }
    for (byte[][] stripe : stripes) {
      coder.encode(stripe, 0, shardBytes);
    }
    coder.reconstructData(stripes[0], worstLoss(), 0, shardBytes);
    KernelChoice.settle();
  }

  /** How many stripes make a set. */
  public static int count(Geometry geometry, int shardBytes, int setBytes) {
    return Math.max(1, setBytes / (geometry.k() * shardBytes));
  }

  /** Data bytes in a stripe. */
  public long stripeBytes() {
    return (long) coder.geometry().k() * shardBytes;
  }

  /** For each shard whether it is there when as many data shards are lost as may be. */
  public boolean[] worstLoss() {
    Geometry geometry = coder.geometry();
    boolean[] present = new boolean[geometry.n()];
    Arrays.fill(present, Math.min(geometry.k(), geometry.m()), geometry.n(), true);
    return present;
  }

  public void encode() {
    coder.encode(nextStripe(), 0, shardBytes);
  }

  public void decode(boolean[] present) {
    coder.reconstructData(nextStripe(), present, 0, shardBytes);
  }

  private byte[][] nextStripe() {
    byte[][] stripe = stripes[next];
    next = (next + 1) % stripes.length;
    return stripe;
  }
}
