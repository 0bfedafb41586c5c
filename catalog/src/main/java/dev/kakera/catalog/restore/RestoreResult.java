package dev.kakera.catalog.restore;

import dev.kakera.catalog.manifest.ManifestItem;
import dev.kakera.catalog.shards.FindingLog;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a restore did. All of it is on the disk.
 *
 * @param hardLinks further names of files that were linked
 * @param bytes written
 * @param skipped entries left as they were in the target
 * @param absent entries of the source that the snapshot never had
 * @param lost the first {@value RestorePlan#KEPT_MAX} entries that are not as they were
 * @param gaps parts of the manifest that could not be read: what they list was not restored
 * @param stopped why it ended before its end, such as a full disk; empty when it did not
 * @param findings every problem with a shard, also those that did no harm
 */
public record RestoreResult(
    long files,
    long folders,
    long symlinks,
    long hardLinks,
    long bytes,
    long skipped,
    long absent,
    long lostCount,
    List<LostEntry> lost,
    List<ManifestItem.Gap> gaps,
    List<Note> notes,
    Optional<String> stopped,
    FindingLog findings,
    Duration elapsed) {
  public RestoreResult {
    lost = List.copyOf(lost);
    gaps = List.copyOf(gaps);
    notes = List.copyOf(notes);
  }

  /** Whether everything that the snapshot holds is as it was. */
  public boolean isComplete() {
    return lostCount == 0 && gaps.isEmpty() && stopped.isEmpty();
  }
}
