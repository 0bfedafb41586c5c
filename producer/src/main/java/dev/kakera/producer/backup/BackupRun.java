package dev.kakera.producer.backup;

import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.id.ChunkId;
import dev.kakera.core.id.Digest;
import dev.kakera.core.id.SourceId;
import dev.kakera.core.key.KeyPurpose;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.placement.PeerRef;
import dev.kakera.core.snapshot.Head;
import dev.kakera.core.snapshot.HeadSealer;
import dev.kakera.core.wire.Bytes;
import dev.kakera.posix.RawPath;
import dev.kakera.producer.ledger.Catalog;
import dev.kakera.producer.ledger.CatalogTotals;
import dev.kakera.producer.ledger.Chunks;
import dev.kakera.producer.ledger.LedgerEvent;
import dev.kakera.producer.ledger.Peers;
import dev.kakera.producer.ledger.ReceiptLedger;
import dev.kakera.producer.ledger.Snapshots;
import dev.kakera.producer.publish.ChunkPublisher;
import dev.kakera.producer.publish.InFlight;
import dev.kakera.producer.publish.ObjectSender;
import dev.kakera.producer.publish.OwedShards;
import dev.kakera.producer.publish.PipelineStalledException;
import dev.kakera.producer.publish.SpoolKeys;
import dev.kakera.producer.scan.ScanOptions;
import dev.kakera.producer.scan.SourceScanner;
import dev.kakera.schemas.Topics;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;

/**
 * One backup of one source, from settling what an earlier run left to the commit and the cleanup.
 * Runs once.
 */
public final class BackupRun {
  private final Home home;
  private final Request request;
  private final InFlight inFlight;
  private final BackupProgress progress = new BackupProgress();
  private final LongSupplier nanos = System::nanoTime;

  /**
   * The home that runs it: everything is open and started; the run closes none of it.
   *
   * @param bundle the key bundle, sealed under the recovery words
   */
  public record Home(
      Admin admin,
      Topics topics,
      Catalog catalog,
      ReceiptLedger ledger,
      Producer<byte[], byte[]> producer,
      RepositoryKeys keys,
      SpoolKeys spoolKeys,
      Bytes bundle,
      ManifestCache cache,
      ChunkFetcher fetcher,
      InstantSource clock) {}

  /**
   * What to back up.
   *
   * @param host name shown beside the snapshot
   */
  public record Request(Path source, String host, ScanOptions options, Geometry geometry) {}

  /**
   * @param inFlight fresh; the topic trimmer may read its floors
   */
  public BackupRun(Home home, Request request, InFlight inFlight) {
    this.home = home;
    this.request = request;
    this.inFlight = inFlight;
  }

  public BackupProgress progress() {
    return progress;
  }

  public InFlight inFlight() {
    return inFlight;
  }

  /**
   * Runs to the end.
   *
   * @throws IOException when the source cannot be opened, or a manifest copy not be read
   * @throws PipelineStalledException when nothing moves; what was done so far is kept
   */
  public BackupSummary run() throws IOException, InterruptedException {
    Consumer<LedgerEvent> listener = inFlight::on;
    home.ledger().listen(listener);
    try (SourceScanner scanner = SourceScanner.open(request.source(), request.options())) {
      return run(scanner);
    } finally {
      home.ledger().ignore(listener);
    }
  }

  private BackupSummary run(SourceScanner scanner) throws IOException, InterruptedException {
    long startedNanos = nanos.getAsLong();
    long startedMillis = home.clock().millis();
    SourceId source = source();
    long session = home.catalog().nextSession(source, startedMillis);
    OwedShards owed =
        new Settling(
                new AdminLook(home.admin(), home.topics()),
                home.topics(),
                home.catalog(),
                home.ledger(),
                inFlight.awayAfter(),
                Pause.REAL,
                nanos)
            .run();
    ObjectSender sender =
        new ObjectSender(home.producer(), home.topics(), home.keys(), home.clock());
    SnapshotCommit committing =
        new SnapshotCommit(
            home.catalog(),
            home.ledger(),
            sender,
            home.keys(),
            home.bundle().toBytes(),
            Pause.REAL,
            nanos);
    committing.resume();
    List<PeerRef> peers = home.catalog().peers().stream().map(Peers.Peer::ref).toList();
    ChunkPublisher publisher = publisher(session, owed, peers);
    ManifestAssembler assembler =
        new ManifestAssembler(
            home.catalog(), publisher, home.cache(), session, inFlight::awaitProgress);
    progress.enter(BackupProgress.Phase.READING);
    Head.Totals totals = walk(scanner, source, session, owed, publisher, assembler);
    progress.enter(BackupProgress.Phase.ENCODING);
    var index = assembler.finish();
    progress.enter(BackupProgress.Phase.ACKNOWLEDGING);
    inFlight.drain();
    requireDurable(home.catalog(), session, inFlight);
    progress.enter(BackupProgress.Phase.COMMITTING);
    boolean complete = totals.absent() == 0 && progress.problems() == 0;
    Bytes path = Bytes.copyOf(RawPath.of(request.source().toAbsolutePath().normalize()));
    HeadSealer.Sealed head =
        committing.commit(
            (sequence, previous) ->
                new Head(
                    sequence,
                    previous,
                    source,
                    path,
                    request.host(),
                    startedMillis,
                    home.clock().millis(),
                    complete,
                    request.geometry(),
                    totals,
                    index),
            session);
    progress.enter(BackupProgress.Phase.CLEANING);
    new StrayCleanup(home.catalog(), sender, home.clock(), Pause.REAL, nanos)
        .run(source, session, inFlight.away());
    trimCache(source, assembler);
    home.spoolKeys().retireOld();
    progress.enter(BackupProgress.Phase.DONE);
    return summary(head, session, publisher, Duration.ofNanos(nanos.getAsLong() - startedNanos));
  }

