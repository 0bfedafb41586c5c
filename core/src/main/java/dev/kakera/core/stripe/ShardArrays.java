package dev.kakera.core.stripe;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * Arrays of sealed shards that came back, by their length, since a shard is sent as a whole array.
 * Padding leaves few lengths. Thread-safe: stripes are released where their sends end.
 */
final class ShardArrays {
  /** What is kept at most; more is left to the garbage collector. */
  static final long KEPT_MAX_BYTES = 32L << 20;

  private final Map<Integer, ArrayDeque<byte[]>> bySize = new HashMap<>();
  private long keptBytes;

  /** An array of this length with any content. */
  synchronized byte[] take(int size) {
    ArrayDeque<byte[]> kept = bySize.get(size);
    if (kept == null || kept.isEmpty()) {
      return new byte[size];
    }
    keptBytes -= size;
    return kept.pollLast();
  }

  synchronized void give(byte[] array) {
    if (keptBytes + array.length > KEPT_MAX_BYTES) {
      // Lengths of long ago would otherwise keep out those of now.
      bySize.clear();
      keptBytes = 0;
    }
    bySize.computeIfAbsent(array.length, _ -> new ArrayDeque<>()).addLast(array);
    keptBytes += array.length;
  }
}
