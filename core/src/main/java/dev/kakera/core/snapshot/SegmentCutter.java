package dev.kakera.core.snapshot;

import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.wire.ByteWriter;
import dev.kakera.core.wire.Bytes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32C;

/**
 * Gathers entries into segments. Where a segment ends depends on names alone, so that a change in
 * one folder leaves the other segments as they were, and most of an old manifest is used again.
 * Confined to one thread.
 */
public final class SegmentCutter {
  private static final int MIN_BYTES = 64 << 10;
  private static final int MAX_BYTES = 1 << 20;
  private static final int NAME_MASK = 0x7ff; // one name in 2,048 ends a segment

  private final CRC32C crc = new CRC32C();
  private final ByteWriter scratch = new ByteWriter(4096);
  private final List<Bytes> path = new ArrayList<>();
  private final Set<Object> chunks = new HashSet<>();
  private List<Bytes> base = List.of();
  private List<Entry> entries = new ArrayList<>();
  private long bytes;

  /**
   * A segment whose chunks' stripes need not be known yet.
   *
   * @param base as in {@link Segment}
   */
  public record Draft(List<Bytes> base, List<Entry> entries) {
    public Draft {
      base = List.copyOf(base);
      entries = List.copyOf(entries);
    }
  }

  /**
   * Adds an entry; gives the segments that it ends, mostly none. A file's long list of extents is
   * divided here.
   */
  public List<Draft> add(Entry entry) {
    List<Draft> ended = new ArrayList<>(1);
    if (entry instanceof Entry.File file && file.extents().size() > EntryCodecV1.EXTENTS_MAX) {
      List<Extent> all = file.extents();
      addOne(
          new Entry.File(
              file.depth(),
              file.name(),
              file.metadata(),
              file.size(),
              file.version(),
              file.linkGroup(),
              file.consistent(),
              all.subList(0, EntryCodecV1.EXTENTS_MAX)),
          ended);
      for (int from = EntryCodecV1.EXTENTS_MAX;
          from < all.size();
          from += EntryCodecV1.EXTENTS_MAX) {
        int to = Math.min(all.size(), from + EntryCodecV1.EXTENTS_MAX);
        addOne(new Entry.Rest(file.depth(), file.name(), all.subList(from, to)), ended);
      }
    } else {
      addOne(entry, ended);
    }
    return ended;
  }

  private void addOne(Entry entry, List<Draft> ended) {
    long size = measure(entry);
    if (!entries.isEmpty() && bytes + size > MAX_BYTES) {
      finish().ifPresent(ended::add);
      size = measure(entry);
    }
    while (!path.isEmpty() && path.size() >= Math.max(1, entry.depth())) {
      path.removeLast();
    }
    if (entries.isEmpty()) {
      base = List.copyOf(path);
    }
    entries.add(entry);
    bytes += size;
    if (entry.depth() > 0) {
      path.add(entry.name());
    }
    if (bytes >= MIN_BYTES && ends(entry.name())) {
      finish().ifPresent(ended::add);
    }
  }

  /** What is left, if anything. */
  public Optional<Draft> finish() {
    if (entries.isEmpty()) {
      return Optional.empty();
    }
    Draft draft = new Draft(base, entries);
    entries = new ArrayList<>();
    chunks.clear();
    bytes = 0;
    return Optional.of(draft);
  }

  /** Bytes that the entry adds to its segment, its chunks' references included. */
  private long measure(Entry entry) {
    scratch.clear();
    EntryCodecV1.write(scratch, entry, _ -> 0);
    long size = scratch.size();
    for (Extent extent : Segment.extents(entry)) {
      if (extent instanceof Extent.Data data) {
        size += 2; // a place in the table takes up to three bytes, of which one was counted
        if (chunks.add(data.chunk())) {
          size += ChunkRef.BYTES;
        }
      }
    }
    return size;
  }

  private boolean ends(Bytes name) {
    crc.reset();
    crc.update(name.toBytes());
    return (crc.getValue() & NAME_MASK) == 0;
  }
}
