package dev.kakera.console.command;

import dev.kakera.catalog.restore.SnapshotReading;
import dev.kakera.catalog.shards.ChunkLostException;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.role.Mesh;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.snapshot.HeadSealer;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.producer.ledger.Catalog;
import dev.kakera.producer.ledger.Snapshots;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Snapshots by what people type. */
final class SnapshotAccess {
  private SnapshotAccess() {}

  /** All committed ones, opened, oldest first. */
  static List<HeadSealer.Sealed> all(Catalog catalog, RepositoryKeys keys) {
    return open(catalog.read(Snapshots::committed), keys);
  }

  static List<HeadSealer.Sealed> open(List<Snapshots.Snapshot> snapshots, RepositoryKeys keys) {
    HeadSealer sealer = new HeadSealer(keys);
    List<HeadSealer.Sealed> heads = new ArrayList<>();
    for (Snapshots.Snapshot snapshot : snapshots) {
      heads.add(sealer.open(snapshot.head().toBytes()));
    }
    return heads;
  }

  /** The one that {@code latest} or the first digits of an id mean. */
  static HeadSealer.Sealed choose(List<HeadSealer.Sealed> heads, String wanted) {
    if (heads.isEmpty()) {
      throw new CommandFailure(
          MessageId.SNAPSHOT_UNKNOWN, "there is no snapshot yet. Make one with: kakera backup DIR");
    }
    if (wanted.equals("latest")) {
      return heads.getLast();
    }
    String digits = wanted.toLowerCase(Locale.ROOT);
    List<HeadSealer.Sealed> meant =
        heads.stream().filter(head -> head.snapshot().toString().startsWith(digits)).toList();
    if (meant.size() != 1 || digits.isEmpty()) {
      throw new CommandFailure(
          MessageId.SNAPSHOT_UNKNOWN,
          "%s snapshot is called \"%s\". See them with: kakera snapshots"
              .formatted(meant.isEmpty() || digits.isEmpty() ? "no" : "more than one", wanted));
    }
    return meant.getFirst();
  }

  /** A chunk from the peers, for a manifest whose copy at home is gone. */
  static byte[] fetch(Mesh mesh, ChunkRef ref) throws IOException {
    try (SnapshotReading reading = mesh.reading()) {
      return reading.chunks().read(ref);
    } catch (ChunkLostException e) {
      throw new IOException(
          "the manifest of the snapshot before cannot be read: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while a manifest was fetched", e);
    }
  }
}
