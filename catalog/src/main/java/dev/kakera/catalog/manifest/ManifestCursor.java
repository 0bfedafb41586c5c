package dev.kakera.catalog.manifest;

import dev.kakera.catalog.manifest.ManifestItem.Gap;
import dev.kakera.catalog.manifest.ManifestItem.Listed;
import dev.kakera.catalog.shards.ChunkLostException;
import dev.kakera.catalog.shards.ChunkSource;
import dev.kakera.core.id.ChunkId;
import dev.kakera.core.snapshot.Entry;
import dev.kakera.core.snapshot.EntryJoiner;
import dev.kakera.core.snapshot.Head;
import dev.kakera.core.snapshot.ManifestIndex;
import dev.kakera.core.snapshot.Segment;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.wire.Bytes;
import dev.kakera.core.wire.MalformedException;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Walks a manifest, in the memory of one index and one segment. A part that cannot be read is one
 * item, and the walk goes on behind it. Confined to one thread.
 */
public final class ManifestCursor {
  private static final int LOOK_AHEAD = 2;

  private final PathFilter filter;
  private final ChunkSource chunks;
  private final Iterator<ChunkRef> indexes;
  private final ArrayDeque<ManifestItem> ready = new ArrayDeque<>();
  private final SegmentOrder order = new SegmentOrder();

  private List<ManifestIndex.Line> lines = List.of();
  private int nextLine;
  private int prefetched;
  private EntryJoiner joiner = new EntryJoiner();
  private EntryPath pendingPath;
  private Map<ChunkId, ChunkRef> pendingRefs = Map.of();
  private boolean pendingFile;

  ManifestCursor(Head head, PathFilter filter, ChunkSource chunks) {
    this.filter = filter;
    this.chunks = chunks;
    indexes = head.index().iterator();
  }

  /**
   * The next item; empty at the end.
   *
   * @throws InterruptedException when interrupted while waiting for shards
   */
  public Optional<ManifestItem> next() throws InterruptedException {
    while (ready.isEmpty()) {
      if (nextLine < lines.size()) {
        readLine();
      } else if (indexes.hasNext()) {
        readIndex(indexes.next());
      } else {
        flush();
        return Optional.ofNullable(ready.poll());
      }
    }
    return Optional.of(ready.poll());
  }

  private void readIndex(ChunkRef ref) throws InterruptedException {
    lines = List.of();
    nextLine = 0;
    prefetched = 0;
    try {
      lines = ManifestIndex.decode(chunks.read(ref)).lines();
    } catch (ChunkLostException e) {
      leaveOut(
          new Gap(here(), Bytes.EMPTY, -1, "manifest index: " + e.getMessage(), Optional.of(e)));
    } catch (MalformedException e) {
      leaveOut(new Gap(here(), Bytes.EMPTY, -1, e.getMessage(), Optional.empty()));
    }
  }

  private void readLine() throws InterruptedException {
    ManifestIndex.Line line = lines.get(nextLine);
    ManifestIndex.Line next = nextLine + 1 < lines.size() ? lines.get(nextLine + 1) : null;
    boolean wanted = mayHold(nextLine);
    nextLine++;
    if (!wanted) {
      flush();
      order.leaveOut();
      return;
    }
    lookAhead();
    Bytes to = next == null ? Bytes.EMPTY : next.firstPath();
    try {
      Segment segment = Segment.decode(chunks.read(line.ref()));
      Optional<String> wrong = order.begin(line, segment);
      if (wrong.isPresent()) {
        leaveOut(gap(line, to, "manifest segment: " + wrong.get(), Optional.empty()));
        return;
      }
      Map<ChunkId, ChunkRef> refs = segment.refsByChunk();
      for (Entry entry : segment.entries()) {
        take(entry, refs);
      }
    } catch (ChunkLostException e) {
      leaveOut(gap(line, to, "manifest segment: " + e.getMessage(), Optional.of(e)));
    } catch (MalformedException e) {
      leaveOut(gap(line, to, e.getMessage(), Optional.empty()));
    }
  }

  private static Gap gap(
      ManifestIndex.Line line, Bytes to, String reason, Optional<ChunkLostException> lost) {
    return new Gap(line.firstPath(), to, line.entryCount(), reason, lost);
  }

  private void lookAhead() {
    int ahead = 0;
    for (int at = nextLine; at < lines.size() && ahead < LOOK_AHEAD; at++) {
      if (mayHold(at)) {
        ahead++;
        if (at >= prefetched) {
          chunks.prefetch(lines.get(at).ref());
          prefetched = at + 1;
        }
      }
    }
  }

  private boolean mayHold(int at) {
    return filter.mayHold(lines.get(at), at + 1 < lines.size() ? lines.get(at + 1) : null);
  }

  private void take(Entry entry, Map<ChunkId, ChunkRef> refs) {
    EntryPath path = order.accept(entry);
    if (entry instanceof Entry.Rest) {
      if (pendingFile && path.equals(pendingPath)) {
        if (!pendingRefs.equals(refs)) {
          pendingRefs = new HashMap<>(pendingRefs);
          pendingRefs.putAll(refs);
        }
        var _ = joiner.push(entry);
      }
      return; // otherwise its file is in a part that is lost, and counted there
    }
    joiner.push(entry).ifPresent(this::give);
    pendingPath = path;
    pendingRefs = refs;
    pendingFile = entry instanceof Entry.File;
  }

  private void flush() {
    joiner.finish().ifPresent(this::give);
    joiner = new EntryJoiner();
    pendingFile = false;
  }

  private void give(Entry entry) {
    if (filter.wants(pendingPath)) {
      ready.add(new Listed(pendingPath, entry, pendingRefs));
    }
  }

  private void leaveOut(Gap gap) {
    flush();
    order.leaveOut();
    ready.add(gap);
  }

  /** Behind everything that was read so far. */
  private Bytes here() {
    return order.last() == null ? Bytes.EMPTY : order.last().toBytes();
  }
}
