package dev.kakera.catalog.restore;

import dev.kakera.catalog.manifest.EntryPath;
import dev.kakera.core.snapshot.Metadata;
import dev.kakera.posix.Directory;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An open folder of the target. Whoever still has to write into it holds it; when the last one lets
 * go it gets its metadata and is closed, and lets go of the folder above: so a folder's times and
 * mode come after everything in it, also when several threads write.
 */
final class TargetFolder {
  private final TargetFolder parent;
  private final EntryPath path;
  private final Directory directory;
  private final boolean made;
  private final AtomicInteger holds = new AtomicInteger(1);
  private Metadata metadata;

  /**
   * @param parent null for the target itself
   * @param made by this restore, so that nothing is in it but what was restored
   */
  TargetFolder(TargetFolder parent, EntryPath path, Directory directory, boolean made) {
    this.parent = parent;
    this.path = path;
    this.directory = directory;
    this.made = made;
    if (parent != null) {
      parent.hold();
    }
  }

  EntryPath path() {
    return path;
  }

  Directory directory() {
    return directory;
  }

  boolean made() {
    return made;
  }

  /** What it gets at its end; without it stays as it is. */
  void setMetadata(Metadata last) {
    metadata = last;
  }

  Optional<Metadata> metadata() {
    return Optional.ofNullable(metadata);
  }

  void hold() {
    holds.incrementAndGet();
  }

  /** Lets go; ends this folder, and those above it that are left by that. */
  void release(FolderEnd end) {
    TargetFolder folder = this;
    while (folder != null && folder.holds.decrementAndGet() == 0) {
      end.end(folder);
      folder = folder.parent;
    }
  }

  /** Gives a folder its metadata and closes it. */
  interface FolderEnd {
    void end(TargetFolder folder);
  }
}
