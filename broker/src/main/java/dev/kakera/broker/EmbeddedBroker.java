package dev.kakera.broker;

import dev.kakera.schemas.BrokerSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.Feature;
import org.apache.kafka.server.common.MetadataVersion;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Kafka broker and its controller inside this process, listening on 127.0.0.1 only and keeping
 * its data in one directory.
 *
 * <p>The directory may be new, kept, left by a killed process, or wiped; it is formatted when there
 * is nothing in it. Both ports may change at each start: the quorum is static and named by the
 * settings of each start, not by what was formatted.
 *
 * <p>Starting takes seconds and hundreds of megabytes the first time in a process, and is done
 * once. Methods may be called from any thread.
 */
public final class EmbeddedBroker implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedBroker.class);
  private static final Duration CLOSE_DEADLINE = Duration.ofSeconds(30);
  private static final int BIND_ATTEMPTS = 3;

  private final BrokerDirectory directory;
  private final String clusterId;
  private final int port;
  private final KafkaRaftServer server;
  private final CompletableFuture<String> fault;
  private final Consumer<String> faultListener;

  private EmbeddedBroker(
      BrokerDirectory directory,
      String clusterId,
      int port,
      Map<String, String> settings,
      CompletableFuture<String> fault) {
    this.directory = directory;
    this.clusterId = clusterId;
    this.port = port;
    this.fault = fault;
    this.faultListener = fault::complete;
    ServerFaults.listen(faultListener);
    this.server = new KafkaRaftServer(new KafkaConfig(settings, false), Time.SYSTEM);
  }

  /**
   * Starts a broker and waits until it serves.
   *
   * @param directory its data, made if missing
   * @param port where clients connect; 0 takes the port of the last start if it is free, else any
   *     free one
   * @throws PortTakenException if {@code port} is not 0 and somebody listens there
   * @throws DirectoryInUseException if another broker runs on the directory
   * @throws BrokerException if it cannot start for another reason
   */
  public static EmbeddedBroker start(Path directory, int port) {
    return start(directory, port, Map.of());
  }

  /**
   * Starts a broker with settings of its own.
   *
   * @param settings server properties that win over {@link BrokerSettings}, but not over who and
   *     where this broker is
   */
  public static EmbeddedBroker start(Path directory, int port, Map<String, String> settings) {
    return start(directory, port, settings, Optional.empty());
  }

  /** Starts a broker that peers on other machines may reach. */
  public static EmbeddedBroker start(
      Path directory, int port, Map<String, String> settings, Optional<PeerListener> peers) {
    BrokerDirectory taken = null;
    try {
      taken = BrokerDirectory.take(directory);
      return startIn(taken, new Wish(port, settings, peers));
    } catch (IOException e) {
      closeQuietly(taken);
      throw new BrokerException(
          "broker in " + directory + ": the directory cannot be used: " + e.getMessage(), e);
    } catch (RuntimeException e) {
      closeQuietly(taken);
      throw e;
    }
  }

  /** Where clients connect, as {@code host:port}. */
  public String bootstrap() {
    return LoopbackPorts.HOST + ":" + port;
  }

  /** Port of {@link #bootstrap()}. */
  public int port() {
    return port;
  }

  /** Id that was given when the directory was first used; it outlives a wiped log. */
  public String clusterId() {
    return clusterId;
  }

  /** The directory, as an absolute path. */
  public Path directory() {
    return directory.root();
  }

  /**
   * Why the server stopped itself, if it did: a full disk, for example. Every client sees a broker
   * that is gone.
   */
  public Optional<String> fault() {
    return Optional.ofNullable(fault.getNow(null));
  }

  /** Calls {@code listener} when the server stops itself, or at once if it has. */
  public void onFault(Consumer<String> listener) {
    fault
        .thenAccept(listener)
        .exceptionally(
            e -> {
              LOG.error("The listener to the broker's fault failed", e);
              return null;
            });
  }

  /**
   * Stops the broker in an orderly way; after a deadline it is left behind and said so. Further
   * calls do nothing.
   */
  @Override
  public void close() {
    ServerFaults.forget(faultListener);
    shutDown(server, directory.root());
    closeQuietly(directory);
  }

  /** What the caller asks for. */
  private record Wish(int port, Map<String, String> settings, Optional<PeerListener> peers) {}

  private static EmbeddedBroker startIn(BrokerDirectory directory, Wish wish) throws IOException {
    int wanted = wish.port();
    if (wanted != 0 && !LoopbackPorts.isFree(wanted)) {
      throw new PortTakenException(wanted, directory.root());
    }
    String clusterId = directory.clusterId().orElseGet(() -> Uuid.randomUuid().toString());
    if (!directory.isFormatted()) {
      format(directory, clusterId);
    }
    for (int attempt = 1; ; attempt++) {
      int[] free = LoopbackPorts.twoFree();
      int port = wanted;
      if (wanted == 0) {
        int last = directory.lastPort();
        port = last != 0 && attempt == 1 && LoopbackPorts.isFree(last) ? last : free[0];
      }
      try {
        EmbeddedBroker broker = launch(directory, clusterId, wish, port, free[1]);
        directory.remember(clusterId, port);
        return broker;
      } catch (BrokerException e) {
        // Somebody may have taken a port between looking and binding.
        boolean taken = !LoopbackPorts.isFree(port) || !LoopbackPorts.isFree(free[1]);
        if (!taken || attempt == BIND_ATTEMPTS) {
          throw e;
        }
        LOG.info("A port was taken while the broker started; trying others", e);
      }
    }
  }

  private static EmbeddedBroker launch(
      BrokerDirectory directory, String clusterId, Wish wish, int port, int controllerPort) {
    CompletableFuture<String> fault = new CompletableFuture<>();
    Map<String, String> all = serverSettings(directory, wish, port, controllerPort);
    EmbeddedBroker broker = null;
    try {
      broker = new EmbeddedBroker(directory, clusterId, port, all, fault);
      broker.server.startup();
      return broker;
    } catch (Throwable e) {
      // Kafka's server throws more than exceptions; whatever it was, what it began has to end.
      if (broker != null) {
        ServerFaults.forget(broker.faultListener);
        shutDown(broker.server, directory.root());
      }
      throw new BrokerException(
          "broker in "
              + directory.root()
              + " did not start: "
              + fault.getNow(String.valueOf(e.getMessage()))
              + "; if its files are damaged, delete "
              + directory.log()
              + ": nothing committed is lost by that",
          e);
    }
  }

  private static SortedMap<String, String> serverSettings(
      BrokerDirectory directory, Wish wish, int port, int controllerPort) {
    SortedMap<String, String> all = BrokerSettings.of(1);
    all.putAll(BrokerSettings.embedded());
    all.putAll(wish.settings());
    String client = "CLIENT://" + LoopbackPorts.HOST + ":" + port;
    String controller = "CONTROLLER://" + LoopbackPorts.HOST + ":" + controllerPort;
    all.put("process.roles", "broker,controller");
    all.put("node.id", "1");
    all.put("controller.quorum.voters", "1@" + LoopbackPorts.HOST + ":" + controllerPort);
    all.put("controller.listener.names", "CONTROLLER");
    all.put("inter.broker.listener.name", "CLIENT");
    all.put(
        "listener.security.protocol.map",
        "CLIENT:PLAINTEXT,CONTROLLER:PLAINTEXT," + PeerListener.NAME + ":SSL");
    String listeners = client + "," + controller;
    String advertised = client;
    if (wish.peers().isPresent()) {
      PeerListener peers = wish.peers().get();
      listeners += "," + peers.listener();
      advertised += "," + peers.advertisedListener();
      all.putAll(peers.settings());
    }
    all.put("listeners", listeners);
    all.put("advertised.listeners", advertised);
    all.put("log.dirs", directory.log().toString());
    return all;
  }

  private static void format(BrokerDirectory directory, String clusterId) throws IOException {
    Path forming = directory.beginForming();
    try {
      new Formatter()
          .setPrintStream(new PrintStream(OutputStream.nullOutputStream()))
          .setNodeId(1)
          .setClusterId(clusterId)
          .setControllerListenerName("CONTROLLER")
          .addDirectory(forming.toString())
          .setMetadataLogDirectory(forming.toString())
          .setReleaseVersion(MetadataVersion.latestProduction())
          .setSupportedFeatures(Feature.PRODUCTION_FEATURES)
          .setHasDynamicQuorum(false)
          .run();
    } catch (Exception e) {
      throw new BrokerException(
          "broker in "
              + directory.root()
              + ": its directory cannot be formatted: "
              + e.getMessage(),
          e);
    }
    directory.endForming(forming);
  }

  private static void shutDown(KafkaRaftServer server, Path directory) {
    CompletableFuture<Void> ended = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .name("broker-stopper")
        .start(
            () -> {
              try {
                server.shutdown();
                server.awaitShutdown();
                ended.complete(null);
              } catch (Throwable e) {
                ended.completeExceptionally(e);
              }
            });
    try {
      ended.get(CLOSE_DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      LOG.warn(
          "Broker in {} did not stop within {} s and is left behind; its log is recovered at the next start",
          directory,
          CLOSE_DEADLINE.toSeconds(),
          e);
    } catch (ExecutionException e) {
      LOG.warn(
          "Broker in {} did not stop in order; its log is recovered at the next start",
          directory,
          e);
    } catch (InterruptedException e) {
      LOG.warn("Interrupted while the broker in {} stops; it goes on stopping", directory);
      Thread.currentThread().interrupt();
    }
  }

  private static void closeQuietly(@Nullable BrokerDirectory directory) {
    if (directory == null) {
      return;
    }
    try {
      directory.close();
    } catch (IOException e) {
      LOG.warn("Lock of {} cannot be closed", directory.root(), e);
    }
  }
}
