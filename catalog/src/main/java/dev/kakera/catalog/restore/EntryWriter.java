package dev.kakera.catalog.restore;

import dev.kakera.catalog.manifest.EntryPath;
import dev.kakera.catalog.shards.ChunkLostException;
import dev.kakera.core.snapshot.Entry;
import dev.kakera.core.wire.Bytes;
import dev.kakera.posix.Directory;
import dev.kakera.posix.Errno;
import dev.kakera.posix.OpenFile;
import dev.kakera.posix.PosixException;

/**
 * Writes single entries: under a temporary name, in the folder where it belongs, then renamed. So a
 * name is there with all of its contents and metadata, or not at all (I-15). Thread-safe.
 */
final class EntryWriter {
  private static final int PRIVATE = 0600;

  private final Placer placer;
  private final MetadataWriter metadata;
  private final TempNames names;
  private final Directory root;
  private final Notes notes;

  /**
   * @param root the target, from which the first name of a hard link is found again; only read
   */
  EntryWriter(
      Placer placer, MetadataWriter metadata, TempNames names, Directory root, Notes notes) {
    this.placer = placer;
    this.metadata = metadata;
    this.names = names;
    this.root = root;
    this.notes = notes;
  }

  /** Where the first name of a file with several names was put. Guarded by itself. */
  static final class LinkHome {
    private EntryPath path;
  }

  /** What became of an entry. */
  enum Outcome {
    WRITTEN,
    LINKED,
    SKIPPED
  }

  /** An outcome, and how many bytes were written. */
  record Done(Outcome outcome, long bytes) {}

  Done writeFile(TargetFolder folder, EntryPath path, Entry.File file, ContentFeed feed)
      throws PosixException, OccupiedException, ChunkLostException, InterruptedException {
    byte[] name = path.name().toBytes();
    if (placer.stays(folder, name, file.metadata(), file.size())) {
      return new Done(Outcome.SKIPPED, 0);
    }
    Directory directory = folder.directory();
    byte[] temp = names.next();
    boolean placed = false;
    OpenFile target = directory.createFile(temp, PRIVATE);
    try {
      long written;
      try (target) {
        written = feed.writeTo(target);
        metadata.apply(target, file.metadata(), path);
      }
      placed = placer.place(directory, temp, name);
      return new Done(placed ? Outcome.WRITTEN : Outcome.SKIPPED, written);
    } finally {
      if (!placed) {
        removeQuietly(directory, temp);
      }
    }
  }

  /** A file with several names: its contents for the first that gets so far, links for the rest. */
  Done writeLinked(
      TargetFolder folder, EntryPath path, Entry.File file, ContentFeed feed, LinkHome home)
      throws PosixException, OccupiedException, ChunkLostException, InterruptedException {
    synchronized (home) {
      byte[] name = path.name().toBytes();
      if (placer.stays(folder, name, file.metadata(), file.size())) {
        return new Done(Outcome.SKIPPED, 0);
      }
      if (home.path != null) {
        Done linked = link(folder.directory(), name, home.path, path);
        if (linked != null) {
          return linked;
        }
      }
      Done done = writeFile(folder, path, file, feed);
      if (done.outcome() == Outcome.WRITTEN) {
        home.path = path;
      }
      return done;
    }
  }

  /** Null when it cannot be linked and must be copied. */
  private Done link(Directory directory, byte[] name, EntryPath first, EntryPath path)
      throws PosixException, OccupiedException {
    byte[] temp = names.next();
    try {
      linkFromRoot(directory, temp, first);
    } catch (PosixException e) {
      if (e.is(Errno.ENOSPC, Errno.EDQUOT, Errno.EROFS)) {
        throw e;
      }
      notes.add(Note.Kind.LINK_COPIED, "%s: %s".formatted(path, e.errnoName()));
      return null;
    }
    boolean placed = false;
    try {
      placed = placer.place(directory, temp, name);
      return new Done(placed ? Outcome.LINKED : Outcome.SKIPPED, 0);
    } finally {
      // Also once placed: to rename one name of a file over another of it does nothing.
      removeQuietly(directory, temp);
    }
  }

  private void linkFromRoot(Directory to, byte[] temp, EntryPath first) throws PosixException {
    Directory at = root;
    try {
      for (Bytes name : first.names().subList(0, first.depth() - 1)) {
        Directory below = at.openDirectory(name.toBytes());
        closeUnlessRoot(at);
        at = below;
      }
      to.createHardLink(temp, at, first.name().toBytes());
    } finally {
      closeUnlessRoot(at);
    }
  }

  private void closeUnlessRoot(Directory directory) throws PosixException {
    if (!directory.equals(root)) {
      directory.close();
    }
  }

  Done writeSymlink(TargetFolder folder, EntryPath path, Entry.Symlink link)
      throws PosixException, OccupiedException {
    byte[] name = path.name().toBytes();
    if (placer.stays(folder, name, link.metadata(), -1)) {
      return new Done(Outcome.SKIPPED, 0);
    }
    Directory directory = folder.directory();
    byte[] temp = names.next();
    boolean placed = false;
    directory.createSymlink(temp, link.target().toBytes());
    try {
      metadata.applyToLink(directory, temp, link.metadata(), path);
      placed = placer.place(directory, temp, name);
      return new Done(placed ? Outcome.WRITTEN : Outcome.SKIPPED, 0);
    } finally {
      if (!placed) {
        removeQuietly(directory, temp);
      }
    }
  }

  /** What failed before is what is reported; a name of ours that stays behind is harmless. */
  private static void removeQuietly(Directory directory, byte[] temp) {
    try {
      directory.remove(temp);
    } catch (PosixException e) {
      if (!e.is(Errno.ENOENT)) {
        org.slf4j.LoggerFactory.getLogger(EntryWriter.class)
            .warn("a temporary file could not be removed from the target: {}", e.errnoName());
      }
    }
  }
}
