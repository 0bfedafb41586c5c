package dev.kakera.store.object;

import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.order.Order;
import dev.kakera.core.order.Signed;
import dev.kakera.core.order.TreeHash;
import dev.kakera.core.seal.ObjectType;
import dev.kakera.core.seal.SealedHeader;
import dev.kakera.store.disk.JournalChange;
import dev.kakera.store.disk.JournalEntry;
import dev.kakera.store.disk.JournalEntry.Deletion;
import dev.kakera.store.disk.JournalEntry.State;
import dev.kakera.store.disk.StoreFiles;
import dev.kakera.store.disk.StoreLayout;
import dev.kakera.store.object.PutOutcome.NoSpace;
import dev.kakera.store.object.PutOutcome.Rejected;
import dev.kakera.store.object.PutOutcome.Stored;
import dev.kakera.store.object.PutOutcome.Superseded;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One batch of puts on its way to the disk: every file written and synced, then renamed, then each
 * touched directory synced, then one synced transaction of the journal. Used once, within a change
 * of the store.
 */
final class IngestBatch {
  private final StoreCore core;
  private final OrderGate gate;
  private final TreeHash tree;
  private final List<PutRequest> requests;
  private final PutOutcome[] outcomes;
  private final List<Candidate> candidates = new ArrayList<>();
  private final Map<Locator, Candidate> byLocator = new HashMap<>();
  private final JournalChange change = new JournalChange();
  private long availableBytes;

  IngestBatch(StoreCore core, OrderGate gate, TreeHash tree, List<PutRequest> requests) {
    this.core = core;
    this.gate = gate;
    this.tree = tree;
    this.requests = requests;
    this.outcomes = new PutOutcome[requests.size()];
  }

  /** A put that needs a receipt of its own: a file to write, or no room for it. */
  private static final class Candidate {
    final int index;
    final OrderGate.Checked order;
    final ObjectType type;
    final byte[] sealed;
    final Digest root;
    final Optional<JournalEntry> before;
    final List<Integer> repeats = new ArrayList<>();
    long putSequence;
    long missingBytes;
    StoreFiles.@Nullable NewFile file;
    @Nullable Path temporary;

    Candidate(
        int index,
        OrderGate.Checked order,
        ObjectType type,
        byte[] sealed,
        Digest root,
        Optional<JournalEntry> before) {
      this.index = index;
      this.order = order;
      this.type = type;
      this.sealed = sealed;
      this.root = root;
      this.before = before;
      this.putSequence = order.order().sequence();
    }

    Locator locator() {
      return order.order().locator();
    }

    boolean isRefused() {
      return missingBytes > 0;
    }
  }

  List<PutOutcome> run() throws IOException {
    availableBytes = core.availableBytes();
    for (int i = 0; i < outcomes.length; i++) {
      admit(i);
    }
    core.rules.steps().reached(StoreStep.ORDER_CHECKED);
    writeFiles();
    core.rules.steps().reached(StoreStep.TEMP_WRITTEN);
    syncFiles();
    core.rules.steps().reached(StoreStep.TEMP_SYNCED);
    Set<Path> directories = renameFiles();
    core.rules.steps().reached(StoreStep.RENAMED);
    for (Path directory : directories) {
      core.files().forceDirectory(directory);
    }
    core.rules.steps().reached(StoreStep.DIRECTORY_SYNCED);
    writeJournal();
    core.rules.steps().reached(StoreStep.JOURNAL_SYNCED);
    deleteOldCopies();
    core.rules.steps().reached(StoreStep.RECEIPT_SIGNED);
    return List.of(outcomes);
  }

  private void admit(int index) throws IOException {
    PutRequest request = requests.get(index);
    Optional<Locator> what = Optional.empty();
    try {
      OrderGate.Checked order = gate.check(request.order());
      what = Optional.of(order.order().locator());
      SealedHeader header = OrderGate.checkObject(order.order(), request.sealed());
      outcomes[index] = decide(index, order, header, request.sealed());
    } catch (RejectedOrderException e) {
      outcomes[index] = new Rejected(what, e.rejection(), e.getMessage());
    }
  }

  /** The outcome when it is known without a new receipt; null when the put became a candidate. */
  private @Nullable PutOutcome decide(
      int index, OrderGate.Checked order, SealedHeader header, byte[] sealed)
      throws IOException, RejectedOrderException {
    Locator locator = header.locator();
    Digest root = tree.root(sealed);
    Candidate earlier = byLocator.get(locator);
    if (earlier != null) {
      requireSame(locator, earlier.root, root);
      earlier.repeats.add(index);
      earlier.putSequence = Math.max(earlier.putSequence, order.order().sequence());
      return null;
    }
    Optional<JournalEntry> before = core.journal.find(locator);
    if (before.isPresent()) {
      JournalEntry entry = before.get();
      if (entry.state() == State.STORED) {
        requireSame(locator, entry.root(), root);
        return repeated(entry, order.order());
      }
      long deleted = entry.deletion().map(Deletion::sequence).orElse(0L);
      if (order.order().sequence() < deleted) {
        return new Superseded(locator, entry.receipt());
      }
    }
    Candidate candidate = new Candidate(index, order, header.type(), sealed, root, before);
    if (sealed.length > availableBytes) {
      candidate.missingBytes = sealed.length - availableBytes;
    } else {
      availableBytes -= sealed.length;
    }
    candidates.add(candidate);
    byLocator.put(locator, candidate);
    return null;
  }

