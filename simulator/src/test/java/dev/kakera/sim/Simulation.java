package dev.kakera.sim;

import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.id.Locator;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.key.DerivedKeys;
import dev.kakera.core.key.KeyBundle;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.key.Secret;
import dev.kakera.core.seal.BundleSealer;
import dev.kakera.core.seal.ObjectType;
import dev.kakera.core.stripe.StripeNaming;
import dev.kakera.core.wire.Bytes;
import dev.kakera.encoder.SimEncoder;
import dev.kakera.producer.backup.SimHome;
import dev.kakera.producer.ledger.CatalogTotals;
import dev.kakera.producer.ledger.Chunks;
import dev.kakera.producer.ledger.Cleanups;
import dev.kakera.producer.publish.PipelineStalledException;
import dev.kakera.schemas.Topics;
import dev.kakera.store.SimStore;
import dev.kakera.store.disk.HomeRef;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.kafka.common.KafkaException;

/**
 * One seed: a home, two encoders, a broker and four to nine peers live through a few backups while
 * things go wrong; then nothing goes wrong any more, and all that must be true is checked.
 */
public final class Simulation {
  private static final Duration PATIENCE = Duration.ofHours(3);
  private static final int HEALED_TRIES = 4;

  private final World world;
  private final SplittableRandom random;
  private final SimBroker broker;
  private final Topics topics = Topics.standard();
  private final List<SimStore> stores = new ArrayList<>();
  private final List<SimEncoder> encoders = new ArrayList<>();
  private final RepositoryKeys keys;
  private final SimHome home;
  private final Geometry geometry;
  private final Oracle oracle;
  private final StripeNaming naming;
  private final List<Fault> faults;
  private final Map<Integer, Map<Path, Object>> images = new HashMap<>();
  private final List<byte[]> source = new ArrayList<>();
  private final List<byte[]> past = new ArrayList<>();
  private boolean healed;

  /** What a seed came to. */
  public record Result(
      long seed,
      List<String> faults,
      String violation,
      long committed,
      Duration time,
      long trace,
      TreeMap<String, Long> marks) {}

  private Simulation(long seed, List<Fault> only, Path folder) {
    world = new World(seed);
    random = world.random.split();
    int count = random.nextInt(4, 10);
    geometry = geometry(count);
    List<Fault> drawn = Fault.draw(random.split(), count);
    faults = only == null ? drawn : only;
    broker = new SimBroker(world);
    byte[] master = new byte[Secret.BYTES];
    Arrays.fill(master, (byte) 9);
    Secret secret = Secret.takeOwnershipOf(master);
    keys = new RepositoryKeys(new RepoId(9, 9), 1, new DerivedKeys(secret));
    naming = new StripeNaming(keys);
    HomeRef ref = new HomeRef(keys.repo(), Bytes.takeOwnershipOf(keys.homeKey().publicKey()));
    for (int number = 0; number < count; number++) {
      stores.add(new SimStore("p" + number, number + 1, world, broker, topics, ref));
    }
    Bytes bundle =
        Bytes.takeOwnershipOf(
            BundleSealer.seal(
                ObjectType.BUNDLE,
                new KeyBundle(keys.repo(), 0, List.of(secret)),
                Secret.takeOwnershipOf(new byte[Secret.BYTES])));
    home = new SimHome(world, broker, topics, keys, bundle, folder, random.nextLong(600, 6000));
    for (int number = 0; number < 2; number++) {
      encoders.add(new SimEncoder("e" + number, world, broker, topics, keys, home));
    }
    oracle = new Oracle(world, stores, keys);
  }

  /** One that survives the loss of the peer that has most of a chunk. */
  private Geometry geometry(int peers) {
    int k = random.nextInt(1, 5);
    int m = random.nextInt(1, 4);
    while (k + m - Math.ceilDiv(k + m, peers) < k) {
      m++;
    }
    return new Geometry(k, m);
  }

  /**
   * Runs a seed.
   *
   * @param only these faults instead of the seed's own; null for its own
   * @param folder empty, for the catalog
   */
  public static Result run(long seed, List<Fault> only, Path folder) {
    Simulation simulation = new Simulation(seed, only, folder);
    String violation = null;
    try {
      simulation.live();
    } catch (Violation e) {
      violation = e.getMessage();
    } catch (RuntimeException | Error e) {
      violation = "unexpected: " + e + " at " + Arrays.stream(e.getStackTrace()).limit(6).toList();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      violation = "interrupted";
    } finally {
      simulation.close();
    }
    return new Result(
        seed,
        simulation.faults.stream().map(Fault::toString).toList(),
        violation,
        simulation.oracle.committedCount(),
        simulation.world.lived(),
        simulation.world.trace(),
        simulation.world.marks);
  }

