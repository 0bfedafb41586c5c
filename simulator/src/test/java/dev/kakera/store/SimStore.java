package dev.kakera.store;

import dev.kakera.core.id.Locator;
import dev.kakera.core.id.PeerId;
import dev.kakera.core.id.StoreId;
import dev.kakera.core.key.Secret;
import dev.kakera.core.key.Signatures;
import dev.kakera.core.placement.PeerRef;
import dev.kakera.core.seal.ObjectType;
import dev.kakera.schemas.Topics;
import dev.kakera.sim.Killed;
import dev.kakera.sim.Process;
import dev.kakera.sim.SimBroker;
import dev.kakera.sim.SimConsumer;
import dev.kakera.sim.SimProducer;
import dev.kakera.sim.World;
import dev.kakera.store.disk.HomeRef;
import dev.kakera.store.disk.JournalEntry;
import dev.kakera.store.disk.SimDisk;
import dev.kakera.store.disk.StoreDirectory;
import dev.kakera.store.disk.StoreLayout;
import dev.kakera.store.object.ObjectStore;
import dev.kakera.store.object.StoreFailedException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;

/**
 * A peer: the product's own store over a simulated disk and bus. Whatever ends it, it is started
 * again after a while, as a service is.
 */
public final class SimStore {
  private static final Path ROOT = Path.of("/store");
  private static final Duration TICK = Duration.ofMillis(400);
  private static final Duration IDLE_TICK = Duration.ofSeconds(3);
  private static final Duration LONGEST_QUIET = Duration.ofMinutes(1);

  public final String name;
  public final SimDisk disk;
  public final StoreLayout layout = new StoreLayout(ROOT);
  private final World world;
  private final SimBroker broker;
  private final Topics topics;
  private final HomeRef home;
  private final Signatures.SigningKey key;
  private final StoreId firstId;
  private Process process;
  private boolean stepping;
  private StoreDirectory directory;
  private ObjectStore store;
  private IngestWork ingest;
  private RequestWork requests;
  private SimConsumer.Made shards;
  private Duration skew = Duration.ZERO;
  private long lastTick;
  private int starts;
  private boolean broken;
  private long seen = -2;
  private long polledAt;

  public SimStore(
      String name, int number, World world, SimBroker broker, Topics topics, HomeRef home) {
    this.name = name;
    this.world = world;
    this.broker = broker;
    this.topics = topics;
    this.home = home;
    this.disk = new SimDisk(world);
    byte[] seed = new byte[Secret.BYTES];
    Arrays.fill(seed, (byte) number);
    this.key = new Signatures.SigningKey(Secret.takeOwnershipOf(seed));
    this.firstId = new StoreId(number, 1);
    this.process = new Process("store-" + name, world);
  }

  public PeerRef ref() {
    return new PeerRef(name, PeerId.ofPublicKey(key.publicKey()));
  }

  public byte[] publicKey() {
    return key.publicKey();
  }

  public Process process() {
    return process;
  }

  public void skewClock(Duration by) {
    skew = by;
  }

  /** The group of its shards takes its partitions away and gives them back. */
  public void rebalance() {
    seen = -2;
    if (shards != null) {
      shards.rebalance().run();
    }
  }

  public void start() {
    process = new Process("store-" + name, world);
    disk.serve(process);
    starts++;
    seen = -2;
    broken = false;
    try {
      directory =
          StoreDirectory.elsewhere(
              layout, disk, name, key, new StoreId(firstId.high(), firstId.low() + 1000L * starts));
      StoreSettings settings = settings();
      store = ObjectStore.open(directory, settings.rules());
      Outbox outbox = new Outbox(clients(), settings);
      StoreCounters counters = new StoreCounters();
      shards = SimConsumer.of(world, broker, process, topics.storeGroup(name));
      ingest =
          IngestWork.open(
              shards.consumer(),
              topics.shards(name),
              store,
              outbox,
              new IngestWork.Context(
                  new DeadLetters(outbox, topics, world::nanos), counters, settings.steps()));
      requests =
          new RequestWork(
                  SimConsumer.of(world, broker, process, settings.requestsGroup()).consumer(),
                  new RequestAnswerer(store, counters, settings),
                  outbox,
                  counters,
                  settings.time().clock())
              .subscribe(topics.requests(name));
      lastTick = world.nanos();
      Process mine = process;
      world.after(TICK, () -> step(mine));
    } catch (Killed | IOException | RuntimeException e) {
      world.note("store does not start: " + e.getClass().getSimpleName());
      again(process);
    }
  }