  /** The receipt stays as it was; only that a newer order wants the object is new. */
  private PutOutcome repeated(JournalEntry entry, Order order) {
    if (order.sequence() > entry.putSequence()) {
      change.write(entry.withPutSequence(order.sequence()));
    }
    return new Stored(entry.locator(), entry.receipt().orElseThrow(), false);
  }

  private static void requireSame(Locator locator, Digest known, Digest root)
      throws RejectedOrderException {
    if (!known.equals(root)) {
      throw new RejectedOrderException(
          Rejection.CONFLICT,
          "another content is stored as %s: tree root %s, this one has %s; the stored one stays"
              .formatted(locator, known, root));
    }
  }

  private void writeFiles() throws IOException {
    for (Candidate candidate : candidates) {
      if (candidate.isRefused()) {
        continue;
      }
      Path path = core.layout().temporary().resolve(candidate.locator() + "." + candidate.index);
      candidate.temporary = path;
      try {
        candidate.file = core.files().create(path);
        candidate.file.write(candidate.sealed);
      } catch (IOException e) {
        if (!isNoSpace(e)) {
          throw e;
        }
        // Others fill this disk too; what was announced as free may be gone.
        candidate.missingBytes = candidate.sealed.length;
        closeFile(candidate);
        core.files().delete(path);
      }
    }
  }

  private void syncFiles() throws IOException {
    for (Candidate candidate : candidates) {
      if (candidate.file != null) {
        candidate.file.force();
        closeFile(candidate);
      }
    }
  }

  private static void closeFile(Candidate candidate) throws IOException {
    StoreFiles.NewFile file = candidate.file;
    candidate.file = null;
    if (file != null) {
      file.close();
    }
  }

  /** Ends what an interrupted batch has open; its temporary files go at the next start. */
  void abandon(Throwable cause) {
    for (Candidate candidate : candidates) {
      try {
        closeFile(candidate);
      } catch (IOException e) {
        cause.addSuppressed(e);
      }
    }
  }

  private Set<Path> renameFiles() throws IOException {
    Set<Path> directories = new LinkedHashSet<>();
    for (Candidate candidate : candidates) {
      Path temporary = candidate.temporary;
      if (candidate.isRefused() || temporary == null) {
        continue;
      }
      Path target = core.layout().object(candidate.type, candidate.locator());
      Path parent = target.getParent();
      if (directories.add(parent) && core.files().makeDirectory(parent)) {
        directories.add(parent.getParent());
      }
      core.files().rename(temporary, target);
    }
    return directories;
  }

  private void writeJournal() throws IOException {
    ReceiptChain chain = core.chain();
    for (Candidate candidate : candidates) {
      Order order = candidate.order.order();
      ReceiptChain.Subject subject =
          new ReceiptChain.Subject(
              candidate.order.digest(),
              order.locator(),
              candidate.type.id(),
              candidate.isRefused() ? Digest.ZERO : candidate.root,
              candidate.sealed.length);
      PutOutcome outcome;
      if (candidate.isRefused()) {
        Signed receipt = chain.noSpace(subject, candidate.missingBytes);
        outcome = new NoSpace(order.locator(), receipt, candidate.missingBytes);
      } else {
        Signed receipt = chain.stored(subject);
        change.write(
            new JournalEntry(
                order.locator(),
                State.STORED,
                candidate.type.id(),
                candidate.sealed.length,
                candidate.root,
                candidate.putSequence,
                Optional.empty(),
                Optional.of(receipt)));
        outcome = new Stored(order.locator(), receipt, true);
      }
      outcomes[candidate.index] = outcome;
      for (int repeat : candidate.repeats) {
        outcomes[repeat] = repeatOf(outcome);
      }
    }
    if (!candidates.isEmpty()) {
      change.chain(chain.point());
    }
    core.commit(change);
  }

  private static PutOutcome repeatOf(PutOutcome first) {
    return first instanceof Stored stored
        ? new Stored(stored.locator(), stored.receipt(), false)
        : first;
  }

  /** A copy in trash or quarantine that the new one has taken the place of. */
  private void deleteOldCopies() throws IOException {
    StoreLayout layout = core.layout();
    for (Candidate candidate : candidates) {
      if (!candidate.isRefused() && candidate.before.isPresent()) {
        boolean trashed = candidate.before.get().state() == State.TRASHED;
        Locator locator = candidate.locator();
        core.files().delete(trashed ? layout.trashed(locator) : layout.quarantined(locator));
      }
    }
  }

  private static boolean isNoSpace(IOException e) {
    String message = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
    return message.contains("no space left") || message.contains("quota exceeded");
  }
}
