package dev.kakera.console.trace;

import dev.kakera.console.inspect.SeenRecord;
import dev.kakera.core.erasure.Geometry;
import java.util.Comparator;
import java.util.List;

/**
 * A chunk with what became of each shard.
 *
 * @param shards that were asked for; never empty
 * @param seen what lies in the broker about the chunk itself
 */
public record ChunkLife(ChunkFacts facts, List<ShardLife> shards, List<SeenRecord> seen) {
  public ChunkLife {
    shards = List.copyOf(shards);
    seen = List.copyOf(seen);
  }

  /** The shard that is worst off. */
  public ShardLife worst() {
    return shards.stream().max(Comparator.comparing(ShardLife::verdict)).orElseThrow();
  }

  public boolean isStored() {
    return shards.stream().allMatch(ShardLife::isStored);
  }

  /** Whether a snapshot needs it and it cannot be had back now. */
  public boolean isLost() {
    return facts.chunk().used() && facts.chunk().losses() < 0;
  }

  /** How many of its shards are there, and how many peers may still be lost. */
  public String impact() {
    if (facts.chunk().ref().isEmpty()) {
      return "none of its shards exists yet; its file is still in the source";
    }
    Geometry geometry = facts.chunk().ref().get().geometry();
    int there = geometry.n() - facts.chunk().missing();
    int losses = facts.chunk().losses();
    String restorable =
        losses < 0
            ? "cannot be restored yet"
            : "restorable now, %s".formatted(losses == 0 ? "none to spare" : spare(losses));
    return "chunk has %d of %d shards, %d are enough: %s"
        .formatted(there, geometry.n(), geometry.k(), restorable);
  }

  private static String spare(int losses) {
    return losses == 1 ? "one loss to spare" : losses + " losses to spare";
  }
}
