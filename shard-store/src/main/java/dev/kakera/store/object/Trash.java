package dev.kakera.store.object;

import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.order.Order;
import dev.kakera.core.order.Signed;
import dev.kakera.store.disk.JournalChange;
import dev.kakera.store.disk.JournalEntry;
import dev.kakera.store.disk.JournalEntry.Deletion;
import dev.kakera.store.disk.JournalEntry.State;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Deletes objects in two steps: into the trash at once, off the disk when the hold is over by the
 * store's own count of days (I-25), whatever clocks and orders say.
 */
final class Trash {
  private static final int PURGE_MAX_OBJECTS = 500;

  private final StoreCore core;

  Trash(StoreCore core) {
    this.core = core;
  }

  DeleteOutcome delete(OrderGate.Checked order) throws StoreFailedException {
    return core.change(() -> move(order));
  }

  /**
   * Deletes for good what has been held long enough.
   *
   * @return how many objects went; more may be due when it is not 0
   */
  int purge() throws StoreFailedException {
    return core.change(
        () -> {
          long lastDay = core.journal.days().days() - core.rules.holdDays();
          long now = core.rules.clock().instant().getEpochSecond();
          List<JournalEntry> due = core.journal.purgeable(lastDay, now, PURGE_MAX_OBJECTS);
          if (due.isEmpty()) {
            return 0;
          }
          JournalChange change = new JournalChange();
          for (JournalEntry entry : due) {
            core.files().delete(core.layout().trashed(entry.locator()));
            change.remove(entry.locator());
          }
          core.files().forceDirectory(core.layout().trash());
          core.commit(change);
          return due.size();
        });
  }

  private DeleteOutcome move(OrderGate.Checked checked) throws IOException {
    Order order = checked.order();
    Optional<JournalEntry> found = core.journal.find(order.locator());
    if (found.isEmpty()) {
      return new DeleteOutcome.Deleted(sayUnknown(checked));
    }
    JournalEntry entry = found.get();
    if (entry.state() == State.TRASHED && entry.receipt().isPresent()) {
      return new DeleteOutcome.Deleted(repeated(entry, order));
    }
    if (entry.state() != State.TRASHED && order.sequence() < entry.putSequence()) {
      return new DeleteOutcome.Superseded(
          "the delete is of catalog sequence %d, a put of %d wants %s"
              .formatted(order.sequence(), entry.putSequence(), order.locator()));
    }
    boolean present = entry.state() == State.TRASHED || moveFile(entry);
    ReceiptChain chain = core.chain();
    Signed receipt = chain.deleted(subject(checked, entry));
    JournalChange change = new JournalChange().chain(chain.point());
    if (present) {
      Deletion how =
          new Deletion(core.journal.days().days(), order.notBeforeSeconds(), order.sequence());
      change.write(entry.trashed(how, Optional.of(receipt)));
    } else {
      change.remove(entry.locator());
    }
    core.commit(change);
    return new DeleteOutcome.Deleted(receipt);
  }

  private static ReceiptChain.Subject subject(OrderGate.Checked checked, JournalEntry entry) {
    return new ReceiptChain.Subject(
        checked.digest(), entry.locator(), entry.objectType(), entry.root(), entry.size());
  }

  /** Nothing is stored and nothing will be: the home can close its entry. */
  private Signed sayUnknown(OrderGate.Checked checked) throws IOException {
    ReceiptChain chain = core.chain();
    Signed receipt =
        chain.deleted(
            new ReceiptChain.Subject(
                checked.digest(), checked.order().locator(), 0, Digest.ZERO, 0));
    core.commit(new JournalChange().chain(chain.point()));
    return receipt;
  }

  /** The first receipt stands; a newer order may only make the hold longer. */
  private Signed repeated(JournalEntry entry, Order order) throws IOException {
    Deletion first = entry.deletion().orElseThrow();
    Deletion newest =
        new Deletion(
            first.day(),
            Math.max(first.notBeforeSeconds(), order.notBeforeSeconds()),
            Math.max(first.sequence(), order.sequence()));
    if (!newest.equals(first)) {
      core.commit(new JournalChange().write(entry.trashed(newest, entry.receipt())));
    }
    return entry.receipt().orElseThrow();
  }

  /** Whether there was a file to move. */
  private boolean moveFile(JournalEntry entry) throws IOException {
    Locator locator = entry.locator();
    Path from =
        entry.state() == State.QUARANTINED
            ? core.layout().quarantined(locator)
            : core.layout().object(entry.type(), locator);
    try {
      core.files().rename(from, core.layout().trashed(locator));
    } catch (NoSuchFileException e) {
      return false;
    }
    core.files().forceDirectory(core.layout().trash());
    core.files().forceDirectory(from.getParent());
    return true;
  }
}
