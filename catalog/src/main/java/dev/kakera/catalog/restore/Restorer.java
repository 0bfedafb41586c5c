package dev.kakera.catalog.restore;

import dev.kakera.catalog.manifest.EntryPath;
import dev.kakera.catalog.manifest.Manifests;
import dev.kakera.catalog.manifest.PathFilter;
import dev.kakera.catalog.restore.RestorePlan.TargetState;
import dev.kakera.catalog.restore.RestoreRefusedException.Reason;
import dev.kakera.catalog.shards.ChunkReader;
import dev.kakera.catalog.shards.FindingLog;
import dev.kakera.core.snapshot.Head;
import dev.kakera.posix.Directory;
import dev.kakera.posix.EffectiveUser;
import dev.kakera.posix.FileStat;
import dev.kakera.posix.OpenFile;
import dev.kakera.posix.PosixException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Restores a snapshot, or one path of it, into a folder.
 *
 * <p>Files are renamed into place as they are written, and the file system is synced once, at the
 * end: a result that was returned is on the disk. Syncing each file before its rename would cost
 * most of the speed with small files, and a restore that was cut off is not reported in any case.
 *
 * <p>Thread-safe; restores may run side by side and share the reader's memory.
 */
public final class Restorer {
  private static final int SHARED_WRITE_BITS = 022;
  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rwx------");

  private final ChunkReader chunks;
  private final Manifests manifests;
  private final FindingLog findings;

  /**
   * @param chunks reads the contents
   * @param manifests reads the lists; mostly over the same reader, with or without a cache
   * @param findings the consumer that {@code chunks} reports to
   */
  public Restorer(ChunkReader chunks, Manifests manifests, FindingLog findings) {
    this.chunks = chunks;
    this.manifests = manifests;
    this.findings = findings;
  }

  /**
   * Reads the manifest and looks at the target; writes nothing. A dry run ends here.
   *
   * @param path within the snapshot; a folder's contents go into {@code target} itself, a file or
   *     link gets its name there
   * @throws RestoreRefusedException when the path is not in the snapshot or the target is no folder
   * @throws IOException when the target cannot be looked at
   */
  public RestorePlan plan(Head head, EntryPath path, Path target, RestoreOptions options)
      throws RestoreRefusedException, IOException, InterruptedException {
    return new RestorePlanner(head, path, target.toAbsolutePath(), options).plan(manifests);
  }

  /**
   * Does what was planned, as far as it goes: what fails is named and the rest goes on.
   *
   * @throws RestoreRefusedException when files are in the way or there is too little room; nothing
   *     was written then
   * @throws IOException when the target cannot be made or synced
   */
  public RestoreResult restore(RestorePlan plan)
      throws RestoreRefusedException, IOException, InterruptedException {
    requireAllowed(plan);
    long started = System.nanoTime();
    Notes notes = new Notes();
    Tally tally = new Tally(plan.options().listener(), notes);
    RestoreRun.Shared shared = new RestoreRun.Shared(tally, notes);
    makeTarget(plan);
    try (Directory root = Directory.open(plan.target())) {
      TempNames names = new TempNames();
      long ownUser = tryToWrite(plan, root, names);
      warnOfOthers(root.stat(), ownUser, plan, notes);
      Placer placer = new Placer(plan.options().overwrite());
      MetadataWriter metadata = new MetadataWriter(notes);
      boolean whole = plan.state() != TargetState.FILLED && !plan.single();
      // Its own handle: it is closed when the last entry is done, and the root is needed to sync.
      TargetFolder top =
          new TargetFolder(null, EntryPath.ROOT, Directory.open(plan.target()), whole);
      FolderStack folders = new FolderStack(top, placer, metadata, shared, ownUser);
      EntryWriter writer = new EntryWriter(placer, metadata, names, root, notes);
      RestoreRun run = new RestoreRun(plan, chunks, folders, writer, shared);
      run.run(manifests.open(plan.head(), PathFilter.of(plan.path())));
      root.syncFilesystem();
    }
    return tally.result(findings, Duration.ofNanos(System.nanoTime() - started));
  }

  private static void requireAllowed(RestorePlan plan) throws RestoreRefusedException {
    if (plan.conflictCount() > 0) {
      List<String> names = plan.conflicts().stream().map(EntryPath::toString).toList();
      throw new RestoreRefusedException(
          Reason.TARGET_OCCUPIED,
          "target %s has %d of the files already, such as %s; nothing was written. Restore into another folder, or allow to overwrite"
              .formatted(plan.target(), plan.conflictCount(), names.getFirst()),
          names);
    }
    boolean grows =
        plan.state() != TargetState.FILLED || plan.options().overwrite() == Overwrite.NEVER;
    RestorePlan.Space space = plan.space();
    if (grows && space.needed() > space.free()) {
      throw new RestoreRefusedException(
          Reason.NO_SPACE,
          "target %s: the restore takes %d bytes, its file system has %d free, %d are missing; nothing was written"
              .formatted(
                  plan.target(), space.needed(), space.free(), space.needed() - space.free()),
          List.of(plan.target().toString()));
    }
  }

  /** A new folder is private until it gets the mode of the one that is restored. */
  private static void makeTarget(RestorePlan plan) throws IOException {
    if (plan.state() != TargetState.ABSENT) {
      return;
    }
    Files.createDirectories(plan.target().getParent());
    if (plan.single()) {
      Files.createDirectory(plan.target());
    } else {
      Files.createDirectory(plan.target(), PosixFilePermissions.asFileAttribute(PRIVATE));
    }
  }

  /** Fails early, and tells whom new files belong to: on some shares that is not this user. */
  private static long tryToWrite(RestorePlan plan, Directory root, TempNames names)
      throws RestoreRefusedException {
    byte[] name = names.next();
    try (OpenFile file = root.createFile(name, 0600)) {
      root.remove(name);
      return file.statAtOpen().userId();
    } catch (PosixException e) {
      throw new RestoreRefusedException(
          Reason.TARGET_UNUSABLE,
          "target %s cannot be written: %s".formatted(plan.target(), e.getMessage()),
          List.of(plan.target().toString()));
    }
  }

  private static void warnOfOthers(FileStat root, long ownUser, RestorePlan plan, Notes notes) {
    boolean foreign = root.userId() != ownUser && EffectiveUser.isRoot();
    if (foreign || (root.permissions() & SHARED_WRITE_BITS) != 0) {
      notes.add(Note.Kind.TARGET_SHARED, plan.target().toString());
    }
  }
}
