package dev.kakera.core.erasure;

import java.util.List;
import java.util.Optional;

/**
 * Working memory of {@link ErasureCoder#prove} and of encoding beside it, and what the last proof
 * found. Made by {@link ErasureCoder#newProofScratch} for coders of one geometry; belongs to one
 * thread at a time and is meant to be used again and again.
 */
public final class ProofScratch {
  /** How many bytes of each shard are rebuilt and compared at a time. */
  static final int TILE_BYTES = 16 * 1024;

  private final Geometry geometry;
  private final byte[][] rebuilt;
  private final byte[][] survivors;
  private final byte[][] data;
  private final byte[][] parity;
  private Optional<Difference> difference = Optional.empty();

  ProofScratch(Geometry geometry, int rebuiltCount) {
    this.geometry = geometry;
    this.rebuilt = new byte[rebuiltCount][TILE_BYTES];
    survivors = new byte[geometry.k()][];
    data = new byte[geometry.k()][];
    parity = new byte[geometry.m()][];
  }

  /** Why the last proof failed; empty if it did not. */
  public Optional<Difference> difference() {
    return difference;
  }

  Geometry geometry() {
    return geometry;
  }

  byte[][] rebuilt() {
    return rebuilt;
  }

  /** Place for the arrays that a round reads. */
  byte[][] survivors() {
    return survivors;
  }

  byte[][] dataOf(byte[][] shards) {
    System.arraycopy(shards, 0, data, 0, data.length);
    return data;
  }

  byte[][] parityOf(byte[][] shards) {
    System.arraycopy(shards, data.length, parity, 0, parity.length);
    return parity;
  }

  void clearDifference() {
    difference = Optional.empty();
  }

  void differs(Difference found) {
    difference = Optional.of(found);
  }

  /**
   * Where a stripe contradicts itself. The wrong byte lies at this position in one of the data
   * shards or in one of the parity shards that took part; a proof cannot tell which.
   *
   * @param dataIndex the data shard that came out differently
   * @param parityIndexes the parity shards it was rebuilt from
   * @param position where the first differing byte is in the shards' arrays
   */
  public record Difference(int dataIndex, List<Integer> parityIndexes, int position) {
    public Difference {
      parityIndexes = List.copyOf(parityIndexes);
    }

    @Override
    public String toString() {
      return "data shard "
          + dataIndex
          + " rebuilt with parity shards "
          + parityIndexes
          + " differs from byte "
          + position
          + " on";
    }
  }
}
