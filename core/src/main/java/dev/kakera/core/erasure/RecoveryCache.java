package dev.kakera.core.erasure;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.Supplier;

/**
 * Keeps the last used recoveries, since a lost peer means the same pattern for thousands of
 * stripes. Thread-safe; holds at most {@value #CAPACITY}.
 */
final class RecoveryCache {
  /** More than all the patterns of 4+2 and of 2+4. */
  static final int CAPACITY = 64;

  private final SequencedMap<BitSet, Recovery> recoveries = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * @param survivors the shards that are read, which name the pattern; must not change afterwards
   * @param make called outside the lock, and by two threads at once at worst: both make the same
   */
  Recovery get(BitSet survivors, Supplier<Recovery> make) {
    Recovery known = find(survivors);
    if (known != null) {
      return known;
    }
    Recovery made = make.get();
    keep(survivors, made);
    return made;
  }

  synchronized int count() {
    return recoveries.size();
  }

  private synchronized Recovery find(BitSet survivors) {
    return recoveries.get(survivors);
  }

  private synchronized void keep(BitSet survivors, Recovery recovery) {
    recoveries.put(survivors, recovery);
    if (recoveries.size() > CAPACITY) {
      recoveries.pollFirstEntry();
    }
  }
}
