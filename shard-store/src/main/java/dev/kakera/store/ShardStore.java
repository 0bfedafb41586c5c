package dev.kakera.store;

import dev.kakera.core.id.PeerId;
import dev.kakera.core.id.StoreId;
import dev.kakera.core.wire.Bytes;
import dev.kakera.store.disk.StoreDirectory;
import dev.kakera.store.disk.Usage;
import dev.kakera.store.object.ObjectStore;
import dev.kakera.store.object.ScrubReport;
import dev.kakera.store.object.StartReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One peer's store, running: three threads of its own (ingest, requests, care), one producer, two
 * consumers. Several may run in one process. Thread-safe.
 */
public final class ShardStore implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ShardStore.class);
  private static final long STOP_TIMEOUT_MILLIS = 20_000;

  private final StoreSettings settings;
  private final StoreDirectory directory;
  private final ObjectStore store;
  private final Outbox outbox;
  private final StoreCounters counters = new StoreCounters();
  private final Lifecycle lifecycle = new Lifecycle();
  private final List<Thread> threads = new ArrayList<>();
  private boolean closed; // guarded by this

  private ShardStore(
      StoreSettings settings, StoreDirectory directory, ObjectStore store, Outbox outbox) {
    this.settings = settings;
    this.directory = directory;
    this.store = store;
    this.outbox = outbox;
  }

  /**
   * Opens the directory and starts. The broker need not be there yet: the store goes on trying.
   *
   * @throws dev.kakera.store.disk.StoreUnusableException if the directory cannot serve; the message
   *     says what to do
   */
  public static ShardStore start(StoreSettings settings) throws IOException {
    return start(settings, StoreClients.of(settings));
  }

  static ShardStore start(StoreSettings settings, StoreClients clients) throws IOException {
    StoreDirectory directory = StoreDirectory.openOrCreate(settings.directory(), settings.peer());
    try {
      ObjectStore store = ObjectStore.open(directory, settings.rules());
      ShardStore started =
          new ShardStore(settings, directory, store, new Outbox(clients, settings));
      started.startLoops(clients); // from here on close() owns the directory
      return started;
    } catch (IOException | RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  public StoreState state() {
    synchronized (this) {
      if (closed) {
        return StoreState.CLOSED;
      }
    }
    return failure().isPresent() ? StoreState.FAILED : StoreState.RUNNING;
  }

  /** Why the store has failed. */
  public Optional<Throwable> failure() {
    return lifecycle.failure();
  }

  /** What keeps a loop from its work just now, by loop; empty when all is well. */
  public Map<String, String> troubles() {
    return lifecycle.troubles();
  }

  public String peer() {
    return directory.peer();
  }

  public PeerId peerId() {
    return directory.peerId();
  }

  public StoreId storeId() {
    return directory.storeId();
  }

  /** The key that verifies this peer's receipts; 32 bytes. */
  public Bytes publicKey() {
    return directory.publicKey();
  }

  /** What opening the directory found. */
  public StartReport startReport() {
    return store.startReport();
  }

  public StoreCounts counts() {
    return counters.snapshot();
  }

  public Usage usage() {
    return store.usage();
  }

  /** Checks every object until {@code goOn} says no; the store goes on working meanwhile. */
  public ScrubReport scrub(BooleanSupplier goOn) throws IOException {
    return store.scrub(goOn);
  }

  /** Stops within a deadline: what is not acknowledged by then is done again after a start. */
  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    lifecycle.stop();
    boolean ended = joinAll();
    outbox.close();
    ended = ended || joinAll();
    if (!ended) {
      // Its disk hangs. Whoever opened the directory now would write beside it.
      throw new IOException(
          "store %s did not stop within %d ms and keeps its directory: check the disk"
              .formatted(settings.directory(), STOP_TIMEOUT_MILLIS));
    }
    try {
      store.close();
    } finally {
      directory.close();
    }
    LOG.info("store of {} stopped", settings.peer());
  }

  private void startLoops(StoreClients clients) {
    String peer = settings.peer();
    IngestWork.Context context =
        new IngestWork.Context(
            new DeadLetters(outbox, settings.topics(), settings.time().ticker()),
            counters,
            settings.steps());
    RequestAnswerer answerer = new RequestAnswerer(store, counters, settings);
    CareWork care = new CareWork(directory, store, outbox, settings, lifecycle);
    startLoop(
        "ingest",
        () ->
            IngestWork.open(
                clients.shards(), settings.topics().shards(peer), store, outbox, context));
    startLoop(
        "requests",
        () ->
            new RequestWork(clients.requests(), answerer, outbox, counters, settings.time().clock())
                .subscribe(settings.topics().requests(peer)));
    startLoop("care", () -> care);
    LOG.info(
        "store of {} started: {} objects, {} bytes in {}",
        peer,
        store.usage().storedObjects(),
        store.usage().storedBytes(),
        settings.directory());
  }

  private void startLoop(String loop, StoreLoop.Source source) {
    String name = settings.topics().storeGroup(settings.peer()) + "-" + loop;
    Thread thread = new Thread(new StoreLoop(name, source, lifecycle), name);
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  private boolean joinAll() {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(STOP_TIMEOUT_MILLIS / 2);
    boolean ended = true;
    for (Thread thread : threads) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      try {
        thread.join(Math.max(1, left));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      ended &= !thread.isAlive();
    }
    return ended;
  }
}
