package dev.kakera.catalog.restore;

import dev.kakera.catalog.manifest.EntryPath;
import dev.kakera.catalog.manifest.ManifestItem;
import dev.kakera.core.snapshot.Entry;

/** Hears of each entry as it is done, from several threads. What it hears is not kept for it. */
public interface RestoreListener {
  /** Hears nothing. */
  RestoreListener NONE = new RestoreListener() {};

  /**
   * An entry is in its place.
   *
   * @param path below the path that is restored
   * @param bytes written for it; holes, links and folders have none
   */
  default void restored(EntryPath path, long bytes) {}

  /**
   * Part of a file's contents is written; the file may not be in its place yet, and may fail still.
   */
  default void wrote(long bytes) {}

  /** An entry was left as it is in the target. */
  default void skipped(EntryPath path) {}

  /** An entry could not be restored, or not as it was. */
  default void lost(LostEntry entry) {}

  /** An entry was in the source but never in the snapshot. */
  default void absent(EntryPath path, Entry.Absent entry) {}

  /** A part of the manifest could not be read. */
  default void gap(ManifestItem.Gap gap) {}
}
