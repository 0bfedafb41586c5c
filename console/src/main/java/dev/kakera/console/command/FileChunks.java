package dev.kakera.console.command;

import dev.kakera.catalog.manifest.EntryPath;
import dev.kakera.catalog.manifest.ManifestDamagedException;
import dev.kakera.catalog.manifest.ManifestItem;
import dev.kakera.catalog.manifest.Manifests;
import dev.kakera.catalog.shards.ChunkSource;
import dev.kakera.console.Invocation;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.trace.ChunkFacts;
import dev.kakera.core.id.ChunkId;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.snapshot.Entry;
import dev.kakera.core.snapshot.Extent;
import dev.kakera.core.snapshot.HeadSealer;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.producer.backup.ManifestCache;
import dev.kakera.producer.ledger.CatalogView;
import dev.kakera.producer.ledger.Chunks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/** The chunks of a file, by the manifest of which the home keeps a copy; no store is needed. */
final class FileChunks {
  private final Invocation invocation;
  private final RepositoryKeys keys;
  private final CatalogView catalog;

  FileChunks(Invocation invocation, RepositoryKeys keys, CatalogView catalog) {
    this.invocation = invocation;
    this.keys = keys;
    this.catalog = catalog;
  }

  /** The snapshot that {@code SNAPSHOT:PATH} means; without a colon the latest. */
  HeadSealer.Sealed snapshot(List<HeadSealer.Sealed> heads, String what) {
    int colon = what.indexOf(':');
    return SnapshotAccess.choose(heads, colon < 0 ? "latest" : what.substring(0, colon));
  }

  /** In the order of the file. */
  List<ChunkFacts> of(HeadSealer.Sealed head, String what)
      throws IOException, InterruptedException {
    EntryPath path = path(head, what);
    ManifestItem.Listed listed = find(head, path, what);
    if (!(listed.entry() instanceof Entry.File file)) {
      throw new CommandFailure(
          MessageId.PATH_UNKNOWN,
          "%s is no file; only files have chunks. See: kakera ls latest:%s".formatted(path, path));
    }
    Set<ChunkId> chunks = new LinkedHashSet<>();
    for (Extent extent : file.extents()) {
      if (extent instanceof Extent.Data data) {
        chunks.add(data.chunk());
      }
    }
    List<ChunkFacts> facts = new ArrayList<>();
    for (ChunkId chunk : chunks) {
      Chunks.Chunk known =
          catalog
              .read(connection -> Chunks.find(connection, chunk))
              .orElseThrow(
                  () ->
                      new CommandFailure(
                          MessageId.CHUNK_UNKNOWN,
                          "the catalog does not know chunk %s of %s. Rebuild it from the stores: kakera rebuild"
                              .formatted(chunk, path)));
      facts.add(ChunkFacts.of(catalog, known, OptionalInt.empty()));
    }
    return facts;
  }

  private ManifestItem.Listed find(HeadSealer.Sealed head, EntryPath path, String what)
      throws IOException, InterruptedException {
    Manifests manifests = new Manifests(kept());
    try {
      return manifests
          .find(head.head(), path)
          .orElseThrow(
              () ->
                  new CommandFailure(
                      MessageId.PATH_UNKNOWN,
                      "\"%s\" is neither a chunk or shard that the catalog knows nor a file of snapshot %s. See: kakera ls latest"
                          .formatted(what, head.snapshot().toString().substring(0, 8))));
    } catch (ManifestDamagedException e) {
      throw new CommandFailure(MessageId.DAMAGE_FOUND, e.getMessage(), e);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private ChunkSource kept() throws IOException {
    ManifestCache cache = new ManifestCache(invocation.data().manifests(), keys);
    return ref -> read(cache, ref);
  }

  private byte[] read(ManifestCache cache, ChunkRef ref) throws InterruptedException {
    try {
      byte[] kept = cache.get(ref.chunk()).orElse(null);
      if (kept != null) {
        return kept;
      }
      if (invocation.isHosted()) {
        return SnapshotAccess.fetch(invocation.mesh(), ref);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new CommandFailure(
        MessageId.PATH_UNKNOWN,
        "no copy of that snapshot's manifest is kept here, and its stores do not run. Name a chunk instead, or another snapshot: kakera snapshots");
  }

  private static EntryPath path(HeadSealer.Sealed head, String what) {
    String typed = what.substring(what.indexOf(':') + 1);
    String root = head.head().path().toString();
    String below = typed.startsWith(root + "/") ? typed.substring(root.length()) : typed;
    return SnapshotPath.parse("latest:" + below).path();
  }
}
