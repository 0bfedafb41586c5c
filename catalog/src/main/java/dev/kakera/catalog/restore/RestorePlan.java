package dev.kakera.catalog.restore;

import dev.kakera.catalog.manifest.EntryPath;
import dev.kakera.catalog.manifest.ManifestItem;
import dev.kakera.core.snapshot.Head;
import java.nio.file.Path;
import java.util.List;

/**
 * What a restore will do. Nothing was written yet; a dry run ends here.
 *
 * @param path that is restored, within the snapshot
 * @param single the path is a file or link, which gets its name in the target; otherwise what is in
 *     the folder goes into the target itself
 * @param target folder; need not exist
 * @param counts what the manifest lists
 * @param gaps parts of the manifest that cannot be read, at most {@value #KEPT_MAX}
 * @param conflicts paths that are in the target already and that the policy does not allow to
 *     touch, at most {@value #KEPT_MAX}
 * @param conflictCount how many there are
 * @param space what it takes and what there is
 */
public record RestorePlan(
    Head head,
    EntryPath path,
    boolean single,
    Path target,
    RestoreOptions options,
    TargetState state,
    Counts counts,
    List<ManifestItem.Gap> gaps,
    List<EntryPath> conflicts,
    long conflictCount,
    Space space) {
  static final int KEPT_MAX = 1_000;

  /** What the target was. */
  public enum TargetState {
    ABSENT,
    EMPTY,
    FILLED
  }

  /**
   * What is to be restored.
   *
   * @param hardLinks further names of files that are counted once
   * @param bytes of all files, holes included
   * @param dataBytes of all files, without holes
   */
  public record Counts(
      long files,
      long folders,
      long symlinks,
      long hardLinks,
      long absent,
      long bytes,
      long dataBytes) {}

  /**
   * Bytes on the target's file system.
   *
   * @param needed whole pages of 4 KiB
   */
  public record Space(long needed, long free) {}

  public RestorePlan {
    gaps = List.copyOf(gaps);
    conflicts = List.copyOf(conflicts);
  }
}
