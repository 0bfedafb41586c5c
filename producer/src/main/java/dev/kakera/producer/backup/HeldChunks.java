package dev.kakera.producer.backup;

import dev.kakera.core.id.ChunkId;
import dev.kakera.core.snapshot.Extent;
import dev.kakera.producer.ledger.Catalog;
import dev.kakera.producer.ledger.Chunks;
import dev.kakera.producer.publish.OwedShards;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Whether the chunk of an extent needs nothing from this session. Remembers its last answers;
 * confined to one thread.
 */
final class HeldChunks implements Predicate<Extent.Data> {
  private static final int REMEMBERED_MAX = 1024;

  private final Catalog catalog;
  private final OwedShards owed;
  private final long session;
  private final Map<ChunkId, Boolean> remembered =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ChunkId, Boolean> eldest) {
          return size() > REMEMBERED_MAX;
        }
      };

  HeldChunks(Catalog catalog, OwedShards owed, long session) {
    this.catalog = catalog;
    this.owed = owed;
    this.session = session;
  }

  @Override
  public boolean test(Extent.Data extent) {
    return remembered.computeIfAbsent(extent.chunk(), this::held);
  }

  private boolean held(ChunkId id) {
    return catalog
        .read(connection -> Chunks.find(connection, id))
        .filter(chunk -> chunk.session() == session || owed.holds(catalog, chunk))
        .isPresent();
  }
}
