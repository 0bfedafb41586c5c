package dev.kakera.catalog.restore;

import dev.kakera.catalog.manifest.EntryPath;
import dev.kakera.catalog.manifest.ManifestItem;
import dev.kakera.catalog.shards.FindingLog;
import dev.kakera.core.snapshot.Entry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Counts what a restore did. Thread-safe. */
final class Tally {
  private final RestoreListener listener;
  private final Notes notes;
  private final AtomicLong files = new AtomicLong();
  private final AtomicLong folders = new AtomicLong();
  private final AtomicLong symlinks = new AtomicLong();
  private final AtomicLong hardLinks = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong skipped = new AtomicLong();
  private final AtomicLong absent = new AtomicLong();
  private final AtomicLong lostCount = new AtomicLong();
  private final List<LostEntry> lost = new ArrayList<>();
  private final List<ManifestItem.Gap> gaps = new ArrayList<>();
  private volatile String stopped;

  Tally(RestoreListener listener, Notes notes) {
    this.listener = listener;
    this.notes = notes;
  }

  void file(EntryPath path, long written) {
    files.incrementAndGet();
    bytes.addAndGet(written);
    listener.restored(path, written);
  }

  /** Part of a file that is not in its place yet. */
  void wrote(long written) {
    listener.wrote(written);
  }

  void hardLink(EntryPath path) {
    hardLinks.incrementAndGet();
    listener.restored(path, 0);
  }

  void folder(EntryPath path) {
    folders.incrementAndGet();
    listener.restored(path, 0);
  }

  void symlink(EntryPath path) {
    symlinks.incrementAndGet();
    listener.restored(path, 0);
  }

  void skipped(EntryPath path) {
    skipped.incrementAndGet();
    listener.skipped(path);
  }

  void absent(EntryPath path, Entry.Absent entry) {
    absent.incrementAndGet();
    listener.absent(path, entry);
  }

  void lost(LostEntry entry) {
    lostCount.incrementAndGet();
    synchronized (lost) {
      if (lost.size() < RestorePlan.KEPT_MAX) {
        lost.add(entry);
      }
    }
    listener.lost(entry);
  }

  void gap(ManifestItem.Gap gap) {
    synchronized (gaps) {
      if (gaps.size() < RestorePlan.KEPT_MAX) {
        gaps.add(gap);
      }
    }
    listener.gap(gap);
  }

  /** Ends the restore: what is left would fail in the same way. */
  void stop(String reason) {
    stopped = reason;
  }

  boolean isStopped() {
    return stopped != null;
  }

  RestoreResult result(FindingLog findings, Duration elapsed) {
    List<LostEntry> lostNow;
    synchronized (lost) {
      lostNow = List.copyOf(lost);
    }
    List<ManifestItem.Gap> gapsNow;
    synchronized (gaps) {
      gapsNow = List.copyOf(gaps);
    }
    return new RestoreResult(
        files.get(),
        folders.get(),
        symlinks.get(),
        hardLinks.get(),
        bytes.get(),
        skipped.get(),
        absent.get(),
        lostCount.get(),
        lostNow,
        gapsNow,
        notes.list(),
        Optional.ofNullable(stopped),
        findings,
        elapsed);
  }
}