  private ChunkPublisher publisher(long session, OwedShards owed, List<PeerRef> peers) {
    ChunkPublisher.Settings settings =
        new ChunkPublisher.Settings(
            home.topics(),
            home.keys(),
            home.spoolKeys(),
            request.geometry(),
            peers,
            session,
            owed,
            home.clock());
    return new ChunkPublisher(settings, home.catalog(), home.producer(), inFlight);
  }

  private Head.Totals walk(
      SourceScanner scanner,
      SourceId source,
      long session,
      OwedShards owed,
      ChunkPublisher publisher,
      ManifestAssembler assembler)
      throws IOException, InterruptedException {
    Optional<Head> before =
        home.catalog()
            .read(connection -> Snapshots.latestOf(connection, source))
            .map(snapshot -> new HeadSealer(home.keys()).open(snapshot.head().toBytes()).head());
    PreviousManifest previous = new PreviousManifest(before, home.cache(), home.fetcher());
    Packer packer = new Packer(publisher, home.catalog(), session, owed);
    FileReader reader = new FileReader(publisher, packer, home.keys(), progress);
    HeldChunks held = new HeldChunks(home.catalog(), owed, session);
    return new SourceWalk(previous, held, reader, packer, assembler, progress).run(scanner);
  }

  /** The source's stored id; its path is only known to the catalog as a keyed hash. */
  private SourceId source() {
    byte[] path = RawPath.of(request.source().toAbsolutePath().normalize());
    Digest key = home.keys().keys().hash(KeyPurpose.CATALOG).update(path).finish();
    SecureRandom random = new SecureRandom();
    return home.catalog().source(key, new SourceId(random.nextLong(), random.nextLong()));
  }

  /** I-01: no head before every chunk that it needs survives a loss. */
  static void requireDurable(Catalog catalog, long session, InFlight inFlight) {
    long fragile = catalog.read(connection -> CatalogTotals.fragile(connection, session));
    if (fragile > 0) {
      Map<String, Integer> waiting = inFlight.waitingShards();
      throw new PipelineStalledException(
          ("the snapshot is not committed: %d chunks would not survive the loss of a peer yet."
                  + " Shards wait at %s%s; when those are back, run the same command again: what is"
                  + " stored is kept")
              .formatted(fragile, waiting, inFlight.noRoom()));
    }
  }

  /** Keeps the manifest copies of each source's newest snapshot. */
  private void trimCache(SourceId source, ManifestAssembler assembler) throws IOException {
    Set<ChunkId> needed = new HashSet<>(assembler.manifestChunks());
    HeadSealer sealer = new HeadSealer(home.keys());
    for (Snapshots.Snapshot other : home.catalog().read(Snapshots::newestOfEach)) {
      if (!other.source().equals(source)) {
        needed.addAll(home.cache().chunksOf(sealer.open(other.head().toBytes()).head()));
      }
    }
    home.cache().keepOnly(needed);
  }

  private BackupSummary summary(
      HeadSealer.Sealed head, long session, ChunkPublisher publisher, Duration elapsed) {
    CatalogTotals stored =
        home.catalog().read(connection -> CatalogTotals.ofSession(connection, session));
    BackupSummary.Counts counts =
        new BackupSummary.Counts(
            progress.newFiles(),
            progress.changedFiles(),
            progress.readBytes(),
            publisher.counts().publishedBytes(),
            publisher.counts().publishedChunks(),
            stored.bytes(),
            stored.shards());
    return new BackupSummary(
        head.snapshot(),
        head.head().sequence(),
        head.head().totals(),
        head.head().complete(),
        request.geometry(),
        home.catalog().peers().size(),
        stored.losses(),
        counts,
        home.catalog().read(Chunks::owedByPeer),
        elapsed,
        Duration.ofNanos(inFlight.blockedNanos()),
        progress.named());
  }
}
