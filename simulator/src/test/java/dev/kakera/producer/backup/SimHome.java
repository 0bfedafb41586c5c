package dev.kakera.producer.backup;

import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.flight.Flights;
import dev.kakera.core.id.ChunkId;
import dev.kakera.core.id.SourceId;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.key.Secret;
import dev.kakera.core.placement.PeerRef;
import dev.kakera.core.snapshot.Head;
import dev.kakera.core.spool.SpoolKey;
import dev.kakera.core.spool.SpoolKeySource;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.wire.Bytes;
import dev.kakera.producer.ledger.Catalog;
import dev.kakera.producer.ledger.Chunks;
import dev.kakera.producer.ledger.LedgerEvent;
import dev.kakera.producer.ledger.Peers;
import dev.kakera.producer.ledger.ReceiptLedger;
import dev.kakera.producer.publish.ChunkPublisher;
import dev.kakera.producer.publish.InFlight;
import dev.kakera.producer.publish.ObjectSender;
import dev.kakera.producer.publish.OwedShards;
import dev.kakera.producer.publish.PipelineStalledException;
import dev.kakera.producer.publish.SpoolKeys;
import dev.kakera.schemas.Topics;
import dev.kakera.sim.Killed;
import dev.kakera.sim.Process;
import dev.kakera.sim.SimBroker;
import dev.kakera.sim.SimConsumer;
import dev.kakera.sim.SimProducer;
import dev.kakera.sim.Violation;
import dev.kakera.sim.World;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.Uuid;

/**
 * The home: the product's own catalog, ledger, publisher, settling, commit and cleanup, in the
 * order of a backup run; only the walk over a source is another, which hands out chunks.
 */
public final class SimHome implements SpoolKeys, SpoolKeySource, AutoCloseable {
  /** The steps of docs/faults.md at which the home can be killed. */
  public static final List<String> CRASH_POINTS =
      List.of("S1", "S5", "S7", "S8", "C2", "C3", "C4", "C5", "C7", "C8", "G3", "G7");

  private static final Duration LEDGER_TICK = Duration.ofMillis(200);
  private static final Duration TRIM_TICK = Duration.ofSeconds(10);
  private static final SourceId SOURCE = new SourceId(7, 7);

  private final World world;
  private final SimBroker broker;
  private final Topics topics;
  private final RepositoryKeys keys;
  private final Bytes bundle;
  private final Path folder;
  private final long budgetBytes;
  private final Map<Long, SpoolKey> spoolKeys = new TreeMap<>();
  private Process process;
  private Catalog catalog;
  private ReceiptLedger ledger;
  private InFlight inFlight;
  private Producer<byte[], byte[]> producer;
  private boolean stepping;
  private long seen = -2;
  private long trimmed = -2;

  public SimHome(
      World world,
      SimBroker broker,
      Topics topics,
      RepositoryKeys keys,
      Bytes bundle,
      Path folder,
      long budgetBytes) {
    this.world = world;
    this.broker = broker;
    this.topics = topics;
    this.keys = keys;
    this.bundle = bundle;
    this.folder = folder;
    this.budgetBytes = budgetBytes;
    this.process = new Process("home", world);
  }

  public Process process() {
    return process;
  }

  public Catalog catalog() {
    return catalog;
  }

  public void init(List<PeerRef> peers, List<byte[]> publicKeys) {
    catalog = Catalog.createConfined(folder);
    catalog.write(
        connection -> {
          for (int number = 0; number < peers.size(); number++) {
            Peers.add(connection, peers.get(number), publicKeys.get(number));
          }
          return true;
        });
  }

