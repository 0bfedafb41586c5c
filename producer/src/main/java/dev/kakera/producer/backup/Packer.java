package dev.kakera.producer.backup;

import dev.kakera.core.cut.CutLimits;
import dev.kakera.core.id.ChunkId;
import dev.kakera.core.snapshot.Extent;
import dev.kakera.producer.ledger.Catalog;
import dev.kakera.producer.ledger.Chunks;
import dev.kakera.producer.publish.ChunkPublisher;
import dev.kakera.producer.publish.OwedShards;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Puts small files together into chunks; contents that a chunk holds already are not put in again.
 * Confined to one thread.
 */
final class Packer {
  private static final int RECENT_MAX = 50_000;

  private final ChunkPublisher publisher;
  private final Catalog catalog;
  private final long session;
  private final OwedShards owed;
  private final byte[] pack = new byte[CutLimits.PACK_MAX_BYTES];
  private final List<Placed> members = new ArrayList<>();
  private final Map<ChunkId, Content> open = new LinkedHashMap<>();
  private final Map<ChunkId, Extent.Data> recent = new LinkedHashMap<>();
  private int size;

  private record Placed(ChunkPublisher.Member member, Content content) {}

  Packer(ChunkPublisher publisher, Catalog catalog, long session, OwedShards owed) {
    this.publisher = publisher;
    this.catalog = catalog;
    this.session = session;
    this.owed = owed;
  }

  /** The content of a small file of {@code length} bytes, at least one. */
  Content add(byte[] bytes, int length, boolean consistent) throws InterruptedException {
    ChunkId name = publisher.nameOf(bytes, 0, length);
    Content waiting = open.get(name);
    if (waiting != null && waiting.consistent() == consistent) {
      return waiting;
    }
    Optional<Extent.Data> known = known(name);
    if (known.isPresent()) {
      return Content.of(length, List.of(known.get()), consistent);
    }
    if (size + length > pack.length) {
      close();
    }
    System.arraycopy(bytes, 0, pack, size, length);
    Content content = Content.pending(length, consistent);
    members.add(new Placed(new ChunkPublisher.Member(name, size, length), content));
    open.put(name, content);
    size += length;
    return content;
  }

  boolean isOpen() {
    return size > 0;
  }

  /** Publishes the pack, if anything is in it; its files' contents are resolved then. */
  void close() throws InterruptedException {
    if (size == 0) {
      return;
    }
    List<ChunkPublisher.Member> listed = members.stream().map(Placed::member).toList();
    ChunkId chunk = publisher.publish(pack, size, listed);
    for (Placed placed : members) {
      ChunkPublisher.Member member = placed.member();
      Extent.Data extent = new Extent.Data(chunk, member.start(), member.length());
      placed.content().resolve(List.of(extent));
      recent.put(member.content(), extent);
    }
    while (recent.size() > RECENT_MAX) {
      recent.remove(recent.keySet().iterator().next());
    }
    members.clear();
    open.clear();
    size = 0;
  }

  /** What this session packed, or what lies whole at the peers. */
  private Optional<Extent.Data> known(ChunkId name) {
    Extent.Data packed = recent.get(name);
    if (packed != null) {
      return Optional.of(packed);
    }
    Optional<Extent.Data> found = catalog.read(connection -> Chunks.packed(connection, name));
    return found.filter(
        extent ->
            catalog
                .read(connection -> Chunks.find(connection, extent.chunk()))
                .filter(chunk -> chunk.session() == session || owed.holds(catalog, chunk))
                .isPresent());
  }
}
