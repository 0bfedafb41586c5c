package dev.kakera.console.role;

import dev.kakera.console.data.DataFolder;
import dev.kakera.console.data.KeyFolder;
import dev.kakera.console.data.SpoolKeyFolder;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.status.PipelineMeter;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.placement.PeerRef;
import dev.kakera.core.wire.Bytes;
import dev.kakera.producer.backup.BackupRun;
import dev.kakera.producer.backup.ChunkFetcher;
import dev.kakera.producer.backup.ManifestCache;
import dev.kakera.producer.ledger.Catalog;
import dev.kakera.producer.ledger.Peers;
import dev.kakera.producer.ledger.ReceiptLedger;
import dev.kakera.producer.ledger.TopicTrimmer;
import dev.kakera.producer.publish.InFlight;
import dev.kakera.schemas.ClientSettings;
import dev.kakera.schemas.Topics;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The home once a broker is there: the ledger reads, the topics are trimmed, backups can run, one
 * at a time.
 */
public final class HomeRole implements AutoCloseable {
  private final DataFolder data;
  private final KeyFolder keyFolder;
  private final Topics topics;
  private final String bootstrap;
  private final Catalog catalog;
  private final RepositoryKeys keys;
  private final SpoolKeyFolder spoolKeys;
  private final Admin admin;
  private final KafkaProducer<byte[], byte[]> producer;
  private volatile ReceiptLedger ledger;
  private volatile TopicTrimmer trimmer;
  private volatile @Nullable String broken;
  private final PipelineMeter meter = new PipelineMeter(System::nanoTime);
  private final AtomicReference<InFlight> inFlight = new AtomicReference<>();
  private final AtomicReference<BackupRun> running = new AtomicReference<>();
  private final AtomicBoolean leased = new AtomicBoolean();

  private HomeRole(
      DataFolder data, Topics topics, String bootstrap, Catalog catalog, RepositoryKeys keys)
      throws IOException {
    this.data = data;
    this.keyFolder = new KeyFolder(data.keys());
    this.topics = topics;
    this.bootstrap = bootstrap;
    this.catalog = catalog;
    this.keys = keys;
    this.spoolKeys = keyFolder.spoolKeys();
    Opened opened = new Opened();
    try {
      this.admin = opened.add(Admin.create(ClientSettings.admin(bootstrap, "kakera-home")));
      this.producer =
          opened.add(
              new KafkaProducer<>(
                  ClientSettings.producer(bootstrap, "kakera-home", ClientSettings.Role.SCANNER)));
      this.ledger = opened.add(newLedger());
      this.trimmer = newTrimmer();
    } catch (RuntimeException e) {
      opened.closeBecause(e);
      throw e;
    }
  }

  /**
   * Starts it. Takes over {@code catalog} and {@code keys}: they are closed with it, and when it
   * cannot start. The topics are there already.
   */
  public static HomeRole start(
      DataFolder data, Topics topics, String bootstrap, Catalog catalog, RepositoryKeys keys)
      throws IOException {
    try {
      return new HomeRole(data, topics, bootstrap, catalog, keys);
    } catch (IOException | RuntimeException e) {
      Opened given = new Opened();
      given.add(catalog);
      given.add(keys);
      given.closeBecause(e);
      throw e;
    }
  }

  /** The right to run backups, until it is closed. */
  public final class Lease implements AutoCloseable {
    private Lease() {}

    @Override
    public void close() {
      running.set(null);
      leased.set(false);
    }
  }

  /**
   * Gives the right to run backups to one command at a time (I-34): what one publishes would be
   * unknown to the other, and cleaned up by it.
   */
  public Lease lease() {
    if (!leased.compareAndSet(false, true)) {
      throw new CommandFailure(
          MessageId.LOCKED,
          "another backup runs in the home of %s; wait until it has ended".formatted(data.path()));
    }
    return new Lease();
  }

