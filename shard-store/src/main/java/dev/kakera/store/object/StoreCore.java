package dev.kakera.store.object;

import dev.kakera.store.disk.JournalChange;
import dev.kakera.store.disk.StoreDirectory;
import dev.kakera.store.disk.StoreFiles;
import dev.kakera.store.disk.StoreJournal;
import dev.kakera.store.disk.StoreLayout;
import dev.kakera.store.disk.Usage;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The one place where a store changes: one change at a time, and none after one has failed.
 * Thread-safe.
 */
final class StoreCore {
  final StoreDirectory directory;
  final StoreJournal journal;
  final StoreRules rules;

  private final ReentrantLock writing = new ReentrantLock();
  private volatile @Nullable StoreFailedException failure;

  StoreCore(StoreDirectory directory, StoreJournal journal, StoreRules rules) {
    this.directory = directory;
    this.journal = journal;
    this.rules = rules;
  }

  /** Something that changes the directory. */
  interface Change<T> {
    T apply() throws IOException;
  }

  /**
   * Does a change. Whatever it throws leaves files and journal apart, so the store has failed then.
   *
   * @throws StoreFailedException if this change failed or an earlier one had
   */
  <T> T change(Change<T> change) throws StoreFailedException {
    writing.lock();
    try {
      requireWorking();
      return change.apply();
    } catch (IOException | RuntimeException | Error e) {
      StoreFailedException known = failure;
      if (known == null) {
        known = new StoreFailedException(layout().root(), e);
        failure = known;
      }
      throw known;
    } finally {
      writing.unlock();
    }
  }

  void requireWorking() throws StoreFailedException {
    StoreFailedException known = failure;
    if (known != null) {
      throw known;
    }
  }

  @Nullable StoreFailedException failure() {
    return failure;
  }

  StoreLayout layout() {
    return directory.layout();
  }

  StoreFiles files() {
    return directory.files();
  }

  Usage usage() {
    return journal.usage();
  }

  /** Called within a change. */
  void commit(JournalChange change) throws IOException {
    journal.commit(change);
  }

  /** Called within a change. */
  ReceiptChain chain() {
    return new ReceiptChain(directory, rules.home().repo(), rules.clock(), journal.chain());
  }

  /**
   * Bytes that may still be stored: what quota and reserve leave, below zero when they are over.
   */
  long availableBytes() throws IOException {
    long onDisk = files().usableBytes(layout().root()) - rules.reserveBytes();
    return rules.quotaBytes() == 0
        ? onDisk
        : Math.min(onDisk, rules.quotaBytes() - usage().totalBytes());
  }
}