  /** Starts the process, on the catalog that is there. */
  public void start() throws KafkaException {
    if (process.isAlive() && ledger != null) {
      return;
    }
    if (ledger != null || !process.isAlive()) {
      process = process.next();
      catalog.close();
      catalog = Catalog.openConfined(folder);
    }
    producer = SimProducer.of(world, broker, process);
    ledger = null;
    ReceiptLedger next =
        new ReceiptLedger(
            topics,
            catalog,
            keys.repo(),
            world::now,
            SimConsumer.of(world, broker, process, null).consumer());
    Map<String, TopicDescription> described = new HashMap<>();
    List<String> names = new ArrayList<>(List.of(topics.stripes()));
    catalog.peers().forEach(peer -> names.add(topics.receipts(peer.name())));
    names.forEach(name -> described.put(name, describe(name)));
    next.begin(described);
    ledger = next;
    Process mine = process;
    world.after(LEDGER_TICK, () -> turn(mine));
    world.after(TRIM_TICK, () -> trim(mine));
  }

  private TopicDescription describe(String topic) {
    List<TopicPartitionInfo> partitions = new ArrayList<>();
    for (int number = 0; number < SimBroker.PARTITIONS; number++) {
      partitions.add(new TopicPartitionInfo(number, null, List.of(), List.of()));
    }
    return new TopicDescription(
        topic, false, partitions, java.util.Set.of(), Uuid.fromString(broker.topicId(topic)));
  }

  /** The ledger's thread. */
  private void turn(Process mine) {
    if (mine != process || !mine.isAlive()) {
      return;
    }
    if (!stepping && !mine.isAsleep()) {
      stepping = true;
      try {
        ledger.step();
        requireBudget();
      } catch (Killed e) {
        world.note("home killed in its ledger");
      } catch (KafkaException e) {
        world.note("ledger: " + e.getClass().getSimpleName());
      } finally {
        stepping = false;
      }
    }
    world.after(
        seen == broker.changes() ? LEDGER_TICK.multipliedBy(8) : LEDGER_TICK, () -> turn(mine));
    seen = broker.changes();
  }

  private void requireBudget() {
    if (inFlight != null && inFlight.bytes() > Math.max(budgetBytes, 600)) {
      throw new Violation("I-33", inFlight.bytes() + " bytes in flight of " + budgetBytes);
    }
  }

  /** What the topic trimmer does: behind chunks in flight, the ledger, and the stores. */
  private void trim(Process mine) {
    if (mine != process || !mine.isAlive()) {
      return;
    }
    if (broker.isUp() && mine.reachesBroker() && trimmed != broker.changes()) {
      trimmed = broker.changes();
      Map<TopicPartition, Long> floors = new HashMap<>();
      for (Peers.Peer peer : catalog.peers()) {
        for (TopicPartition each : partitions(topics.shards(peer.name()))) {
          floors.put(each, broker.committed(topics.storeGroup(peer.name()), each));
        }
      }
      floors.putAll(ledger.durablePositions());
      if (inFlight != null) {
        floors.putAll(inFlight.floors());
      }
      floors.forEach(broker::trim);
    }
    world.after(TRIM_TICK, () -> trim(mine));
  }

  static List<TopicPartition> partitions(String topic) {
    List<TopicPartition> partitions = new ArrayList<>();
    for (int number = 0; number < SimBroker.PARTITIONS; number++) {
      partitions.add(new TopicPartition(topic, number));
    }
    return partitions;
  }

  /** Nobody who sleeps looks again before the ledger has: it would see the same. */
  private Pause pause(String point) {
    return millis -> {
      process.reached(point);
      world.pass(Duration.ofMillis(Math.max(millis, LEDGER_TICK.toMillis())));
      process.call();
    };
  }

  /**
   * One backup.
   *
   * @throws PipelineStalledException when it is not committed, and says why
   */
  public void backUp(List<byte[]> contents, Geometry geometry, Runnable committed)
      throws InterruptedException {
    process.call();
    inFlight =
        new InFlight(
            budgetBytes,
            world::nanos,
            Flights.AWAY_AFTER,
            (_, millis) -> {
              process.call();
              world.pass(Duration.ofMillis(millis));
              process.call();
            });
    Process mine = process;
    Consumer<LedgerEvent> listener =
        event -> {
          inFlight.on(event);
          mine.reached(
              event instanceof LedgerEvent.Receipted
                  ? "C2"
                  : event instanceof LedgerEvent.Deleted ? "G7" : "");
        };
    ledger.listen(listener);
    try {
      session(contents, geometry, committed);
    } finally {
      ledger.ignore(listener);
    }
  }

