package dev.kakera.catalog.restore;

import dev.kakera.catalog.manifest.EntryPath;
import dev.kakera.catalog.manifest.ManifestCursor;
import dev.kakera.catalog.manifest.ManifestItem;
import dev.kakera.catalog.manifest.Manifests;
import dev.kakera.catalog.manifest.PathFilter;
import dev.kakera.catalog.restore.RestorePlan.TargetState;
import dev.kakera.catalog.restore.RestoreRefusedException.Reason;
import dev.kakera.core.snapshot.Entry;
import dev.kakera.core.snapshot.Extent;
import dev.kakera.core.snapshot.Head;
import dev.kakera.posix.Directory;
import dev.kakera.posix.FileType;
import dev.kakera.posix.PosixException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads a manifest once and looks at the target; writes nothing. Used once. */
final class RestorePlanner {
  private static final int PAGE_BYTES = 4096;

  private final Head head;
  private final EntryPath path;
  private final Path target;
  private final RestoreOptions options;

  private final List<ManifestItem.Gap> gaps = new ArrayList<>();
  private final List<EntryPath> conflicts = new ArrayList<>();
  private final Set<Long> linkGroups = new HashSet<>();
  private long conflictCount;
  private long files;
  private long folders;
  private long symlinks;
  private long hardLinks;
  private long absent;
  private long bytes;
  private long dataBytes;
  private long neededBytes;

  RestorePlanner(Head head, EntryPath path, Path target, RestoreOptions options) {
    this.head = head;
    this.path = path;
    this.target = target;
    this.options = options;
  }

  RestorePlan plan(Manifests manifests)
      throws RestoreRefusedException, IOException, InterruptedException {
    TargetState state = lookAtTarget();
    boolean probing = state == TargetState.FILLED && options.overwrite() == Overwrite.NEVER;
    TargetProbe probe = probing ? new TargetProbe(Directory.open(target)) : null;
    boolean single = false;
    boolean seen = false;
    try {
      ManifestCursor cursor = manifests.open(head, PathFilter.of(path));
      for (var item = cursor.next(); item.isPresent(); item = cursor.next()) {
        switch (item.get()) {
          case ManifestItem.Gap gap -> keep(gaps, gap);
          case ManifestItem.Listed listed -> {
            if (listed.path().equals(path)) {
              single = isSingle(listed);
            }
            seen = true;
            EntryPath below =
                single ? new EntryPath(List.of(path.name())) : listed.path().below(path);
            count(listed, below);
            if (probe != null && !(listed.entry() instanceof Entry.Absent)) {
              compare(probe, listed.entry(), below);
            }
          }
        }
      }
    } finally {
      if (probe != null) {
        probe.close();
      }
    }
    requireSeen(seen);
    return new RestorePlan(
        head,
        path,
        single,
        target,
        options,
        state,
        new RestorePlan.Counts(files, folders, symlinks, hardLinks, absent, bytes, dataBytes),
        gaps,
        conflicts,
        conflictCount,
        new RestorePlan.Space(neededBytes, freeBytes()));
  }

  private TargetState lookAtTarget() throws RestoreRefusedException, IOException {
    if (!Files.exists(target)) {
      if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
        throw unusable("it is a link that leads nowhere");
      }
      return TargetState.ABSENT;
    }
    if (!Files.isDirectory(target)) {
      throw unusable("it is not a folder");
    }
    try (Directory directory = Directory.open(target)) {
      return directory.entries().isEmpty() ? TargetState.EMPTY : TargetState.FILLED;
    } catch (PosixException e) {
      throw unusable(e.getMessage());
    }
  }

  private RestoreRefusedException unusable(String why) {
    return new RestoreRefusedException(
        Reason.TARGET_UNUSABLE,
        "target %s cannot be restored into: %s; name another folder".formatted(target, why),
        List.of(target.toString()));
  }

  private boolean isSingle(ManifestItem.Listed listed) throws RestoreRefusedException {
    if (listed.entry() instanceof Entry.Absent missing) {
      throw new RestoreRefusedException(
          Reason.NO_SUCH_PATH,
          "%s was in the source but is not in the snapshot: %s, %s"
              .formatted(path, missing.reason(), missing.message()),
          List.of(path.toString()));
    }
    return !(listed.entry() instanceof Entry.Folder);
  }

  private void requireSeen(boolean seen) throws RestoreRefusedException {
    if (seen || path.depth() == 0) {
      return;
    }
    String why =
        gaps.isEmpty()
            ? "the snapshot does not have it"
            : "the part of the manifest that would list it is lost: " + gaps.getFirst().reason();
    throw new RestoreRefusedException(
        Reason.NO_SUCH_PATH,
        "%s cannot be restored: %s".formatted(path, why),
        List.of(path.toString()));
  }

  private void count(ManifestItem.Listed listed, EntryPath below) {
    switch (listed.entry()) {
      case Entry.File file when file.linkGroup() != 0 && !linkGroups.add(file.linkGroup()) ->
          hardLinks++;
      case Entry.File file -> {
        files++;
        bytes += file.size();
        long data = 0;
        for (Extent extent : file.extents()) {
          data += extent instanceof Extent.Data ? extent.length() : 0;
        }
        dataBytes += data;
        neededBytes += Math.ceilDiv(data, PAGE_BYTES) * PAGE_BYTES;
      }
      case Entry.Folder _ -> {
        folders += below.depth() == 0 ? 0 : 1;
        neededBytes += PAGE_BYTES;
      }
      case Entry.Symlink _ -> symlinks++;
      case Entry.Absent _ -> absent++;
      case Entry.Rest _ -> throw new IllegalStateException("a divided file was not joined");
    }
  }

  private void compare(TargetProbe probe, Entry entry, EntryPath below) throws PosixException {
    var found = probe.find(below);
    boolean shared =
        found.isPresent()
            && entry instanceof Entry.Folder
            && found.get().type() == FileType.DIRECTORY;
    if (found.isPresent() && !shared) {
      conflictCount++;
      keep(conflicts, below);
    }
  }

  private long freeBytes() throws IOException {
    Path existing = target.toAbsolutePath();
    while (!Files.exists(existing)) {
      existing = existing.getParent();
    }
    return Files.getFileStore(existing).getUsableSpace();
  }

  private static <T> void keep(List<T> kept, T item) {
    if (kept.size() < RestorePlan.KEPT_MAX) {
      kept.add(item);
    }
  }
}