  private ReceiptLedger newLedger() {
    ReceiptLedger fresh =
        new ReceiptLedger(bootstrap, topics, catalog, keys.repo(), InstantSource.system());
    try {
      fresh.listen(meter::on);
      fresh.start(admin);
      return fresh;
    } catch (RuntimeException e) {
      fresh.close();
      throw e;
    }
  }

  private TopicTrimmer newTrimmer() {
    return new TopicTrimmer(
        admin, topics, peerNames(), List.of(() -> ledger.durablePositions(), this::chunkFloors));
  }

  /** The peers that were accepted. */
  public List<String> peerNames() {
    return catalog.peers().stream().map(Peers.Peer::name).toList();
  }

  /**
   * Makes a peer elsewhere one of the mesh: its topics, its rights at the broker, its key in the
   * catalog. One that is in it already stays as it is. No backup may run: it would not know the
   * peer.
   */
  public void admit(PeerRef peer, Bytes publicKey) throws InterruptedException {
    for (Peers.Peer known : catalog.peers()) {
      if (known.name().equals(peer.name()) && !known.publicKey().equals(publicKey)) {
        throw new CommandFailure(
            MessageId.PEER_EXISTS,
            "%s is a peer already, with another store than the one that asks. Join with its own store, or under another name: kakera peer invite --name NAME"
                .formatted(peer.name()));
      }
    }
    try (Lease _ = lease()) {
      RoleTopics.ensure(bootstrap, topics, List.of(peer.name()));
      PeerAccess.give(admin, topics, peer.name());
      catalog.write(
          connection -> {
            Peers.add(connection, peer, publicKey.toBytes());
            return true;
          });
      follow();
    }
  }

  /** Reads the receipts of all peers from where they were read to. */
  private void follow() {
    trimmer.close();
    ledger.close();
    try {
      ledger = newLedger();
      trimmer = newTrimmer();
    } catch (RuntimeException e) {
      broken = "the ledger did not start again: " + e.getMessage();
      throw e;
    }
  }

  /** Gives peers elsewhere their rights; a broker that was emptied has forgotten them. */
  public void giveRights(List<String> elsewhere) throws InterruptedException {
    for (String peer : elsewhere) {
      PeerAccess.give(admin, topics, peer);
    }
  }

  /** Why it cannot go on, if it cannot. */
  public Optional<String> failure() {
    return Optional.ofNullable(broken).or(() -> ledger.failure().map(why -> "ledger: " + why));
  }

  private Map<TopicPartition, Long> chunkFloors() {
    InFlight current = inFlight.get();
    return current == null ? Map.of() : current.floors();
  }

  /**
   * A backup that is ready to run; whoever runs it has the lease.
   *
   * @param fresh nothing is in it yet
   */
  public BackupRun backup(BackupRun.Request request, ChunkFetcher fetcher, InFlight fresh)
      throws IOException {
    inFlight.set(fresh);
    Bytes bundle = keyFolder.bundle();
    BackupRun.Home home =
        new BackupRun.Home(
            admin,
            topics,
            catalog,
            ledger,
            producer,
            keys,
            spoolKeys,
            bundle,
            new ManifestCache(data.manifests(), keys),
            fetcher,
            InstantSource.system());
    BackupRun run = new BackupRun(home, request, fresh);
    running.set(run);
    meter.begin(run);
    return run;
  }

  /** The backup that was begun last, until whoever runs it gives its lease back. */
  public Optional<BackupRun> running() {
    return Optional.ofNullable(running.get());
  }

  /** What the stages did lately. */
  public PipelineMeter meter() {
    return meter;
  }

  public Catalog catalog() {
    return catalog;
  }

  public RepositoryKeys keys() {
    return keys;
  }

  public SpoolKeyFolder spoolKeys() {
    return spoolKeys;
  }

  public String bootstrap() {
    return bootstrap;
  }

  public Topics topics() {
    return topics;
  }

  @Override
  public void close() throws IOException {
    try (Catalog _ = catalog;
        RepositoryKeys _ = keys;
        Admin _ = admin;
        KafkaProducer<byte[], byte[]> _ = producer;
        ReceiptLedger _ = ledger) {
      trimmer.close();
    }
  }
}
