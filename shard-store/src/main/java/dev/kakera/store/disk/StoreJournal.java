package dev.kakera.store.disk;

import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.id.StoreId;
import dev.kakera.core.order.Receipt;
import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a store has said and what it holds, synced before anybody hears of it. One transaction for
 * each {@link #commit}; a commit that fails leaves the journal as it was before, but no longer
 * trustworthy until it is opened again.
 *
 * <p>SQLite with a write-ahead log, every commit synced. Thread-safe; one call at a time.
 */
public final class StoreJournal implements AutoCloseable {
  private final JournalTables database;
  private ChainPoint chain;
  private DayCount days;
  private Usage usage;
  private boolean rebuilding;

  private StoreJournal(JournalTables database, JournalTables.Head head, Usage usage) {
    this.database = database;
    this.chain = head.chain();
    this.days = head.days();
    this.usage = usage;
    this.rebuilding = head.rebuilding();
  }

  /**
   * Makes an empty journal: after a power cut it is complete or not there.
   *
   * @param rebuilding whether objects that are on disk are still to be entered
   */
  public static void create(StoreLayout layout, StoreFiles files, StoreId store, boolean rebuilding)
      throws IOException {
    Path next = layout.temporary().resolve("journal.db");
    files.delete(next);
    for (String rest : new String[] {"-wal", "-shm", "-journal"}) {
      files.delete(layout.root().resolve("journal.db" + rest)); // of a journal that is lost
    }
    files.journals().create(next, store, rebuilding);
    files.rename(next, layout.journal());
    files.forceDirectory(layout.root());
  }

  /**
   * Opens a journal and checks it.
   *
   * @throws DamagedJournalException if it is not what was written, or another store's
   */
  public static StoreJournal open(Path file, StoreId expected, StoreFiles files)
      throws IOException {
    if (!files.exists(file)) {
      throw new StoreUnusableException("journal " + file + " is missing");
    }
    JournalTables database = files.journals().open(file);
    try {
      JournalTables.Head head = database.head();
      if (!head.store().equals(expected)) {
        throw new DamagedJournalException(
            file, "it is of store %s, expected %s".formatted(head.store(), expected), null);
      }
      StoreJournal journal = new StoreJournal(database, head, database.usage());
      journal.requireChain(file);
      return journal;
    } catch (IOException | RuntimeException e) {
      database.close();
      throw e;
    }
  }

  public synchronized ChainPoint chain() {
    return chain;
  }

  public synchronized DayCount days() {
    return days;
  }

  /** Whether objects that are on disk are still to be entered. */
  public synchronized boolean isRebuilding() {
    return rebuilding;
  }

  public synchronized Optional<JournalEntry> find(Locator locator) throws IOException {
    return database.find(locator);
  }

  /**
   * Stored objects by rising locator.
   *
   * @param after the locator before the first; null for the beginning
   */
  public synchronized List<JournalEntry> stored(@Nullable Locator after, int limit)
      throws IOException {
    return database.stored(after == null ? new byte[0] : after.toBytes(), limit);
  }

  /** Every entry whose locator begins with this byte, by rising locator. */
  public synchronized List<JournalEntry> withPrefix(int firstByte) throws IOException {
    return database.withPrefix(firstByte);
  }

  /** What came into the trash on or before {@code day} and may go by its order, oldest first. */
  public synchronized List<JournalEntry> purgeable(long day, long nowSeconds, int limit)
      throws IOException {
    return database.purgeable(day, nowSeconds, limit);
  }

  public synchronized Usage usage() {
    return usage;
  }

  /** Writes all of it and syncs. */
  public synchronized void commit(JournalChange change) throws IOException {
    if (change.isEmpty()) {
      return;
    }
    Usage nextUsage = usageAfter(change);
    database.commit(change);
    usage = nextUsage;
    ChainPoint nextChain = change.chain();
    chain = nextChain == null ? chain : nextChain;
    DayCount nextDays = change.days();
    days = nextDays == null ? days : nextDays;
    rebuilding = rebuilding && !change.isRebuilt();
  }

  @Override
  public synchronized void close() throws IOException {
    database.close();
  }

  /** Kept by differences: summing a million entries at each commit would be felt. */
  private Usage usageAfter(JournalChange change) throws IOException {
    Map<Locator, JournalEntry> last = new LinkedHashMap<>();
    for (Locator locator : change.removed()) {
      last.put(locator, null);
    }
    for (JournalEntry entry : change.written()) {
      last.put(entry.locator(), entry);
    }
    Usage next = usage;
    for (Map.Entry<Locator, JournalEntry> each : last.entrySet()) {
      Optional<JournalEntry> before = find(each.getKey());
      next = before.isPresent() ? next.without(before.get()) : next;
      next = each.getValue() != null ? next.with(each.getValue()) : next;
    }
    return next;
  }

  /** The latest receipt that is still here must be the one that the chain ends in. */
  private void requireChain(Path file) throws IOException {
    Optional<JournalEntry> latest = database.saying(chain.sequence());
    if (latest.isPresent()) {
      byte[] body = latest.get().receipt().orElseThrow().body().toBytes();
      if (!digestOf(body).equals(chain.digest())) {
        throw new DamagedJournalException(
            file, "receipt %d is not the one it ends in".formatted(chain.sequence()), null);
      }
    }
  }

  /** What the next receipt names its predecessor by. */
  public static Digest digestOf(byte[] receiptBody) {
    if (receiptBody.length != Receipt.BYTES) {
      throw new IllegalArgumentException(
          "receipt body: got %d bytes, expected %d".formatted(receiptBody.length, Receipt.BYTES));
    }
    try {
      return Digest.copyOf(MessageDigest.getInstance("SHA-256").digest(receiptBody), 0);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no SHA-256", e);
    }
  }
}
