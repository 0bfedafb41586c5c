package dev.kakera.core.ledger;

import dev.kakera.core.stripe.ChunkRef;
import java.util.Optional;

/**
 * What the ledger does with an announced stripe (I-11: all shards that count are of one stripe).
 */
public enum StripeFate {
  /** It is the chunk's stripe, now or already. */
  ADOPTED,
  /** It takes the place of another, whose shards are named for cleanup. */
  REPLACES,
  /** Nobody waits for it: its shards are named for cleanup. */
  STRAY;

  /**
   * A chunk that the catalog has.
   *
   * @param stripe empty until one was announced
   * @param isComplete every shard is receipted
   * @param isNamed a snapshot, committed or being made, names its stripe
   */
  public record Known(Optional<ChunkRef> stripe, boolean isComplete, boolean isNamed) {}

  public static StripeFate of(Optional<Known> known, ChunkRef announced) {
    if (known.isEmpty()) {
      return STRAY;
    }
    if (known.get().stripe().filter(other -> !other.equals(announced)).isEmpty()) {
      return ADOPTED;
    }
    return known.get().isComplete() || known.get().isNamed() ? STRAY : REPLACES;
  }
}
