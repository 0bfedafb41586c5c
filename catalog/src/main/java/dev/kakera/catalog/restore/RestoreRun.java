package dev.kakera.catalog.restore;

import dev.kakera.catalog.manifest.EntryPath;
import dev.kakera.catalog.manifest.ManifestCursor;
import dev.kakera.catalog.manifest.ManifestItem;
import dev.kakera.catalog.restore.EntryWriter.LinkHome;
import dev.kakera.catalog.restore.LostEntry.Loss;
import dev.kakera.catalog.shards.ChunkLostException;
import dev.kakera.catalog.shards.ChunkReader;
import dev.kakera.core.snapshot.Entry;
import dev.kakera.posix.Errno;
import dev.kakera.posix.PosixException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * One restore: this thread walks the manifest, makes folders and asks for chunks; the writers do
 * the rest, a file each. Used once.
 */
final class RestoreRun {
  /** Bounds what waits for a writer, and so the folders that are open at a time. */
  private static final int WAITING_MAX = 256;

  private static final int[] FATAL = {Errno.ENOSPC, Errno.EDQUOT, Errno.EROFS};

  private final RestorePlan plan;
  private final ChunkReader chunks;
  private final FolderStack folders;
  private final EntryWriter writer;
  private final Tally tally;
  private final Notes notes;
  private final Map<Long, LinkHome> linkHomes = new HashMap<>();
  private final Semaphore waiting = new Semaphore(WAITING_MAX);
  private final ExecutorService writers;

  RestoreRun(
      RestorePlan plan,
      ChunkReader chunks,
      FolderStack folders,
      EntryWriter writer,
      Shared shared) {
    this.plan = plan;
    this.chunks = chunks;
    this.folders = folders;
    this.writer = writer;
    this.tally = shared.tally();
    this.notes = shared.notes();
    writers =
        Executors.newFixedThreadPool(
            plan.options().writers(),
            Thread.ofPlatform().daemon().name("restore-writer-", 0).factory());
  }

  /** What every part of a run reports to. */
  record Shared(Tally tally, Notes notes) {}

  void run(ManifestCursor cursor) throws InterruptedException {
    try {
      for (var item = cursor.next(); item.isPresent() && !tally.isStopped(); item = cursor.next()) {
        switch (item.get()) {
          case ManifestItem.Gap gap -> tally.gap(gap);
          case ManifestItem.Listed listed -> take(listed);
        }
      }
      waiting.acquire(WAITING_MAX); // each job has deadlines of its own, so this ends
    } finally {
      writers.shutdown();
      if (!writers.awaitTermination(1, TimeUnit.MINUTES)) {
        writers.shutdownNow();
      }
      folders.end();
    }
  }

  private void take(ManifestItem.Listed listed) throws InterruptedException {
    EntryPath path =
        plan.single()
            ? new EntryPath(List.of(plan.path().name()))
            : listed.path().below(plan.path());
    try {
      switch (listed.entry()) {
        case Entry.Folder folder -> {
          if (folders.enter(path, folder.metadata()) && path.depth() > 0) {
            tally.folder(path);
          }
        }
        case Entry.Absent absent -> tally.absent(path, absent);
        case Entry.Symlink link -> {
          var _ = submit(path, folder -> symlink(folder, path, link));
        }
        case Entry.File file -> takeFile(path, file, listed);
        case Entry.Rest _ -> throw new IllegalStateException("a divided file was not joined");
      }
    } catch (PosixException e) {
      failed(path, e);
    } catch (OccupiedException e) {
      tally.lost(LostEntry.of(path, Loss.CONFLICT, e.getMessage()));
    }
  }

  private void takeFile(EntryPath path, Entry.File file, ManifestItem.Listed listed)
      throws InterruptedException, PosixException, OccupiedException {
    if (!listed.isWhole()) {
      tally.lost(
          LostEntry.of(
              path,
              Loss.LIST,
              "the list of its chunks is not whole: that part of the manifest is lost"));
      return;
    }
    if (!file.consistent()) {
      notes.add(Note.Kind.INCONSISTENT, path.toString());
    }
    LinkHome known = file.linkGroup() == 0 ? null : linkHomes.get(file.linkGroup());
    LinkHome home = known;
    if (file.linkGroup() != 0 && known == null) {
      home = new LinkHome();
      linkHomes.put(file.linkGroup(), home);
    }
    LinkHome linkHome = home;
    ContentFeed feed = new ContentFeed(chunks, file.extents(), listed.refs(), tally::wrote);
    if (known == null) {
      feed.prime(plan.options().windowBytes());
    }
    boolean submitted = false;
    try {
      submitted = submit(path, folder -> file(folder, path, file, feed, linkHome));
    } finally {
      if (!submitted) {
        feed.close();
      }
    }
  }

  private interface Job {
    void run(TargetFolder folder)
        throws PosixException, OccupiedException, ChunkLostException, InterruptedException;
  }

  /** Hands an entry to a writer; the folder stays open until it is done. */
  private boolean submit(EntryPath path, Job job)
      throws InterruptedException, PosixException, OccupiedException {
    TargetFolder folder = folders.parentOf(path);
    if (folder == null) {
      tally.lost(LostEntry.of(path, Loss.CONFLICT, "its folder could not be made"));
      return false;
    }
    waiting.acquire();
    folder.hold();
    writers.execute(
        () -> {
          try {
            perform(path, folder, job);
          } finally {
            folder.release(folders);
            waiting.release();
          }
        });
    return true;
  }

  private void perform(EntryPath path, TargetFolder folder, Job job) {
    try {
      job.run(folder);
    } catch (PosixException e) {
      failed(path, e);
    } catch (OccupiedException e) {
      tally.lost(LostEntry.of(path, Loss.CONFLICT, e.getMessage()));
    } catch (ChunkLostException e) {
      tally.lost(LostEntry.of(path, e));
    } catch (InterruptedException e) {
      tally.lost(LostEntry.of(path, Loss.WRITE, "the restore was interrupted"));
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      tally.lost(LostEntry.of(path, Loss.WRITE, e.toString()));
    }
  }

  private void symlink(TargetFolder folder, EntryPath path, Entry.Symlink link)
      throws PosixException, OccupiedException {
    switch (writer.writeSymlink(folder, path, link).outcome()) {
      case SKIPPED -> tally.skipped(path);
      case WRITTEN, LINKED -> tally.symlink(path);
    }
  }

  private void file(
      TargetFolder folder, EntryPath path, Entry.File file, ContentFeed feed, LinkHome home)
      throws PosixException, OccupiedException, ChunkLostException, InterruptedException {
    try (feed) {
      if (tally.isStopped()) {
        return;
      }
      EntryWriter.Done done =
          home == null
              ? writer.writeFile(folder, path, file, feed)
              : writer.writeLinked(folder, path, file, feed, home);
      switch (done.outcome()) {
        case WRITTEN -> tally.file(path, done.bytes());
        case LINKED -> tally.hardLink(path);
        case SKIPPED -> tally.skipped(path);
      }
    }
  }

  private void failed(EntryPath path, PosixException e) {
    tally.lost(LostEntry.of(path, Loss.WRITE, e.getMessage()));
    if (e.is(FATAL)) {
      tally.stop("the target cannot be written any more: " + e.getMessage());
    }
  }
}