  private void live() throws InterruptedException {
    topics();
    List<String> peers = stores.stream().map(store -> store.name).toList();
    Watch watch = new Watch(world, topics, peers, home, oracle::orderedAway);
    broker.watch(watch);
    home.init(
        stores.stream().map(SimStore::ref).toList(),
        stores.stream().map(SimStore::publicKey).toList());
    stores.forEach(SimStore::start);
    encoders.forEach(SimEncoder::start);
    flush();
    for (Fault fault : faults) {
      world.after(Duration.ofSeconds(fault.second()), () -> happen(fault));
    }
    int files = random.nextInt(1, 8);
    for (int file = 0; file < files; file++) {
      source.add(content());
    }
    int backups = random.nextInt(2, 5);
    for (int backup = 0; backup < backups; backup++) {
      change();
      backUp();
      world.pass(Duration.ofSeconds(random.nextLong(1, 1500)));
    }
    heal();
    settle();
    oracle.restoresAll();
    oracle.believesWhatIs(home.catalog(), watch);
  }

  private void topics() {
    List<String> names = new ArrayList<>(List.of(topics.chunks(), topics.stripes()));
    for (SimStore store : stores) {
      names.add(topics.shards(store.name));
      names.add(topics.receipts(store.name));
      names.add(topics.requests(store.name));
      names.add(topics.replies(store.name));
      names.add(topics.dlq(topics.shards(store.name)));
    }
    names.add(topics.dlq(topics.chunks()));
    names.forEach(broker::make);
  }

  private void flush() {
    world.after(
        Duration.ofSeconds(random.nextInt(1, 60)),
        () -> {
          broker.flush();
          flush();
        });
  }

  private byte[] content() {
    byte[] content = new byte[random.nextInt(1, 512)];
    if (random.nextBoolean()) {
      random.nextBytes(content);
    } else {
      Arrays.fill(content, (byte) random.nextInt(256)); // pays to compress
    }
    oracle.knows(naming.chunkId(content, 0, content.length), content);
    return content;
  }

  /** Files change, and some become what they or others once were. */
  private void change() {
    past.addAll(source);
    for (int file = 0; file < source.size(); file++) {
      switch (random.nextInt(6)) {
        case 0, 1 -> source.set(file, content());
        case 2 -> source.set(file, past.get(random.nextInt(past.size())));
        default -> {}
      }
    }
    source.add(content());
  }

  /** One try; whether it was committed. Must end by itself, whatever goes wrong (I-26). */
  private boolean backUp() throws InterruptedException {
    long started = world.nanos();
    boolean[] done = new boolean[1];
    try {
      home.start();
      home.backUp(source, geometry, () -> done[0] = true);
    } catch (PipelineStalledException e) {
      world.mark("a backup was given up, and said why");
      if (faults.isEmpty()) {
        throw new Violation("I-27", "given up although nothing is wrong: " + e.getMessage());
      }
      if (e.getMessage() == null || e.getMessage().isBlank()) {
        throw new Violation("I-29", "a backup was given up without a word");
      }
    } catch (Killed e) {
      world.mark("home killed in a backup");
    } catch (KafkaException e) {
      world.mark("a backup found no broker");
      home.process().kill();
    }
    if (world.nanos() - started > PATIENCE.toNanos()) {
      throw new Violation("I-26", "a backup took " + Duration.ofNanos(world.nanos() - started));
    }
    int before = oracle.committedCount();
    oracle.commits(home.catalog());
    if (done[0] && oracle.committedCount() == before) {
      throw new Violation("I-01", "a snapshot was reported, and is not committed");
    }
    return done[0];
  }

