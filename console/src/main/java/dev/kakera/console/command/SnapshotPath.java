package dev.kakera.console.command;

import dev.kakera.catalog.manifest.EntryPath;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;

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
    String path = text.substring(colon + 1);
    try {
      return new SnapshotPath(text.substring(0, colon), EntryPath.parse(path));
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(
          MessageId.USAGE,
          "the path \"%s\" cannot be in a snapshot: %s. See what there is: kakera ls %s"
              .formatted(path, e.getMessage(), text.substring(0, colon)),
          e);
    }
  }
}
