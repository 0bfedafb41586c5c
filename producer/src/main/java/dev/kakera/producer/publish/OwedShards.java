package dev.kakera.producer.publish;

import dev.kakera.core.ledger.Durability;
import dev.kakera.producer.ledger.Catalog;
import dev.kakera.producer.ledger.Chunks;
import java.util.BitSet;
import java.util.Set;

/**
 * Tells, of shards without a receipt, which are on their way and which must be sent again. A shard
 * is on its way when its peer has not yet read its topic to the end; that topic is its mailbox.
 *
 * @param laggingPeers peers with an unread mailbox
 */
public record OwedShards(Set<String> laggingPeers) {
  public OwedShards {
    laggingPeers = Set.copyOf(laggingPeers);
  }

  /**
   * Whether a chunk needs nothing from this session: whole, or restorable with the rest on its way.
   */
  public boolean holds(Catalog catalog, Chunks.Chunk chunk) {
    return chunk.complete()
        || chunk.ref().isPresent()
            && Durability.isEnough(chunk.losses())
            && toSend(catalog, chunk).isEmpty();
  }

  /** The indices that must be sent. The chunk's stripe is known. */
  BitSet toSend(Catalog catalog, Chunks.Chunk chunk) {
    int n = chunk.ref().orElseThrow().geometry().n();
    BitSet toSend = new BitSet(n);
    toSend.set(0, n);
    for (Chunks.Shard shard : catalog.read(connection -> Chunks.shards(connection, chunk.row()))) {
      if (shard.receipted() || laggingPeers.contains(shard.peer())) {
        toSend.clear(shard.place());
      }
    }
    return toSend;
  }
}
