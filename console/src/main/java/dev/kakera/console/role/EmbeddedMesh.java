package dev.kakera.console.role;

import dev.kakera.broker.EmbeddedBroker;
import dev.kakera.console.data.DataFolder;
import dev.kakera.console.data.KeyFolder;
import dev.kakera.console.data.MeshSettings;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.encoder.EncoderSettings;
import dev.kakera.encoder.EncoderStats;
import dev.kakera.encoder.EncoderWorker;
import dev.kakera.producer.ledger.Catalog;
import dev.kakera.schemas.Topics;
import dev.kakera.store.ShardStore;
import dev.kakera.store.StoreSettings;
import dev.kakera.store.disk.HomeRef;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The trial: broker, encoders, local stores and home in this one process. */
public final class EmbeddedMesh extends Mesh {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedMesh.class);
  private static final Duration START_DEADLINE = Duration.ofSeconds(120);

  private final DataFolder data;
  private final EmbeddedBroker broker;
  private final List<ShardStore> stores;
  private final EncoderWorker encoder;
  private final HomeRole home;

  private EmbeddedMesh(
      DataFolder data,
      EmbeddedBroker broker,
      List<ShardStore> stores,
      EncoderWorker encoder,
      HomeRole home) {
    this.data = data;
    this.broker = broker;
    this.stores = stores;
    this.encoder = encoder;
    this.home = home;
  }

  /**
   * Starts everything, as much of it at once as can be. The caller holds the data folder's lock.
   */
  public static EmbeddedMesh start(DataFolder data, MeshSettings settings)
      throws IOException, InterruptedException {
    Topics topics = Topics.standard();
    Opened opened = new Opened();
    long started = System.nanoTime();
    try {
      Future<EmbeddedBroker> brokerStart =
          opened.start("broker", () -> EmbeddedBroker.start(data.broker(), 0));
      RepositoryKeys keys = opened.add(new KeyFolder(data.keys()).open());
      Catalog catalog = opened.add(Catalog.open(data.catalog()));
      EmbeddedBroker broker = await(brokerStart);
      String bootstrap = broker.bootstrap();
      long brokerUp = System.nanoTime();
      RoleTopics.ensure(bootstrap, topics, settings.peerNames());
      long topicsUp = System.nanoTime();
      HomeRef homeRef = LocalStores.homeOf(keys);
      List<Future<ShardStore>> storeStarts = new ArrayList<>();
      for (String name : settings.peerNames()) {
        storeStarts.add(
            opened.start(
                name,
                () ->
                    LocalStores.start(
                        StoreSettings.of(bootstrap, topics, name, data.store(name), homeRef))));
      }
      KeyFolder keyFolder = new KeyFolder(data.keys());
      EncoderSettings encoding =
          EncoderSettings.of(bootstrap, topics, keys, keyFolder.spoolKeys(), "embedded");
      Future<EncoderWorker> encoderStart =
          opened.start("encoder", () -> EncoderWorker.start(encoding));
      opened.release(catalog);
      opened.release(keys);
      HomeRole home = opened.add(HomeRole.start(data, topics, bootstrap, catalog, keys));
      List<ShardStore> stores = new ArrayList<>();
      for (Future<ShardStore> start : storeStarts) {
        stores.add(await(start));
      }
      EncoderWorker encoder = await(encoderStart);
      LOG.info(
          "mesh ready: broker after {} ms, topics {} ms, roles {} ms",
          (brokerUp - started) / 1_000_000,
          (topicsUp - brokerUp) / 1_000_000,
          (System.nanoTime() - topicsUp) / 1_000_000);
      data.publish(RunningBroker.TRIAL, bootstrap);
      return new EmbeddedMesh(data, broker, stores, encoder, home);
    } catch (IOException | InterruptedException | RuntimeException e) {
      opened.closeBecause(e);
      throw e;
    }
  }

  private static <T> T await(Future<T> start) throws IOException, InterruptedException {
    try {
      return start.get(START_DEADLINE.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException io -> throw io;
        case RuntimeException cause -> throw cause;
        default -> throw new IllegalStateException(e.getCause());
      }
    } catch (TimeoutException e) {
      throw new IllegalStateException(
          "the mesh did not start within %d s".formatted(START_DEADLINE.toSeconds()), e);
    }
  }

  @Override
  public HomeRole home() {
    return home;
  }

  @Override
  public Optional<EncoderStats> encoderStats() {
    return Optional.of(encoder.stats());
  }

  @Override
  public List<String> troubles() {
    List<String> troubles = new ArrayList<>(home.failure().stream().toList());
    broker.fault().ifPresent(fault -> troubles.add("broker: " + fault));
    encoder.failure().ifPresent(failure -> troubles.add("encoder: " + failure.getMessage()));
    for (ShardStore store : stores) {
      store
          .failure()
          .ifPresent(
              failure -> troubles.add("store " + store.peer() + ": " + failure.getMessage()));
    }
    return troubles;
  }

  /** Ends what sends before what receives, and the broker last. */
  @Override
  public void close() throws IOException {
    long started = System.nanoTime();
    // All at once: each waits for the broker to take note that it leaves.
    try (ExecutorService closers =
        Executors.newThreadPerTaskExecutor(Thread.ofPlatform().name("close-", 0).factory())) {
      closers.execute(encoder::close);
      stores.forEach(store -> closers.execute(() -> closeStore(store)));
      home.close();
    } finally {
      try {
        data.unpublish(RunningBroker.TRIAL);
      } finally {
        broker.close();
      }
      LOG.info("mesh closed in {} ms", (System.nanoTime() - started) / 1_000_000);
    }
  }

  private static void closeStore(ShardStore store) {
    try {
      store.close();
    } catch (IOException e) {
      LOG.warn("store {} did not close in order: {}", store.peer(), e.getMessage());
    }
  }
}