  private void session(List<byte[]> contents, Geometry geometry, Runnable committed)
      throws InterruptedException {
    long started = world.now().toEpochMilli();
    long session = catalog.nextSession(SOURCE, started);
    process.reached("S1");
    OwedShards owed =
        new Settling(
                new SimLook(world, broker, topics, process),
                topics,
                catalog,
                ledger,
                Flights.AWAY_AFTER,
                pause(""),
                world::nanos)
            .run();
    ObjectSender sender = new ObjectSender(producer, topics, keys, world::now);
    SnapshotCommit committing =
        new SnapshotCommit(
            catalog, ledger, sender, keys, bundle.toBytes(), pause("C5"), world::nanos);
    committing.resume();
    List<PeerRef> peers = catalog.peers().stream().map(Peers.Peer::ref).toList();
    ChunkPublisher publisher =
        new ChunkPublisher(
            new ChunkPublisher.Settings(
                topics, keys, this, geometry, peers, session, owed, world::now),
            catalog,
            producer,
            inFlight);
    List<ChunkId> chunks = new ArrayList<>();
    long bytes = 0;
    for (byte[] content : contents) {
      chunks.add(publisher.publish(content, content.length, List.of()));
      bytes += content.length;
      process.reached("S5");
    }
    publisher.flush();
    process.reached("S7");
    List<ChunkRef> refs = new ArrayList<>();
    for (ChunkId chunk : chunks) {
      Optional<ChunkRef> ref = ref(chunk, session);
      while (ref.isEmpty()) {
        inFlight.awaitProgress();
        ref = ref(chunk, session);
      }
      refs.add(ref.get());
      List<ChunkRef> marked = List.of(ref.get());
      catalog.write(
          connection -> {
            Chunks.reference(connection, marked, session);
            return true;
          });
    }
    process.reached("S8");
    inFlight.drain();
    process.reached("C3");
    BackupRun.requireDurable(catalog, session, inFlight);
    Head.Totals totals = new Head.Totals(contents.size(), 0, 0, 0, 0, bytes);
    committing.commit(
        (sequence, previous) -> {
          process.reached("C4");
          return new Head(
              sequence,
              previous,
              SOURCE,
              Bytes.copyOf(new byte[] {'/'}),
              "sim",
              started,
              world.now().toEpochMilli(),
              true,
              geometry,
              totals,
              refs);
        },
        session);
    process.reached("C7");
    committed.run();
    process.reached("C8");
    new StrayCleanup(catalog, sender, world::now, pause("G3"), world::nanos)
        .run(SOURCE, session, inFlight.away());
    retireOld();
  }

  private Optional<ChunkRef> ref(ChunkId chunk, long session) {
    return catalog.read(connection -> Chunks.standingRef(connection, chunk, session));
  }

  @Override
  public SpoolKey current() {
    long day = world.nanos() / Duration.ofDays(1).toNanos();
    return spoolKeys.computeIfAbsent(day, _ -> spoolKey(day));
  }

  private static SpoolKey spoolKey(long day) {
    byte[] secret = new byte[Secret.BYTES];
    secret[0] = (byte) day;
    return new SpoolKey(day, Secret.takeOwnershipOf(secret));
  }

  @Override
  public void retireOld() {
    long day = world.nanos() / Duration.ofDays(1).toNanos();
    spoolKeys.keySet().removeIf(each -> each < day);
  }

  @Override
  public Optional<SpoolKey> find(long id) {
    return Optional.ofNullable(spoolKeys.get(id));
  }

  @Override
  public void close() {
    if (catalog != null) {
      catalog.close();
    }
  }
}
