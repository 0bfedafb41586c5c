package dev.kakera.catalog.manifest;

import dev.kakera.core.snapshot.Entry;
import dev.kakera.core.snapshot.ManifestIndex;
import dev.kakera.core.snapshot.Segment;
import dev.kakera.core.wire.Bytes;
import dev.kakera.posix.RawName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Follows entries across segments and tells each one's path. A segment was checked by itself when
 * it was decoded; here it is checked against those before it: that it begins in a folder that was
 * listed, behind everything that was listed, so that no name occurs twice and nothing lies in a
 * link or a file (I-17).
 */
final class SegmentOrder {
  private final List<Bytes> path = new ArrayList<>();
  private EntryPath last;
  private boolean lastIsFolder;
  private boolean broken;

  /** Says that what comes next does not follow directly: something was left out. */
  void leaveOut() {
    broken = true;
  }

  /** The whole path of an entry that was accepted. */
  EntryPath last() {
    return last;
  }

  /** What is wrong with a segment at this place; empty when it may follow. */
  Optional<String> begin(ManifestIndex.Line line, Segment segment) {
    if (segment.entries().size() != line.entryCount()) {
      return Optional.of(
          "it lists %d entries, the index says %d"
              .formatted(segment.entries().size(), line.entryCount()));
    }
    if (segment.entries().isEmpty()) {
      return Optional.empty();
    }
    EntryPath base = new EntryPath(segment.base());
    Entry firstEntry = segment.entries().getFirst();
    EntryPath first = child(base, firstEntry);
    if (!startsWith(first.toBytes(), line.firstPath())) {
      return Optional.of("it begins with another path than the index says");
    }
    for (Bytes name : segment.base()) {
      try {
        RawName.requireComponent(name.toBytes());
      } catch (IllegalArgumentException e) {
        return Optional.of("it begins in a folder that is not one: " + e.getMessage());
      }
    }
    if (last == null && !broken && firstEntry.depth() != 0) {
      return Optional.of("the manifest does not begin with its root");
    }
    if (last != null) {
      boolean goesOn = firstEntry instanceof Entry.Rest && first.equals(last) && !lastIsFolder;
      if (!goesOn && first.compareTo(last) <= 0) {
        return Optional.of("it begins at or before the end of the one before it");
      }
      if (!broken && !folder().isWithin(base)) {
        return Optional.of("it begins in a folder that was not listed");
      }
      if (broken && !lastIsFolder && base.isWithin(last)) {
        return Optional.of("it begins in something that is not a folder");
      }
    }
    path.clear();
    path.addAll(segment.base());
    broken = false;
    return Optional.empty();
  }

  /** Takes the next entry of the segment that began. */
  EntryPath accept(Entry entry) {
    int above = Math.max(0, entry.depth() - 1);
    path.subList(Math.min(path.size(), above), path.size()).clear();
    if (entry.depth() > 0) {
      path.add(entry.name());
    }
    last = new EntryPath(path);
    lastIsFolder = entry instanceof Entry.Folder;
    return last;
  }

  private EntryPath folder() {
    return lastIsFolder ? last : parent(last);
  }

  private static EntryPath parent(EntryPath path) {
    List<Bytes> names = path.names();
    return new EntryPath(names.isEmpty() ? names : names.subList(0, names.size() - 1));
  }

  private static EntryPath child(EntryPath base, Entry entry) {
    if (entry.depth() == 0) {
      return EntryPath.ROOT;
    }
    List<Bytes> names = new ArrayList<>(base.names());
    names.add(entry.name());
    return new EntryPath(names);
  }

  private static boolean startsWith(Bytes path, Bytes start) {
    byte[] whole = path.toBytes();
    byte[] prefix = start.toBytes();
    return prefix.length <= whole.length
        && Arrays.equals(prefix, 0, prefix.length, whole, 0, prefix.length)
        && (prefix.length == whole.length || prefix.length >= 256);
  }
}