  private StoreSettings settings() {
    return StoreSettings.of("sim:1", topics, name, ROOT, home)
        .withLimits(new StoreSettings.Limits(0, 0, 14))
        .withTime(
            new StoreSettings.Time(
                () -> world.now().plus(skew), world::nanos, Duration.ofSeconds(5)));
  }

  private StoreClients clients() {
    return new StoreClients() {
      @Override
      public Producer<byte[], byte[]> producer() {
        return SimProducer.of(world, broker, process);
      }

      @Override
      public Consumer<byte[], byte[]> shards() {
        throw new UnsupportedOperationException();
      }

      @Override
      public Consumer<byte[], byte[]> requests() {
        throw new UnsupportedOperationException();
      }
    };
  }

  /** One turn of the product's loops; what they would try again, the next turn does. */
  private void step(Process mine) {
    if (mine != process) {
      return;
    }
    if (!mine.isAlive() || broken) {
      again(mine);
      return;
    }
    boolean quiet = seen == broker.changes() && world.nanos() - polledAt < LONGEST_QUIET.toNanos();
    if (!quiet && !mine.isAsleep() && !stepping) {
      stepping = true;
      long before = broker.changes();
      polledAt = world.nanos();
      try {
        store.countTime(world.nanos() - lastTick);
        lastTick = world.nanos();
        boolean worked = ingest.step() | requests.step();
        seen = worked || !mine.hearsBroker() || !mine.reachesBroker() ? -2 : before;
        if (world.nanos() / Duration.ofDays(1).toNanos() != lastTick / Duration.ofDays(1).toNanos()
            || !worked && world.chance(0.01)) {
          store.purge();
        }
      } catch (StoreFailedException e) {
        broken = true;
        world.mark("a store failed and was started again");
      } catch (Killed e) {
        world.note("store killed");
      } catch (IOException | RuntimeException e) {
        world.note("store tries again: " + e.getClass().getSimpleName());
        rejoin(mine);
      } finally {
        stepping = false;
      }
    }
    world.after(
        mine.isAsleep() ? Duration.ofSeconds(30) : seen == -2 ? TICK : IDLE_TICK, () -> step(mine));
  }

  /** As the product's loop does: new clients after a failure. */
  private void rejoin(Process mine) {
    if (mine.isAlive()) {
      rebalance();
    }
  }

  private void again(Process ended) {
    ended.kill();
    if (stepping) {
      world.after(Duration.ofMillis(100), () -> again(ended));
      return;
    }
    if (ended == process) {
      process = new Process("store-" + name, world); // nobody is there meanwhile
      Process none = process;
      world.after(
          Duration.ofSeconds(world.random.nextInt(1, 30)),
          () -> {
            if (none == process) {
              start();
            }
          });
    }
  }

  /** Its entries, as the journal has them. */
  public List<JournalEntry> entries() {
    return disk.lookTables(layout.journal()).all();
  }

  public byte[] lookShard(Locator locator) {
    return disk.look(layout.object(ObjectType.SHARD, locator));
  }

  public Map<Path, Object> image() {
    return disk.image();
  }

  /** Its disk is another one, or an old image of its own. */
  public void replaceDisk(Map<Path, Object> image) {
    process.kill();
    disk.restore(image);
  }
}
