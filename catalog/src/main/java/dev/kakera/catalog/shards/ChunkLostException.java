package dev.kakera.catalog.shards;

import dev.kakera.core.stripe.ChunkRef;
import java.util.List;

/**
 * A chunk cannot be given back now: fewer than k of its shards are to be had. Says which, how many
 * are missing, and what each place said (I-16).
 */
public final class ChunkLostException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient ChunkRef ref;
  private final int have;
  private final transient List<Finding> findings;

  /**
   * @param have good shards that were found
   * @param findings what is wrong with the others
   */
  public ChunkLostException(ChunkRef ref, int have, List<Finding> findings) {
    super(message(ref, have));
    this.ref = ref;
    this.have = have;
    this.findings = List.copyOf(findings);
  }

  public ChunkRef ref() {
    return ref;
  }

  /** Good shards that were found. */
  public int have() {
    return have;
  }

  /** Shards that it takes. */
  public int need() {
    return ref.geometry().k();
  }

  public List<Finding> findings() {
    return findings;
  }

  private static String message(ChunkRef ref, int have) {
    int need = ref.geometry().k();
    if (have >= need) {
      return "chunk %s: its shards are whole but do not give it back".formatted(ref.chunk());
    }
    return "chunk %s: %d of %d needed shards found, %d more needed"
        .formatted(ref.chunk(), have, need, need - have);
  }
}
