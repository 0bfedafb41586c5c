package dev.kakera.store.object;

import dev.kakera.core.id.Locator;
import dev.kakera.store.disk.ChainPoint;
import dev.kakera.store.disk.DayCount;
import dev.kakera.store.disk.JournalChange;
import dev.kakera.store.disk.JournalEntry;
import dev.kakera.store.disk.StoreDirectory;
import dev.kakera.store.disk.StoreFiles;
import dev.kakera.store.disk.StoreJournal;
import dev.kakera.store.disk.StoreLayout;
import dev.kakera.store.disk.Usage;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A peer's store without its topics: puts in, receipts out, and everything a home can order.
 *
 * <p>Thread-safe. Changes take turns; reading does not wait for them. After a failed change every
 * call throws {@link StoreFailedException} until the directory is opened anew. Owns the journal,
 * not the directory.
 */
public final class ObjectStore implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ObjectStore.class);

  /** How much running time a crash may take back from the count of days. */
  private static final long COUNT_SAVED_NANOS = TimeUnit.MINUTES.toNanos(10);

  private final StoreCore core;
  private final OrderGate gate;
  private final ShardIngest ingest;
  private final ObjectReader reader;
  private final Trash trash;
  private final Scrub scrub;
  private final StartReport startReport;
  private long uncountedNanos; // guarded by this

  private ObjectStore(StoreCore core, StartReport startReport) {
    this.core = core;
    this.startReport = startReport;
    this.gate = new OrderGate(core.rules.home(), core.directory.peerId(), core.rules.clock());
    this.ingest = new ShardIngest(core, gate);
    this.reader = new ObjectReader(core);
    this.trash = new Trash(core);
    this.scrub = new Scrub(core, reader);
  }

  /**
   * Opens what lies in the directory: removes temporary files, makes journal and files agree, and
   * rebuilds a journal that is lost, under a new store id.
   *
   * @throws dev.kakera.store.disk.AnotherHomeException if the directory is tied to another home
   * @throws dev.kakera.store.disk.DamagedJournalException if the journal is not what was written
   * @throws dev.kakera.store.disk.StoreUnusableException if objects cannot be there
   */
  public static ObjectStore open(StoreDirectory directory, StoreRules rules) throws IOException {
    StoreLayout layout = directory.layout();
    StartCheck.requireFolders(layout, directory.files());
    directory.bindHome(rules.home());
    StoreFiles files = directory.files();
    if (!files.exists(layout.journal())) {
      directory.renewStoreId();
      LOG.warn(
          "store {} has lost its journal: it is rebuilt from the files under the new id {}, and every receipt is given anew",
          layout.root(),
          directory.storeId());
      StoreJournal.create(layout, files, directory.storeId(), true);
    }
    StoreJournal journal = StoreJournal.open(layout.journal(), directory.storeId(), files);
    try {
      StoreCore core = new StoreCore(directory, journal, rules);
      boolean isRebuilt = journal.isRebuilding();
      List<String> setAside = isRebuilt ? new JournalRebuild(core).run() : List.of();
      StartReport report = new StartCheck(core).run(isRebuilt, setAside);
      warn(layout, report);
      return new ObjectStore(core, report);
    } catch (IOException | RuntimeException e) {
      journal.close();
      throw e;
    }
  }

  /** What opening found. */
  public StartReport startReport() {
    return startReport;
  }

  /** Checks orders against this store's home, peer and clock. */
  public OrderGate gate() {
    return gate;
  }

  /**
   * Stores a batch. When it returns, everything that it acknowledges survives a power cut.
   *
   * @return outcomes in the order of the requests
   */
  public List<PutOutcome> ingest(List<PutRequest> requests) throws StoreFailedException {
    return ingest.ingest(requests);
  }

  /** Moves an object to the trash; {@code order} is a checked delete. */
  public DeleteOutcome delete(OrderGate.Checked order) throws StoreFailedException {
    return trash.delete(order);
  }

  /** Reads an object and checks it. */
  public ObjectCheck check(Locator locator) throws IOException {
    return reader.check(locator);
  }

  /**
   * What is stored, by rising locator.
   *
   * @param after the last locator of the page before; null for the first page
   */
  public List<JournalEntry> inventory(@Nullable Locator after, int limit) throws IOException {
    core.requireWorking();
    return core.journal.stored(after, limit);
  }

  /** Checks all objects until {@code goOn} says no. */
  public ScrubReport scrub(BooleanSupplier goOn) throws IOException {
    return scrub.run(goOn);
  }

  /** Deletes for good what has been held long enough; more may be due when it is not 0. */
  public int purge() throws StoreFailedException {
    return trash.purge();
  }

  /**
   * Adds running time to the store's own count of days.
   *
   * @param elapsedNanos by a clock that only goes forward
   */
  public synchronized void countTime(long elapsedNanos) throws StoreFailedException {
    uncountedNanos += Math.max(0, elapsedNanos);
    DayCount before = core.journal.days();
    boolean newDay = before.plus(uncountedNanos).days() > before.days();
    if (newDay || uncountedNanos >= COUNT_SAVED_NANOS) {
      saveCount();
    }
  }

  public DayCount days() {
    return core.journal.days();
  }

  public ChainPoint chain() {
    return core.journal.chain();
  }

  public Usage usage() {
    return core.usage();
  }

  /** Bytes that may still be stored, 0 when quota or reserve are reached. */
  public long freeBytes() throws IOException {
    return Math.max(0, core.availableBytes());
  }

  public Optional<StoreFailedException> failure() {
    return Optional.ofNullable(core.failure());
  }

  @Override
  public synchronized void close() throws IOException {
    try {
      if (uncountedNanos > 0 && core.failure() == null) {
        saveCount();
      }
    } finally {
      core.journal.close();
    }
  }

  private void saveCount() throws StoreFailedException {
    long counted = uncountedNanos;
    core.change(
        () -> {
          core.commit(new JournalChange().days(core.journal.days().plus(counted)));
          return counted;
        });
    uncountedNanos = 0;
  }

  private static void warn(StoreLayout layout, StartReport report) {
    if (!report.strays().isEmpty()) {
      LOG.warn(
          "store {}: {} objects that were never acknowledged are in the trash, such as {}",
          layout.root(),
          report.strays().size(),
          report.strays().getFirst());
    }
    if (!report.lost().isEmpty()) {
      LOG.warn(
          "store {}: {} acknowledged objects are gone from the disk, such as {}; the home makes them anew",
          layout.root(),
          report.lost().size(),
          report.lost().getFirst());
    }
  }
}
