package dev.kakera.console.command;

import dev.kakera.catalog.manifest.EntryPath;

/**
 * {@code SNAPSHOT} or {@code SNAPSHOT:PATH}, as people type it.
 *
 * @param snapshot {@code latest} or the first digits of an id
 */
record SnapshotPath(String snapshot, EntryPath path) {
  static SnapshotPath parse(String text) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      return new SnapshotPath(text, EntryPath.ROOT);
    }
    return new SnapshotPath(text.substring(0, colon), EntryPath.parse(text.substring(colon + 1)));
  }
}
