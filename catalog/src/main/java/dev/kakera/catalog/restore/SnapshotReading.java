package dev.kakera.catalog.restore;

import dev.kakera.catalog.manifest.Manifests;
import dev.kakera.catalog.shards.ChunkReader;
import dev.kakera.catalog.shards.EpochKeys;
import dev.kakera.catalog.shards.FindingLog;
import dev.kakera.catalog.shards.ReaderSettings;
import dev.kakera.catalog.shards.ShardSource;

/**
 * All that it takes to list and restore snapshots from one source of shards, wired together.
 * Thread-safe.
 */
public final class SnapshotReading implements AutoCloseable {
  private final ShardSource source;
  private final FindingLog findings = new FindingLog();
  private final ChunkReader chunks;
  private final Manifests manifests;

  /**
   * @param keys stay the caller's
   * @param source closed with this
   */
  public SnapshotReading(EpochKeys keys, ShardSource source, ReaderSettings settings) {
    this.source = source;
    chunks = new ChunkReader(keys, source, settings, findings);
    manifests = new Manifests(chunks);
  }

  public ChunkReader chunks() {
    return chunks;
  }

  public Manifests manifests() {
    return manifests;
  }

  public FindingLog findings() {
    return findings;
  }

  public Restorer restorer() {
    return new Restorer(chunks, manifests, findings);
  }

  @Override
  public void close() {
    source.close();
    chunks.close();
  }
}
