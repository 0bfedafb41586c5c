package dev.kakera.catalog.manifest;

import dev.kakera.catalog.shards.ChunkSource;
import dev.kakera.core.snapshot.Head;
import java.util.Optional;

/** Opens manifests. Thread-safe as far as its chunk source is. */
public final class Manifests {
  private final ChunkSource chunks;

  /**
   * @param chunks reads index and segments; a cache may stand in front of the shards
   */
  public Manifests(ChunkSource chunks) {
    this.chunks = chunks;
  }

  /** The wanted entries of a snapshot, in order. */
  public ManifestCursor open(Head head, PathFilter filter) {
    return new ManifestCursor(head, filter, chunks);
  }

  /**
   * The entry at a path.
   *
   * @throws ManifestDamagedException when the part of the manifest that would hold it is lost
   * @throws InterruptedException when interrupted while waiting for shards
   */
  public Optional<ManifestItem.Listed> find(Head head, EntryPath path)
      throws ManifestDamagedException, InterruptedException {
    ManifestCursor cursor = open(head, new PathFilter(path, 0));
    ManifestItem.Gap gap = null;
    for (var item = cursor.next(); item.isPresent(); item = cursor.next()) {
      switch (item.get()) {
        case ManifestItem.Listed listed -> {
          return Optional.of(listed);
        }
        case ManifestItem.Gap next -> gap = next;
      }
    }
    if (gap != null) {
      throw new ManifestDamagedException(path, gap);
    }
    return Optional.empty();
  }
}
