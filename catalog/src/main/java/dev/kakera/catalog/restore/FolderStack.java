package dev.kakera.catalog.restore;

import dev.kakera.catalog.manifest.EntryPath;
import dev.kakera.catalog.restore.LostEntry.Loss;
import dev.kakera.core.snapshot.Metadata;
import dev.kakera.core.wire.Bytes;
import dev.kakera.posix.Directory;
import dev.kakera.posix.Errno;
import dev.kakera.posix.FileStat;
import dev.kakera.posix.FileType;
import dev.kakera.posix.PosixException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The folders of the target that are on the way from its root to the entry at hand, each opened in
 * the one above it and without following a link: so nothing that another process does to the target
 * leads out of it (I-17). New folders are private until they get their own mode. Confined to one
 * thread, {@link #end} excepted.
 */
final class FolderStack implements TargetFolder.FolderEnd {
  private static final int PRIVATE = 0700;

  private final Placer placer;
  private final MetadataWriter metadata;
  private final Tally tally;
  private final Notes notes;
  private final long ownUser;
  private final List<Bytes> names = new ArrayList<>();

  /** One more than names; null for a folder that could not be made, and those in it. */
  private final List<TargetFolder> open = new ArrayList<>();

  /**
   * @param root closed with the last that holds it
   * @param ownUser whom files belong to that this process makes in the target
   */
  FolderStack(
      TargetFolder root,
      Placer placer,
      MetadataWriter metadata,
      RestoreRun.Shared shared,
      long ownUser) {
    this.placer = placer;
    this.metadata = metadata;
    this.tally = shared.tally();
    this.notes = shared.notes();
    this.ownUser = ownUser;
    open.add(root);
  }

  /**
   * Makes a folder, or opens the one that is there.
   *
   * @return false when the folder above it could not be made; that was told
   */
  boolean enter(EntryPath path, Metadata wanted) throws PosixException, OccupiedException {
    if (path.depth() == 0) {
      if (open.getFirst().made()) {
        open.getFirst().setMetadata(wanted);
      }
      return true;
    }
    TargetFolder parent = parentOf(path);
    if (parent == null) {
      push(path.name(), null);
      tally.lost(LostEntry.of(path, Loss.CONFLICT, "its folder could not be made"));
      return false;
    }
    push(path.name(), null); // what is in it has no folder, should this fail
    TargetFolder folder = make(parent, path);
    if (folder.made() || placer.mayChangeFolders()) {
      folder.setMetadata(wanted);
    }
    open.set(open.size() - 1, folder);
    return true;
  }

  /** The folder that an entry belongs in; null when it could not be made. */
  TargetFolder parentOf(EntryPath path) throws PosixException, OccupiedException {
    List<Bytes> wanted = path.names().subList(0, Math.max(0, path.depth() - 1));
    int common = 0;
    while (common < Math.min(names.size(), wanted.size())
        && names.get(common).equals(wanted.get(common))) {
      common++;
    }
    while (names.size() > common) {
      names.removeLast();
      TargetFolder left = open.removeLast();
      if (left != null) {
        left.release(this);
      }
    }
    while (names.size() < wanted.size() && open.getLast() != null) {
      // Its own entry is in a part of the manifest that is lost.
      EntryPath implied = new EntryPath(wanted.subList(0, names.size() + 1));
      TargetFolder parent = open.getLast();
      push(implied.name(), null);
      open.set(open.size() - 1, make(parent, implied));
      notes.add(Note.Kind.FOLDER_UNKNOWN, implied.toString());
    }
    return names.size() < wanted.size() ? null : open.getLast();
  }

  /** Lets go of all that are left. */
  void end() {
    for (TargetFolder left : open.reversed()) {
      if (left != null) {
        left.release(this);
      }
    }
    open.clear();
  }

  private void push(Bytes name, TargetFolder folder) {
    names.add(name);
    open.add(folder);
  }

  private TargetFolder make(TargetFolder parent, EntryPath path)
      throws PosixException, OccupiedException {
    Directory in = parent.directory();
    byte[] name = path.name().toBytes();
    boolean made = create(in, name);
    if (!made) {
      Optional<FileStat> there = in.find(name);
      if (there.isPresent() && there.get().type() != FileType.DIRECTORY) {
        placer.requireReplaceable(in, name);
        in.remove(name);
        made = create(in, name);
      }
    }
    Directory directory;
    try {
      directory = in.openDirectory(name);
    } catch (PosixException e) {
      if (e.is(Errno.ENOTDIR, Errno.ELOOP, Errno.ENOENT)) {
        throw new OccupiedException("something else was put in its place meanwhile");
      }
      throw e;
    }
    if (made && directory.stat().userId() != ownUser) {
      directory.close();
      throw new OccupiedException("another user put a folder in its place meanwhile");
    }
    return new TargetFolder(parent, path, directory, made);
  }

  private static boolean create(Directory in, byte[] name) throws PosixException {
    try {
      in.createDirectory(name, PRIVATE);
      return true;
    } catch (PosixException e) {
      if (e.is(Errno.EEXIST)) {
        return false;
      }
      throw e;
    }
  }

  /** Called by whichever thread lets go last. */
  @Override
  public void end(TargetFolder folder) {
    try (Directory directory = folder.directory()) {
      if (folder.metadata().isPresent()) {
        metadata.apply(directory, folder.metadata().get(), folder.path());
      }
    } catch (PosixException e) {
      tally.lost(LostEntry.of(folder.path(), Loss.METADATA, e.getMessage()));
    }
  }
}
