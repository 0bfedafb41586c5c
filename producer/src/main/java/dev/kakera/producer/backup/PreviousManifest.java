package dev.kakera.producer.backup;

import dev.kakera.core.snapshot.Entry;
import dev.kakera.core.snapshot.EntryJoiner;
import dev.kakera.core.snapshot.Head;
import dev.kakera.core.snapshot.ManifestIndex;
import dev.kakera.core.snapshot.Segment;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.wire.Bytes;
import dev.kakera.producer.scan.SourcePath;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The entries of the snapshot before, in the order of a walk; read along with the walk, a segment
 * at a time, so that memory does not grow with the source. Confined to one thread.
 */
final class PreviousManifest {
  private static final Logger LOG = LoggerFactory.getLogger(PreviousManifest.class);

  private final ManifestCache cache;
  private final ChunkFetcher fetcher;
  private final ArrayDeque<ChunkRef> indexes = new ArrayDeque<>();
  private final ArrayDeque<ChunkRef> segments = new ArrayDeque<>();
  private final ArrayDeque<Entry> entries = new ArrayDeque<>();
  private final EntryJoiner joiner = new EntryJoiner();
  private final List<byte[]> path = new ArrayList<>();
  private Entry current;
  private boolean ended;

  PreviousManifest(Optional<Head> head, ManifestCache cache, ChunkFetcher fetcher)
      throws IOException {
    this.cache = cache;
    this.fetcher = fetcher;
    head.ifPresent(previous -> indexes.addAll(previous.index()));
    advance();
  }

  /** The file that was at {@code wanted}, if there was one. Paths must rise from call to call. */
  Optional<Entry.File> file(SourcePath wanted) throws IOException {
    List<byte[]> components = wanted.components();
    while (current != null) {
      int order = compare(path, components);
      if (order == 0) {
        return current instanceof Entry.File file ? Optional.of(file) : Optional.empty();
      }
      if (order > 0) {
        return Optional.empty();
      }
      advance();
    }
    return Optional.empty();
  }

  private static int compare(List<byte[]> left, List<byte[]> right) {
    for (int level = 0; level < Math.min(left.size(), right.size()); level++) {
      int order = Arrays.compareUnsigned(left.get(level), right.get(level));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(left.size(), right.size());
  }

  private void advance() throws IOException {
    Optional<Entry> next = Optional.empty();
    while (next.isEmpty() && !ended) {
      Entry raw = nextRaw();
      ended = raw == null;
      next = ended ? joiner.finish() : joiner.push(raw);
    }
    current = next.orElse(null);
    if (current != null && current.depth() > 0) {
      path.subList(Math.min(path.size(), current.depth() - 1), path.size()).clear();
      path.add(current.name().toBytes());
    }
  }

  private Entry nextRaw() throws IOException {
    try {
      return nextStored();
    } catch (ManifestLostException e) {
      // Without it the rest of the source is read again: that costs time, not the backup.
      LOG.warn(
          "the list of the snapshot before cannot be read any further, so files count as new: {}",
          e.getCause().getMessage());
      return null;
    }
  }

  private Entry nextStored() throws IOException, ManifestLostException {
    while (entries.isEmpty()) {
      if (segments.isEmpty()) {
        if (indexes.isEmpty()) {
          return null;
        }
        for (ManifestIndex.Line line : ManifestIndex.decode(read(indexes.poll())).lines()) {
          segments.add(line.ref());
        }
        continue;
      }
      Segment segment = Segment.decode(read(segments.poll()));
      if (path.isEmpty()) {
        segment.base().forEach((Bytes name) -> path.add(name.toBytes()));
      }
      entries.addAll(segment.entries());
    }
    return entries.poll();
  }

  private static final class ManifestLostException extends Exception {
    private static final long serialVersionUID = 1L;

    ManifestLostException(IOException cause) {
      super(cause);
    }
  }

  private byte[] read(ChunkRef ref) throws IOException, ManifestLostException {
    Optional<byte[]> kept = cache.get(ref.chunk());
    if (kept.isPresent()) {
      return kept.get();
    }
    byte[] fetched;
    try {
      fetched = fetcher.fetch(ref);
    } catch (IOException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw e;
      }
      throw new ManifestLostException(e);
    }
    cache.put(ref.chunk(), fetched);
    return fetched;
  }
}
