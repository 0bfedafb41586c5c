package dev.kakera.producer.scan;

import dev.kakera.posix.Directory;
import dev.kakera.posix.DirectoryEntry;
import java.util.Arrays;
import java.util.List;

/** One directory of the current path: its handle, and which of its names come next. */
final class ScanLevel {
  private final Directory directory;
  private final SourcePath path;
  private final DirectoryEntry[] entries;
  private int index;

  ScanLevel(Directory directory, SourcePath path, List<DirectoryEntry> sorted) {
    this.directory = directory;
    this.path = path;
    this.entries = sorted.toArray(DirectoryEntry[]::new);
  }

  Directory directory() {
    return directory;
  }

  SourcePath path() {
    return path;
  }

  /** The next entry, or null at the end. What was handed out is let go. */
  DirectoryEntry next() {
    if (index == entries.length) {
      return null;
    }
    DirectoryEntry entry = entries[index];
    entries[index++] = null;
    return entry;
  }

  /** Whether the directory lists a name; only before the first entry is taken. */
  boolean hasName(byte[] name) {
    int low = 0;
    int high = entries.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = Arrays.compareUnsigned(entries[middle].name(), name);
      if (order == 0) {
        return true;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return false;
  }
}
