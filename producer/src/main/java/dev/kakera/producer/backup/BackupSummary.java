package dev.kakera.producer.backup;

import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.id.SnapshotId;
import dev.kakera.core.snapshot.Head;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What a backup did.
 *
 * @param totals of the whole snapshot
 * @param readBytes content that was read
 * @param publishedBytes content that no peer had before, after deduplication
 * @param storedBytes of new sealed shards at the peers
 * @param shards new ones
 * @param owed shards that no receipt is in for, by peer; of all that snapshots need
 * @param losses f of the whole snapshot now: peers that may be lost
 * @param blocked how long the walk waited for the pipeline
 * @param problems one line each
 */
public record BackupSummary(
    SnapshotId snapshot,
    long sequence,
    Head.Totals totals,
    boolean complete,
    Geometry geometry,
    int peers,
    int losses,
    Counts counts,
    Map<String, Integer> owed,
    Duration elapsed,
    Duration blocked,
    List<String> problems) {

  /** Figures of this run. */
  public record Counts(
      long newFiles,
      long changedFiles,
      long readBytes,
      long publishedBytes,
      long publishedChunks,
      long storedBytes,
      long shards) {}

  public BackupSummary {
    owed = Map.copyOf(owed);
    problems = List.copyOf(problems);
  }
}
