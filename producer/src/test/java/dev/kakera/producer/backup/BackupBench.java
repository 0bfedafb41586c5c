package dev.kakera.producer.backup;

import dev.kakera.core.id.ChunkId;
import dev.kakera.core.id.Digest;
import dev.kakera.core.snapshot.Entry;
import dev.kakera.core.snapshot.EntryJoiner;
import dev.kakera.core.snapshot.Extent;
import dev.kakera.core.snapshot.Head;
import dev.kakera.core.snapshot.ManifestIndex;
import dev.kakera.core.snapshot.Segment;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.wire.Bytes;
import dev.kakera.producer.ledger.LedgerHome;
import dev.kakera.producer.ledger.TestHeads;
import dev.kakera.producer.publish.ChunkPublisher;
import dev.kakera.producer.publish.InFlight;
import dev.kakera.producer.publish.OwedShards;
import dev.kakera.producer.publish.TestPublishing;
import dev.kakera.producer.scan.ScanOptions;
import dev.kakera.producer.scan.SourceScanner;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Backs a folder up without a broker: what is published is announced and receipted at once. */
final class BackupBench implements AutoCloseable {
  final LedgerHome home;
  final TestPublishing publishing;
  final ManifestCache cache;
  private long session;

  /** What one walk gave. */
  record Taken(Head head, Map<String, Entry> entries, BackupProgress progress, long published) {
    Entry.File file(String path) {
      return (Entry.File) entries.get(path);
    }
  }

  BackupBench(Path folder) throws IOException {
    home = new LedgerHome(folder.resolve("catalog"), 6);
    publishing = new TestPublishing(home);
    cache = new ManifestCache(folder.resolve("manifests"), home.keys());
  }

  Taken take(Path source, Optional<Head> before) throws Exception {
    return take(source, before, fetchNothing());
  }

  Taken take(Path source, Optional<Head> before, ChunkFetcher fetcher) throws Exception {
    session++;
    OwedShards owed = new OwedShards(Set.of());
    InFlight inFlight = new InFlight(64 << 20, () -> 0L);
    ChunkPublisher publisher = publishing.publisher(session, owed, inFlight);
    ManifestAssembler assembler =
        new ManifestAssembler(
            home.catalog(), publisher, cache, session, () -> publishing.encodeAll(inFlight));
    BackupProgress progress = new BackupProgress();
    Packer packer = new Packer(publisher, home.catalog(), session, owed);
    FileReader reader = new FileReader(publisher, packer, home.keys(), progress);
    Head.Totals totals;
    try (SourceScanner scanner = SourceScanner.open(source, ScanOptions.DEFAULT)) {
      totals =
          new SourceWalk(
                  new PreviousManifest(before, cache, fetcher),
                  new HeldChunks(home.catalog(), owed, session),
                  reader,
                  packer,
                  assembler,
                  progress)
              .run(scanner);
    }
    List<ChunkRef> index = assembler.finish();
    publishing.encodeAll(inFlight);
    inFlight.drain();
    Head head =
        new Head(
            session,
            Digest.ZERO,
            TestHeads.SOURCE,
            Bytes.utf8(source.toString()),
            "host",
            0,
            1,
            progress.problems() == 0,
            LedgerHome.GEOMETRY,
            totals,
            index);
    return new Taken(head, entries(head), progress, publisher.counts().publishedChunks());
  }

  static ChunkFetcher fetchNothing() {
    return ref -> {
      throw new IOException("no peer is asked in this test");
    };
  }

  /** Gets chunks back from what was sent. */
  ChunkFetcher fetchSent() {
    return ref -> publishing.plain(ref.chunk());
  }

  /** All entries by path, in the list's order. */
  Map<String, Entry> entries(Head head) {
    Map<String, Entry> entries = new LinkedHashMap<>();
    EntryJoiner joiner = new EntryJoiner();
    List<String> path = new ArrayList<>();
    for (ChunkRef index : head.index()) {
      for (ManifestIndex.Line line :
          ManifestIndex.decode(publishing.plain(index.chunk())).lines()) {
        for (Entry raw : Segment.decode(publishing.plain(line.ref().chunk())).entries()) {
          joiner.push(raw).ifPresent(entry -> put(entries, path, entry));
        }
      }
    }
    joiner.finish().ifPresent(entry -> put(entries, path, entry));
    return entries;
  }

  private static void put(Map<String, Entry> entries, List<String> path, Entry entry) {
    if (entry.depth() > 0) {
      path.subList(Math.min(path.size(), entry.depth() - 1), path.size()).clear();
      path.add(entry.name().toString());
    }
    entries.put(entry.depth() == 0 ? "." : String.join("/", path), entry);
  }

  /** A file's bytes, put together from what was sent. */
  byte[] contents(Entry.File file) {
    ByteArrayOutputStream contents = new ByteArrayOutputStream();
    for (Extent extent : file.extents()) {
      switch (extent) {
        case Extent.Hole hole -> contents.writeBytes(new byte[(int) hole.length()]);
        case Extent.Data data ->
            contents.write(publishing.plain(data.chunk()), data.offset(), (int) data.length());
      }
    }
    return contents.toByteArray();
  }

  static Set<ChunkId> chunks(Entry.File file) {
    Set<ChunkId> chunks = new java.util.LinkedHashSet<>();
    for (Extent extent : file.extents()) {
      if (extent instanceof Extent.Data data) {
        chunks.add(data.chunk());
      }
    }
    return chunks;
  }

  @Override
  public void close() {
    home.close();
  }
}
