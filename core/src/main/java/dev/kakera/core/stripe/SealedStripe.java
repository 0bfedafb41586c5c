package dev.kakera.core.stripe;

import dev.kakera.core.id.Locator;
import java.util.List;

/** The n sealed shards of a chunk. The arrays are the caller's to send. */
public final class SealedStripe {
  private final ChunkRef ref;
  private final List<Locator> locators;
  private final byte[][] shards;
  private final Timings timings;

  SealedStripe(ChunkRef ref, List<Locator> locators, byte[][] shards, Timings timings) {
    this.ref = ref;
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

  /** Shared, not copied. */
  public byte[] sealed(int index) {
    return shards[index];
  }

  public Timings timings() {
    return timings;
  }
}
