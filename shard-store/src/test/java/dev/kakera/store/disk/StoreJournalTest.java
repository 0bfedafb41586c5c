package dev.kakera.store.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.id.PeerId;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.id.StoreId;
import dev.kakera.core.order.Receipt;
import dev.kakera.core.order.Signed;
import dev.kakera.core.wire.Bytes;
import dev.kakera.store.disk.JournalEntry.Deletion;
import dev.kakera.store.disk.JournalEntry.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreJournalTest {
  private static final StoreId STORE = new StoreId(1, 2);

  @TempDir Path temp;
  private StoreLayout layout;
  private StoreJournal journal;

  @BeforeEach
  void create() throws IOException {
    // A name that a database address must not take apart.
    layout = new StoreLayout(Files.createDirectory(temp.resolve("a b?c=1&d%20#e ü")));
    Files.createDirectory(layout.temporary());
    StoreJournal.create(layout, new DiskFiles(), STORE, false);
    journal = StoreJournal.open(layout.journal(), STORE, new DiskFiles());
  }

  @AfterEach
  void close() throws IOException {
    journal.close();
  }

  @Test
  void keepsWhatWasCommitted() throws IOException {
    JournalEntry stored = entry(0x11, State.STORED, 1);
    JournalEntry trashed = entry(0x22, State.TRASHED, 2);
    JournalEntry stray =
        new JournalEntry(
            locator(0x33),
            State.TRASHED,
            0,
            7,
            Digest.ZERO,
            0,
            Optional.of(new Deletion(3, 0, 0)),
            Optional.empty());
    ChainPoint point = pointOf(trashed);
    DayCount days = new DayCount(4, 5);
    journal.commit(
        new JournalChange().write(stored).write(trashed).write(stray).chain(point).days(days));

    reopen();

    assertThat(journal.find(stored.locator())).contains(stored);
    assertThat(journal.find(trashed.locator())).contains(trashed);
    assertThat(journal.find(stray.locator())).contains(stray);
    assertThat(journal.find(locator(0x44))).isEmpty();
    assertThat(journal.chain()).isEqualTo(point);
    assertThat(journal.days()).isEqualTo(days);
    assertThat(journal.usage()).isEqualTo(new Usage(1, stored.size(), 2, trashed.size() + 7, 0, 0));
  }

  @Test
  void keepsItsSumsByDifferences() throws IOException {
    JournalEntry first = entry(0x11, State.STORED, 1);
    JournalEntry second = entry(0x22, State.STORED, 2);
    journal.commit(new JournalChange().write(first).write(second).chain(pointOf(second)));
    journal.commit(
        new JournalChange()
            .write(first.quarantined())
            .write(second.trashed(new Deletion(0, 0, 1), Optional.empty())));
    Usage kept = journal.usage();
    reopen();
    assertThat(journal.usage())
        .isEqualTo(kept)
        .isEqualTo(new Usage(0, 0, 1, second.size(), 1, first.size()));

    journal.commit(new JournalChange().remove(first.locator()).remove(second.locator()));
    assertThat(journal.usage()).isEqualTo(new Usage(0, 0, 0, 0, 0, 0));
  }

  @Test
  void pagesByRisingLocator() throws IOException {
    JournalChange change = new JournalChange();
    for (int i = 9; i > 0; i--) {
      change.write(entry(i * 0x1c, State.STORED, i));
    }
    change.write(entry(0x01, State.TRASHED, 10));
    journal.commit(change);

    assertThat(journal.stored(null, 4))
        .extracting(JournalEntry::locator)
        .containsExactly(locator(0x1c), locator(0x38), locator(0x54), locator(0x70));
    assertThat(journal.stored(locator(0x70), 100)).hasSize(5);
    assertThat(journal.stored(locator(0xfc), 100)).isEmpty();
    assertThat(journal.withPrefix(0xfc)).hasSize(1);
    assertThat(journal.withPrefix(0x01)).hasSize(1);
    assertThat(journal.withPrefix(0x02)).isEmpty();
  }

  @Test
  void refusesADamagedFileByName() throws IOException {
    JournalChange change = new JournalChange();
    for (int i = 1; i < 200; i++) {
      change.write(entry(i, State.STORED, i));
    }
    journal.commit(change);
    journal.close();
    byte[] bytes = Files.readAllBytes(layout.journal());
    for (int at = 8_192; at < 20_000; at++) {
      bytes[at] ^= 0x55;
    }
    Files.write(layout.journal(), bytes);

    assertThatThrownBy(() -> StoreJournal.open(layout.journal(), STORE, new DiskFiles()))
        .isInstanceOf(DamagedJournalException.class)
        .hasMessageContaining(layout.journal().toString())
        .hasMessageContaining("move the file aside");

    Files.write(layout.journal(), new byte[1_000], StandardOpenOption.TRUNCATE_EXISTING);
    assertThatThrownBy(() -> StoreJournal.open(layout.journal(), STORE, new DiskFiles()))
        .isInstanceOf(DamagedJournalException.class);
    Files.write(layout.journal(), new byte[0], StandardOpenOption.TRUNCATE_EXISTING);
    assertThatThrownBy(() -> StoreJournal.open(layout.journal(), STORE, new DiskFiles()))
        .isInstanceOf(IOException.class);
  }

  @Test
  void refusesAnotherStoresJournal() throws IOException {
    journal.close();
    assertThatThrownBy(
            () -> StoreJournal.open(layout.journal(), new StoreId(3, 4), new DiskFiles()))
        .isInstanceOf(DamagedJournalException.class)
        .hasMessageContaining(STORE.toString());
  }

  @Test
  void refusesAChainThatDoesNotEndInItsLatestReceipt() throws IOException {
    JournalEntry entry = entry(0x11, State.STORED, 1);
    journal.commit(
        new JournalChange().write(entry).chain(new ChainPoint(1, new Digest(1, 2, 3, 4))));
    journal.close();
    assertThatThrownBy(() -> StoreJournal.open(layout.journal(), STORE, new DiskFiles()))
        .isInstanceOf(DamagedJournalException.class)
        .hasMessageContaining("receipt 1");
  }

  @Test
  void neverMakesAJournalByOpeningOne() {
    Path missing = temp.resolve("no.db");
    assertThatThrownBy(() -> StoreJournal.open(missing, STORE, new DiskFiles()))
        .isInstanceOf(StoreUnusableException.class);
    assertThat(missing).doesNotExist();
  }

  @Test
  void aFailedCommitChangesNothing() throws IOException {
    JournalEntry first = entry(0x11, State.STORED, 1);
    JournalEntry second = entry(0x22, State.STORED, 1); // a sequence is given once
    ChainPoint before = journal.chain();
    journal.commit(new JournalChange().write(entry(0x33, State.STORED, 5)));

    assertThatThrownBy(
            () ->
                journal.commit(
                    new JournalChange()
                        .write(entry(0x44, State.STORED, 6))
                        .write(new JournalEntryBroken().of(first))
                        .chain(pointOf(second))))
        .isInstanceOf(RuntimeException.class);

    assertThat(journal.chain()).isEqualTo(before);
    reopen();
    assertThat(journal.find(locator(0x44))).isEmpty();
    assertThat(journal.find(locator(0x33))).isPresent();
  }

  /** An entry whose receipt is none, so that writing it fails half way. */
  private static final class JournalEntryBroken {
    JournalEntry of(JournalEntry entry) {
      return entry.trashed(
          new Deletion(0, 0, 0), Optional.of(new Signed(Bytes.utf8("x"), Bytes.utf8("y"))));
    }
  }

  private void reopen() throws IOException {
    journal.close();
    journal = StoreJournal.open(layout.journal(), STORE, new DiskFiles());
  }

  private static Locator locator(int first) {
    return new Locator(new Digest((long) first << 56, 1, 2, 3));
  }

  private static JournalEntry entry(int first, State state, long sequence) {
    byte[] body =
        new Receipt(
                Receipt.Kind.STORED,
                1,
                new RepoId(5, 6),
                new PeerId(7, 8),
                STORE,
                sequence,
                Digest.ZERO,
                Digest.ZERO,
                locator(first),
                Digest.ZERO,
                100 + first,
                0,
                0)
            .encode();
    return new JournalEntry(
        locator(first),
        state,
        1,
        100 + first,
        new Digest(9, 9, 9, first),
        sequence,
        state == State.TRASHED ? Optional.of(new Deletion(1, 2, 3)) : Optional.empty(),
        Optional.of(new Signed(Bytes.takeOwnershipOf(body), Bytes.takeOwnershipOf(new byte[64]))));
  }

  private static ChainPoint pointOf(JournalEntry entry) {
    byte[] body = entry.receipt().orElseThrow().body().toBytes();
    return new ChainPoint(Receipt.decode(body).storeSequence(), StoreJournal.digestOf(body));
  }
}