  private void happen(Fault fault) {
    if (healed) {
      return;
    }
    int number = fault.target() % stores.size();
    SimStore store = stores.get(number);
    SimEncoder encoder = encoders.get(fault.target() % encoders.size());
    Duration seconds = Duration.ofSeconds(fault.amount());
    world.note(fault.toString());
    switch (fault.kind()) {
      case KILL_STORE -> store.process().killAfter(fault.amount());
      case CUT_STORE_POWER -> store.disk.cutAfter(fault.amount());
      case KILL_ENCODER -> encoder.process().killAfter(fault.amount());
      case KILL_HOME -> home.process().killAfter(fault.amount());
      case KILL_HOME_AT -> home.process().killAt(SimHome.CRASH_POINTS.get((int) fault.amount()));
      case SLEEP_STORE -> store.process().sleep(seconds);
      case SLEEP_STORE_DAYS -> store.process().sleep(Duration.ofDays(fault.amount()));
      case CUT_TO_BROKER -> store.process().cut(true, false, seconds);
      case CUT_FROM_BROKER -> store.process().cut(false, true, seconds);
      case CUT_HOME_FROM_BROKER -> home.process().cut(fault.target() % 2 == 0, true, seconds);
      case CUT_ENCODER_FROM_BROKER -> encoder.process().cut(fault.target() % 3 == 0, true, seconds);
      case STOP_BROKER -> broker.stop(seconds);
      case CUT_BROKER_POWER -> broker.cutPower(seconds);
      case WIPE_BROKER -> {
        broker.wipe(seconds);
        home.process().kill(); // whoever makes the topics anew starts the home anew
      }
      case FILL_BROKER -> broker.fill(seconds);
      case REPEAT -> broker.repeats = 1.0 / fault.amount();
      case REPLAY -> broker.replay(topics.shards(store.name), (int) fault.amount());
      case REBALANCE -> store.rebalance();
      case FILL_STORE -> store.disk.fillUntil(world.nanos() + seconds.toNanos());
      case FAIL_SYNC -> store.disk.failSyncAfter(fault.amount());
      case FLIP_BIT -> flip(store, (int) fault.amount());
      case REPLACE_DISK -> harm(store, Map.of());
      case ROLL_BACK_DISK -> rollBack(store, number);
      case SKEW_CLOCK -> store.skewClock(Duration.ofHours(fault.amount()));
    }
  }

  private void flip(SimStore store, int which) {
    List<Path> shards = store.disk.lookBelow(store.layout.folder(ObjectType.SHARD));
    if (!shards.isEmpty()) {
      Path file = shards.get(which % shards.size());
      oracle.harm(store, file.getFileName().toString());
      store.disk.flipBit(file);
      world.mark("a stored shard has another bit");
    }
  }

  /** Takes an image the first time, and goes back to it the second. */
  private void rollBack(SimStore store, int number) {
    Map<Path, Object> image = images.remove(number);
    if (image == null) {
      images.put(number, store.image());
    } else {
      world.mark("a store went back to an old image");
      harm(store, image);
    }
  }

  private void harm(SimStore store, Map<Path, Object> image) {
    oracle.harm(store);
    store.replaceDisk(image);
  }

  /** From here on nothing goes wrong, and what was wrong has ended. */
  private void heal() {
    healed = true;
    world.note("healed");
    broker.heal();
    home.process().heal();
    for (SimStore store : stores) {
      store.process().heal();
      store.disk.heal();
      store.skewClock(Duration.ZERO);
    }
    encoders.forEach(encoder -> encoder.process().heal());
    world.pass(Duration.ofMinutes(3));
  }

  /** I-22, I-27: the next backups commit by themselves, and nothing is left to be done. */
  private void settle() throws InterruptedException {
    boolean settled = false;
    int commits = 0;
    for (int tries = 0; tries < HEALED_TRIES && !settled; tries++) {
      commits += backUp() ? 1 : 0;
      world.pass(Duration.ofMinutes(5));
      settled = commits > 0 && left() == 0;
    }
    if (commits == 0) {
      throw new Violation("I-27", "no backup is committed although nothing is wrong any more");
    }
    if (!settled) {
      throw new Violation("I-22", "never done: " + undone());
    }
  }

  private String undone() {
    return "cleanups %s, owed %s"
        .formatted(home.catalog().read(Cleanups::all), home.catalog().read(Chunks::owedByPeer));
  }

  /**
   * Cleanups, and shards owed of chunks that the source still has. What is owed of an older
   * snapshot alone, when the broker lost it on its way, only a repair can make again.
   */
  private long left() {
    long owed = 0;
    for (byte[] content : source) {
      owed +=
          home.catalog()
              .read(
                  connection -> Chunks.find(connection, naming.chunkId(content, 0, content.length)))
              .orElseThrow()
              .missing();
    }
    if (owed == 0 && home.catalog().read(CatalogTotals::owed) > 0) {
      world.mark("owed of an older snapshot, and lost on its way: left to a repair");
    }
    return home.catalog().read(Cleanups::count) + owed;
  }

  private void close() {
    encoders.forEach(encoder -> encoder.process().kill());
    oracle.close();
    home.close();
    keys.close();
  }

  /** For the watch: what is ordered away. */
  interface Deletion {
    void of(Locator locator);
  }
}
