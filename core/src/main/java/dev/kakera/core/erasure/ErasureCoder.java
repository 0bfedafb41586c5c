package dev.kakera.core.erasure;

import dev.kakera.core.erasure.kernel.Kernel;
import dev.kakera.core.erasure.kernel.Kernels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Encodes and rebuilds stripes of one geometry with the {@link CauchyMatrix}.
 *
 * <p>A stripe is an array of {@code n} byte arrays: at index 0 to {@code k - 1} the data shards, at
 * {@code k} to {@code n - 1} the parity shards. All methods work on the same range, {@code offset}
 * to {@code offset + length}, of every array and touch nothing outside it. The arrays stay the
 * caller's. Lengths that are a multiple of 64 are the fastest; any length works.
 *
 * <p>Thread-safe. Immutable but for a bounded cache of inverted matrices.
 *
 * <p>Arguments are checked at the door, with these exceptions: that no two shards share bytes, and
 * that shards said to be present hold the right bytes. Neither can be told here.
 */
public final class ErasureCoder {
  private final Geometry geometry;
  private final Kernel kernel;
  private final Kernel.Multiplier encoder;
  private final List<Recovery> proofRounds;
  private final RecoveryCache recoveries = new RecoveryCache();

  /** A coder on the kernel of this process, {@link Kernels#chosen}. */
  public ErasureCoder(Geometry geometry) {
    this(geometry, Kernels.chosen());
  }

  /** A coder on a kernel of the caller's choice. */
  public ErasureCoder(Geometry geometry, Kernel kernel) {
    this.geometry = Objects.requireNonNull(geometry, "geometry");
    this.kernel = Objects.requireNonNull(kernel, "kernel");
    this.encoder = kernel.prepare(CauchyMatrix.parityRows(geometry));
    this.proofRounds = proofRounds(geometry, kernel);
  }

  public Geometry geometry() {
    return geometry;
  }

  /**
   * Computes all parity shards from the data shards.
   *
   * @param shards {@code n} arrays; parity is overwritten
   * @throws IllegalArgumentException if the count of shards or the range does not fit
   */
  public void encode(byte[][] shards, int offset, int length) {
    checkShape(shards, offset, length);
    checkShards(shards, 0, geometry.n(), offset, length);
    byte[][] data = Arrays.copyOf(shards, geometry.k());
    byte[][] parity = Arrays.copyOfRange(shards, geometry.k(), geometry.n());
    encoder.multiply(data, offset, parity, offset, length);
  }

  /** As {@link #encode(byte[][], int, int)}, allocating nothing. */
  public void encode(byte[][] shards, int offset, int length, ProofScratch scratch) {
    checkShape(shards, offset, length);
    checkShards(shards, 0, geometry.n(), offset, length);
    checkScratch(scratch);
    encoder.multiply(scratch.dataOf(shards), offset, scratch.parityOf(shards), offset, length);
  }

  /**
   * Rebuilds the data shards that are not present; does nothing if none is missing. Parity shards
   * are not rebuilt: {@link #encode} does that once the data is there.
   *
   * @param shards {@code n} arrays. Missing data shards are arrays that get the bytes; arrays of
   *     missing parity shards may be null
   * @param present for each of the {@code n} shards whether its bytes are there; not changed
   * @throws TooFewShardsException if fewer than {@code k} are present; nothing is written then
   * @throws IllegalArgumentException if the count of shards or the range does not fit
   */
  public void reconstructData(byte[][] shards, boolean[] present, int offset, int length) {
    checkShape(shards, offset, length);
    Objects.requireNonNull(present, "present");
    if (present.length != geometry.n()) {
      throw new IllegalArgumentException(
          "present has "
              + present.length
              + " entries, expected "
              + geometry.n()
              + " for geometry "
              + geometry);
    }
    checkShards(shards, 0, geometry.k(), offset, length);
    for (int index = geometry.k(); index < geometry.n(); index++) {
      if (present[index]) {
        checkShards(shards, index, index + 1, offset, length);
      }
    }
    BitSet survivors = survivors(present);
    if (survivors.nextClearBit(0) >= geometry.k()) {
      return;
    }
    Recovery recovery = recoveries.get(survivors, () -> recoveryFrom(survivors));
    recovery
        .multiplier()
        .multiply(recovery.survivorsOf(shards), offset, recovery.missingOf(shards), offset, length);
  }

