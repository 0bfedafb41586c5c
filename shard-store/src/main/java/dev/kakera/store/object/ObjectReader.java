package dev.kakera.store.object;

import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.order.TreeHash;
import dev.kakera.store.disk.JournalChange;
import dev.kakera.store.disk.JournalEntry;
import dev.kakera.store.disk.JournalEntry.State;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads objects and compares each with the root that was signed for it. What is damaged is set
 * aside, what is gone leaves the inventory. Thread-safe.
 */
final class ObjectReader {
  private static final Logger LOG = LoggerFactory.getLogger(ObjectReader.class);
  private static final int ATTEMPTS = 3;

  private final StoreCore core;

  ObjectReader(StoreCore core) {
    this.core = core;
  }

  /**
   * Looks at one object.
   *
   * @throws StoreFailedException if the store has failed, or fails at setting the object aside
   * @throws IOException if the journal cannot be read
   */
  ObjectCheck check(Locator locator) throws IOException {
    core.requireWorking();
    // An object may move between look-up and reading; a few times is chance, more is not.
    for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
      Optional<JournalEntry> entry = core.journal.find(locator);
      if (entry.isEmpty()) {
        return new ObjectCheck.Missing();
      }
      Optional<ObjectCheck> found = check(entry.get());
      if (found.isPresent()) {
        return found.get();
      }
    }
    return core.change(() -> dropLost(locator));
  }

  /** Empty when the file is not where the entry says. */
  private Optional<ObjectCheck> check(JournalEntry entry) throws IOException {
    return switch (entry.state()) {
      case TRASHED -> Optional.of(new ObjectCheck.Deleted(entry.receipt()));
      case QUARANTINED ->
          Optional.of(new ObjectCheck.Corrupt("it was found damaged and set aside"));
      case STORED -> read(entry);
    };
  }

  private Optional<ObjectCheck> read(JournalEntry entry) throws IOException {
    Path file = core.layout().object(entry.type(), entry.locator());
    try {
      long size = core.files().size(file);
      if (size != entry.size()) {
        return Optional.of(setAside(entry, "%d bytes, expected %d".formatted(size, entry.size())));
      }
      byte[] sealed = core.files().read(file, entry.size());
      Digest root = new TreeHash().root(sealed);
      if (!root.equals(entry.root())) {
        return Optional.of(
            setAside(entry, "tree root %s, expected %s".formatted(root, entry.root())));
      }
      return Optional.of(
          new ObjectCheck.Intact(entry.type(), sealed, entry.receipt().orElseThrow()));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (EOFException e) {
      return Optional.of(setAside(entry, e.getMessage()));
    } catch (StoreFailedException e) {
      throw e;
    } catch (IOException e) {
      LOG.warn("reading {} failed: {}", file, e.getMessage());
      return Optional.of(new ObjectCheck.Unreadable(String.valueOf(e.getMessage())));
    }
  }

  private ObjectCheck setAside(JournalEntry entry, String finding) throws StoreFailedException {
    LOG.warn(
        "{} is damaged ({}): it is set aside in {}; the home makes it anew",
        entry.locator(),
        finding,
        core.layout().quarantine());
    return core.change(
        () -> {
          Optional<JournalEntry> now = core.journal.find(entry.locator());
          if (now.isEmpty() || now.get().state() != State.STORED) {
            return new ObjectCheck.Corrupt(finding);
          }
          Path file = core.layout().object(entry.type(), entry.locator());
          core.files().rename(file, core.layout().quarantined(entry.locator()));
          core.files().forceDirectory(core.layout().quarantine());
          core.files().forceDirectory(file.getParent());
          core.commit(new JournalChange().write(now.get().quarantined()));
          return new ObjectCheck.Corrupt(finding);
        });
  }

  private ObjectCheck dropLost(Locator locator) throws IOException {
    Optional<JournalEntry> entry = core.journal.find(locator);
    if (entry.isPresent() && entry.get().state() == State.STORED) {
      try {
        core.files().size(core.layout().object(entry.get().type(), locator));
        return new ObjectCheck.Unreadable("it was moved while it was read");
      } catch (NoSuchFileException e) {
        LOG.warn("{} is gone from the disk: it leaves the inventory", locator);
        core.commit(new JournalChange().remove(locator));
      }
    }
    return new ObjectCheck.Missing();
  }
}
