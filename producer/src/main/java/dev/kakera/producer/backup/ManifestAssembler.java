package dev.kakera.producer.backup;

import dev.kakera.core.id.ChunkId;
import dev.kakera.core.snapshot.Entry;
import dev.kakera.core.snapshot.Extent;
import dev.kakera.core.snapshot.ManifestIndex;
import dev.kakera.core.snapshot.Segment;
import dev.kakera.core.snapshot.SegmentCutter;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.producer.ledger.Catalog;
import dev.kakera.producer.ledger.CatalogWriter;
import dev.kakera.producer.ledger.Chunks;
import dev.kakera.producer.publish.ChunkPublisher;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Entries become segments, segments chunks, and their index chunks too. A segment is written when
 * the stripes of all its chunks are known, in order, so that at most what is in flight waits in
 * memory. Confined to one thread.
 */
final class ManifestAssembler {
  private static final int TRY_EVERY_ENTRIES = 256;

  private final Catalog catalog;
  private final ChunkPublisher publisher;
  private final ManifestCache cache;
  private final long session;
  private final StripeWait stripeWait;
  private final SegmentCutter cutter = new SegmentCutter();
  private final ArrayDeque<SegmentCutter.Draft> drafts = new ArrayDeque<>();
  private final ArrayDeque<Written> written = new ArrayDeque<>();
  private final List<ManifestIndex.Line> lines = new ArrayList<>();
  private final List<ChunkRef> indexes = new ArrayList<>();
  private final Map<ChunkId, ChunkRef> found = new HashMap<>(); // of the first draft's chunks
  private final Set<ChunkId> manifestChunks = new HashSet<>();
  private CompletableFuture<?> marks = CompletableFuture.completedFuture(true);
  private int sinceTried;

  /**
   * A segment that was published and whose own stripe is not known yet; of its draft only what its
   * line needs.
   */
  private record Written(ChunkId chunk, SegmentCutter.Draft draft) {}

  /** Waits for the pipeline to move. */
  @FunctionalInterface
  interface StripeWait {
    void untilProgress() throws InterruptedException;
  }

  ManifestAssembler(
      Catalog catalog,
      ChunkPublisher publisher,
      ManifestCache cache,
      long session,
      StripeWait stripeWait) {
    this.catalog = catalog;
    this.publisher = publisher;
    this.cache = cache;
    this.session = session;
    this.stripeWait = stripeWait;
  }

  void add(Entry entry) throws IOException, InterruptedException {
    List<SegmentCutter.Draft> ended = cutter.add(entry);
    drafts.addAll(ended);
    if (!ended.isEmpty() || !drafts.isEmpty() && ++sinceTried >= TRY_EVERY_ENTRIES) {
      sinceTried = 0;
      writeReady();
    }
  }

  /**
   * Writes what is left; gives the chunks of the index. All of them are published when it returns.
   */
  List<ChunkRef> finish() throws IOException, InterruptedException {
    cutter.finish().ifPresent(drafts::add);
    publisher.flush();
    while (writeReady()) {
      publisher.flush();
      stripeWait.untilProgress();
    }
    for (int from = 0; from < lines.size(); from += ManifestIndex.LINES_MAX) {
      int to = Math.min(lines.size(), from + ManifestIndex.LINES_MAX);
      indexes.add(publishIndex(new ManifestIndex(lines.subList(from, to))));
    }
    CatalogWriter.await(marks); // without its mark a chunk would be taken for a stray
    return List.copyOf(indexes);
  }

  /** Every chunk of this manifest, for the cache to keep. */
  Set<ChunkId> manifestChunks() {
    return Set.copyOf(manifestChunks);
  }

  private ChunkRef publishIndex(ManifestIndex index) throws IOException, InterruptedException {
    ChunkId chunk = publish(index.encode());
    publisher.flush();
    while (true) {
      Optional<ChunkRef> ref = ref(chunk);
      if (ref.isPresent()) {
        reference(List.of(ref.get()));
        return ref.get();
      }
      stripeWait.untilProgress();
    }
  }

  /** Writes every segment whose turn it is; true while some still wait. */
  private boolean writeReady() throws IOException, InterruptedException {
    while (!drafts.isEmpty()) {
      Optional<Map<ChunkId, ChunkRef>> refs = refs(drafts.peek());
      if (refs.isEmpty()) {
        break;
      }
      SegmentCutter.Draft draft = drafts.poll();
      reference(refs.get().values());
      found.clear();
      ChunkId chunk = publish(Segment.of(draft.base(), draft.entries(), refs.get()).encode());
      written.add(new Written(chunk, draft));
    }
    while (!written.isEmpty()) {
      Optional<ChunkRef> ref = ref(written.peek().chunk());
      if (ref.isEmpty()) {
        break;
      }
      reference(List.of(ref.get()));
      lines.add(ManifestIndex.line(ref.get(), written.poll().draft()));
    }
    return !drafts.isEmpty() || !written.isEmpty();
  }

  private ChunkId publish(byte[] bytes) throws IOException, InterruptedException {
    ChunkId chunk = publisher.publishManifest(bytes);
    cache.put(chunk, bytes);
    manifestChunks.add(chunk);
    return chunk;
  }

  /**
   * In order behind the pins in the writer's queue; the commit that reads the marks waits for them.
   */
  private void reference(Collection<ChunkRef> refs) {
    List<ChunkRef> marked = List.copyOf(refs);
    CompletableFuture<Boolean> mark =
        catalog.submit(
            connection -> {
              Chunks.reference(connection, marked, session);
              return true;
            });
    marks = CompletableFuture.allOf(marks, mark);
  }

  private Optional<Map<ChunkId, ChunkRef>> refs(SegmentCutter.Draft draft) {
    for (Entry entry : draft.entries()) {
      for (Extent extent : extents(entry)) {
        if (extent instanceof Extent.Data data && !found.containsKey(data.chunk())) {
          Optional<ChunkRef> ref = ref(data.chunk());
          if (ref.isEmpty()) {
            return Optional.empty();
          }
          found.put(data.chunk(), ref.get());
        }
      }
    }
    return Optional.of(Map.copyOf(found));
  }

  private static List<Extent> extents(Entry entry) {
    return switch (entry) {
      case Entry.File file -> file.extents();
      case Entry.Rest rest -> rest.extents();
      case Entry.Folder _, Entry.Symlink _, Entry.Absent _ -> List.of();
    };
  }

  private Optional<ChunkRef> ref(ChunkId chunk) {
    return catalog.read(connection -> Chunks.standingRef(connection, chunk, session));
  }
}
