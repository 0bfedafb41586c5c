package dev.kakera.core.stripe;

/**
 * Hides a chunk's exact length from peers: Padmé (Nikitin et al., "Reducing Metadata Leakage from
 * Encrypted Files", 2019) leaves O(log log size) bits and adds at most 12 %, 3 % from 1 MiB on;
 * then up to whole shards of 64-byte lanes.
 */
final class Padding {
  private static final int LANE_BYTES = 64;

  private Padding() {}

  static int shardSize(int encodedSize, int k) {
    int perShard = Math.ceilDiv(padded(encodedSize), k);
    return Math.ceilDiv(perShard, LANE_BYTES) * LANE_BYTES;
  }

  static int padded(int size) {
    if (size < 2) {
      return size;
    }
    int exponent = 31 - Integer.numberOfLeadingZeros(size);
    int exponentBits = 32 - Integer.numberOfLeadingZeros(exponent);
    int mask = (1 << Math.max(0, exponent - exponentBits)) - 1;
    return (size + mask) & ~mask;
  }
}
