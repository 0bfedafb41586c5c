package dev.kakera.store.object;

import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.order.Signed;
import dev.kakera.core.order.TreeHash;
import dev.kakera.core.seal.ObjectType;
import dev.kakera.core.seal.SealedHeader;
import dev.kakera.core.wire.MalformedException;
import dev.kakera.store.disk.JournalChange;
import dev.kakera.store.disk.JournalEntry;
import dev.kakera.store.disk.JournalEntry.State;
import dev.kakera.store.disk.StoreLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Enters what lies on disk into a new journal, with new receipts that name no order. Their roots
 * are those of what is there now, which nobody vouches for: the new store id tells the home to
 * audit. May be interrupted and run again.
 */
final class JournalRebuild {
  private static final Logger LOG = LoggerFactory.getLogger(JournalRebuild.class);
  private static final int COMMIT_OBJECTS = 256;

  private final StoreCore core;
  private final TreeHash tree = new TreeHash();
  private final List<String> setAside = new ArrayList<>();
  private ReceiptChain chain;
  private JournalChange change = new JournalChange();
  private int pending;
  private long entered;

  JournalRebuild(StoreCore core) {
    this.core = core;
    this.chain = core.chain();
  }

  /** Names of the files that are no objects of this home, now in quarantine. */
  List<String> run() throws IOException {
    for (ObjectType type : StoreLayout.keptTypes()) {
      for (Path folder : foldersOf(type)) {
        for (Locator locator : StartCheck.locatorsIn(core.files(), folder)) {
          enter(type, locator);
        }
      }
    }
    change.rebuilt();
    commit();
    LOG.warn("journal rebuilt: {} objects entered, {} files set aside", entered, setAside.size());
    return setAside;
  }

  private List<Path> foldersOf(ObjectType type) throws IOException {
    Path folder = core.layout().folder(type);
    if (type != ObjectType.SHARD) {
      return List.of(folder);
    }
    List<Path> folders = new ArrayList<>();
    for (Path inner : core.files().list(folder)) {
      if (core.files().isDirectory(inner)) {
        folders.add(inner);
      }
    }
    return folders;
  }

  private void enter(ObjectType type, Locator locator) throws IOException {
    if (core.journal.find(locator).isPresent()) {
      return;
    }
    Path file = core.layout().object(type, locator);
    Optional<byte[]> sealed = readObject(type, locator, file);
    if (sealed.isEmpty()) {
      core.files().rename(file, core.layout().quarantined(locator));
      setAside.add(locator.toString());
      return;
    }
    Digest root = tree.root(sealed.get());
    Signed receipt =
        chain.stored(
            new ReceiptChain.Subject(Digest.ZERO, locator, type.id(), root, sealed.get().length));
    change.write(
        new JournalEntry(
            locator,
            State.STORED,
            type.id(),
            sealed.get().length,
            root,
            0,
            Optional.empty(),
            Optional.of(receipt)));
    entered++;
    if (++pending == COMMIT_OBJECTS) {
      commit();
    }
  }

  /** Empty for what is not the object that the file's name and folder say. */
  private Optional<byte[]> readObject(ObjectType type, Locator locator, Path file)
      throws IOException {
    long size = core.files().size(file);
    if (size < SealedHeader.OVERHEAD_BYTES
        || size > SealedHeader.PAYLOAD_MAX_BYTES + SealedHeader.OVERHEAD_BYTES) {
      return Optional.empty();
    }
    byte[] sealed = core.files().read(file, (int) size);
    try {
      SealedHeader header = SealedHeader.read(sealed, 0, sealed.length);
      boolean fits =
          header.type() == type
              && header.locator().equals(locator)
              && header.repo().equals(core.rules.home().repo());
      return fits ? Optional.of(sealed) : Optional.empty();
    } catch (MalformedException e) {
      LOG.warn("{} is no sealed object: {}", file, e.getMessage());
      return Optional.empty();
    }
  }

  private void commit() throws IOException {
    core.commit(change.chain(chain.point()));
    change = new JournalChange();
    chain = core.chain();
    pending = 0;
  }
}