  /**
   * Proves that the parity shards belong to the data shards, by rebuilding data from parity and
   * comparing. Every parity shard takes part, in several rounds when there are more parity than
   * data shards: parity that gives the data back is the right parity, whatever code path made it.
   *
   * @param shards {@code n} arrays; only read
   * @param scratch from {@link #newProofScratch}; after a failure its {@link
   *     ProofScratch#difference} says where
   * @return false at the first difference
   * @throws IllegalArgumentException if the count of shards, the range or the scratch does not fit
   */
  public boolean prove(byte[][] shards, int offset, int length, ProofScratch scratch) {
    checkShape(shards, offset, length);
    checkShards(shards, 0, geometry.n(), offset, length);
    checkScratch(scratch);
    scratch.clearDifference();
    for (int round = 0; round < proofRounds.size(); round++) {
      if (!proveRound(round, shards, offset, length, scratch)) {
        return false;
      }
    }
    return true;
  }

  /** Working memory for {@link #prove}: {@code min(k, m)} tiles of 16 KiB. */
  public ProofScratch newProofScratch() {
    return new ProofScratch(geometry, Math.min(geometry.k(), geometry.m()));
  }

  private boolean proveRound(
      int round, byte[][] shards, int offset, int length, ProofScratch scratch) {
    Recovery recovery = proofRounds.get(round);
    byte[][] survivors = scratch.survivors();
    recovery.pickSurvivors(shards, survivors);
    byte[][] rebuilt = scratch.rebuilt();
    int end = offset + length;
    for (int at = offset; at < end; at += Math.min(ProofScratch.TILE_BYTES, end - at)) {
      int size = Math.min(ProofScratch.TILE_BYTES, end - at);
      recovery.multiplier().multiply(survivors, at, rebuilt, 0, size);
      for (int place = 0; place < rebuilt.length; place++) {
        int index = recovery.missingIndex(place);
        int differing = Arrays.mismatch(rebuilt[place], 0, size, shards[index], at, at + size);
        if (differing >= 0) {
          scratch.differs(
              new ProofScratch.Difference(index, recovery.parityIndexes(), at + differing));
          return false;
        }
      }
    }
    return true;
  }

  /** Rounds of {@code min(k, m)} parity shards each; the last may overlap the one before. */
  private static List<Recovery> proofRounds(Geometry geometry, Kernel kernel) {
    int size = Math.min(geometry.k(), geometry.m());
    List<Recovery> rounds = new ArrayList<>();
    for (int start = 0; start < geometry.m(); start += size) {
      int parity = geometry.k() + Math.min(start, geometry.m() - size);
      int[] survivors =
          IntStream.concat(
                  IntStream.range(size, geometry.k()), IntStream.range(parity, parity + size))
              .toArray();
      rounds.add(new Recovery(geometry, kernel, IntStream.range(0, size).toArray(), survivors));
    }
    return List.copyOf(rounds);
  }

  /** All data shards that are present, then as many parity shards as it takes. */
  private BitSet survivors(boolean[] present) {
    BitSet survivors = new BitSet(geometry.n());
    int have = 0;
    for (int index = 0; index < geometry.n(); index++) {
      if (present[index]) {
        if (have < geometry.k()) {
          survivors.set(index);
        }
        have++;
      }
    }
    if (have < geometry.k()) {
      throw new TooFewShardsException(have, geometry.k());
    }
    return survivors;
  }

  private Recovery recoveryFrom(BitSet survivors) {
    int[] missing =
        IntStream.range(0, geometry.k()).filter(index -> !survivors.get(index)).toArray();
    return new Recovery(geometry, kernel, missing, survivors.stream().toArray());
  }

  private void checkShape(byte[][] shards, int offset, int length) {
    Objects.requireNonNull(shards, "shards");
    if (shards.length != geometry.n()) {
      throw new IllegalArgumentException(
          "shards has "
              + shards.length
              + " arrays, expected "
              + geometry.n()
              + " for geometry "
              + geometry);
    }
    if (offset < 0) {
      throw new IllegalArgumentException("offset is " + offset + ", expected zero or more");
    }
    if (length < 0) {
      throw new IllegalArgumentException("length is " + length + ", expected zero or more");
    }
  }

  private void checkScratch(ProofScratch scratch) {
    if (!scratch.geometry().equals(geometry)) {
      throw new IllegalArgumentException(
          "scratch is for geometry " + scratch.geometry() + ", expected " + geometry);
    }
  }

  private void checkShards(byte[][] shards, int from, int to, int offset, int length) {
    for (int index = from; index < to; index++) {
      byte[] shard = shards[index];
      if (shard == null) {
        throw new IllegalArgumentException(
            "shards[" + index + "] is null, expected an array (geometry " + geometry + ")");
      }
      if (offset > shard.length - length) {
        throw new IllegalArgumentException(
            "shards["
                + index
                + "] has "
                + shard.length
                + " bytes, expected at least offset "
                + offset
                + " + length "
                + length
                + " (geometry "
                + geometry
                + ")");
      }
    }
  }
}
