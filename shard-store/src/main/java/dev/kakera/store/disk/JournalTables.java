package dev.kakera.store.disk;

import dev.kakera.core.id.Locator;
import dev.kakera.core.id.StoreId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The journal's rows, wherever they lie; apart so that a simulator can keep them on its own disk.
 * Not thread-safe: {@link StoreJournal} takes turns.
 */
public interface JournalTables extends AutoCloseable {

  /** The one row that speaks for the whole journal. */
  record Head(StoreId store, ChainPoint chain, DayCount days, boolean rebuilding) {}

  /** Makes and opens journals. */
  interface Source {
    /** Makes an empty journal and syncs it. */
    void create(Path file, StoreId store, boolean rebuilding) throws IOException;

    /**
     * Opens a journal and checks that it is whole.
     *
     * @throws DamagedJournalException if it is not what was written
     */
    JournalTables open(Path file) throws IOException;
  }

  Head head() throws IOException;

  Optional<JournalEntry> find(Locator locator) throws IOException;

  /**
   * Stored objects by rising locator.
   *
   * @param after the locator before the first, as bytes; empty for the beginning
   */
  List<JournalEntry> stored(byte[] after, int limit) throws IOException;

  /** Every entry whose locator begins with this byte, by rising locator. */
  List<JournalEntry> withPrefix(int firstByte) throws IOException;

  /** What came into the trash on or before {@code day} and may go by its order, oldest first. */
  List<JournalEntry> purgeable(long day, long nowSeconds, int limit) throws IOException;

  /** The entry whose receipt has this sequence, if it is still here. */
  Optional<JournalEntry> saying(long sequence) throws IOException;

  Usage usage() throws IOException;

  /** Writes all of it and syncs, or nothing. */
  void commit(JournalChange change) throws IOException;

  @Override
  void close() throws IOException;
}
