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
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
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

  private final EmbeddedBroker broker;
  private final List<ShardStore> stores;
  private final EncoderWorker encoder;
  private final HomeRole home;

  private EmbeddedMesh(
      EmbeddedBroker broker, List<ShardStore> stores, EncoderWorker encoder, HomeRole home) {
    this.broker = broker;
    this.stores = stores;
    this.encoder = encoder;
    this.home = home;
  }

  /** Starts everything, as much of it at once as can be. The caller holds the data folder's lock. */
  public static EmbeddedMesh start(DataFolder data, MeshSettings settings)
      throws IOException, InterruptedException {
    Topics topics = Topics.standard();
    List<AutoCloseable> opened = new ArrayList<>();
    try (ExecutorService starters = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().name("start-", 0).factory())) {
      Future<EmbeddedBroker> brokerStart =
          starters.submit(() -> EmbeddedBroker.start(data.broker(), 0));
      RepositoryKeys keys = new KeyFolder(data.keys()).open();
      Catalog catalog = Catalog.open(data.catalog());
      opened.add(catalog);
      EmbeddedBroker broker = await(brokerStart);
      opened.add(broker);
      String bootstrap = broker.bootstrap();
      RoleTopics.ensure(bootstrap, topics, settings.peerNames());
      List<Future<ShardStore>> storeStarts = new ArrayList<>();
      for (String name : settings.peerNames()) {
        storeStarts.add(
            starters.submit(() -> LocalStores.start(data, name, bootstrap, topics, keys)));
      }
      HomeRole home = new HomeRole(data, topics, bootstrap, catalog, keys);
      opened.set(0, home);
      EncoderWorker encoder =
          EncoderWorker.start(
              EncoderSettings.of(bootstrap, topics, keys, home.spoolKeys(), "embedded"));
      opened.add(encoder);
      List<ShardStore> stores = new ArrayList<>();
      for (Future<ShardStore> start : storeStarts) {
        ShardStore store = await(start);
        stores.add(store);
        opened.add(store);
      }
      return new EmbeddedMesh(broker, stores, encoder, home);
    } catch (IOException | InterruptedException | RuntimeException e) {
      closeAll(opened.reversed(), e);
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

  private static void closeAll(List<AutoCloseable> opened, Exception cause) {
    for (AutoCloseable each : opened) {
      try {
        each.close();
      } catch (Exception e) {
        cause.addSuppressed(e);
      }
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

  /** What stops the mesh from working, by role. */
  public List<String> troubles() {
    List<String> troubles = new ArrayList<>();
    broker.fault().ifPresent(fault -> troubles.add("broker: " + fault));
    encoder.failure().ifPresent(failure -> troubles.add("encoder: " + failure.getMessage()));
    for (ShardStore store : stores) {
      store
          .failure()
          .ifPresent(failure -> troubles.add("store " + store.peer() + ": " + failure.getMessage()));
    }
    return troubles;
  }

  /** Ends what sends before what receives, and the broker last. */
  @Override
  public void close() throws IOException {
    long started = System.nanoTime();
    List<CompletableFuture<Void>> closing = new ArrayList<>();
    closing.add(CompletableFuture.runAsync(encoder::close));
    for (ShardStore store : stores) {
      closing.add(CompletableFuture.runAsync(() -> closeStore(store)));
    }
    try {
      home.close();
      CompletableFuture.allOf(closing.toArray(CompletableFuture[]::new))
          .get(START_DEADLINE.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("a role did not end in order: {}", e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      broker.close();
      LOG.debug("mesh closed in {} ms", (System.nanoTime() - started) / 1_000_000);
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
