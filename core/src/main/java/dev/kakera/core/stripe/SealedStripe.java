package dev.kakera.core.stripe;

import dev.kakera.core.id.Locator;
import java.util.List;

/**
 * The n sealed shards of a chunk. The arrays are the caller's to send, for good or until {@link
 * #release}.
 */
public final class SealedStripe {
  private final ChunkRef ref;
  private final List<Locator> locators;
  private final byte[][] shards;
  private final ShardArrays arrays;
  private final Timings timings;

  SealedStripe(
      ChunkRef ref, List<Locator> locators, byte[][] shards, ShardArrays arrays, Timings timings) {
    this.ref = ref;
    this.arrays = arrays;
    this.locators = List.copyOf(locators);
    this.shards = shards;
    this.timings = timings;
  }

  /** Microseconds spent on each step. */
  public record Timings(long compress, long encode, long prove, long seal) {}

  public ChunkRef ref() {
    return ref;
  }

  public Locator locator(int index) {
    return locators.get(index);
  }

  /** Shared, not copied; null once released. */
  public byte[] sealed(int index) {
    return shards[index];
  }

  /**
   * Gives the arrays back for later stripes; from any thread. Nobody may read them afterwards: not
   * even a sender that still holds one.
   */
  public void release() {
    for (int index = 0; index < shards.length; index++) {
      release(index);
    }
  }

  /** As {@link #release()}, one of them; harmless when it was given back before. */
  public void release(int index) {
    if (shards[index] != null) {
      arrays.give(shards[index]);
      shards[index] = null;
    }
  }

  public Timings timings() {
    return timings;
  }
}
