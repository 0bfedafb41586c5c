package dev.kakera.producer.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.core.id.ChunkId;
import dev.kakera.core.id.Locator;
import dev.kakera.core.order.Receipt;
import dev.kakera.core.order.Receipt.Kind;
import dev.kakera.core.placement.PeerRef;
import dev.kakera.core.placement.Placement;
import dev.kakera.core.seal.ObjectType;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.wire.MalformedException;
import dev.kakera.schemas.record.StripeRecord;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerWritingTest {
  @TempDir Path folder;
  private LedgerHome home;

  @BeforeEach
  void open() {
    home = new LedgerHome(folder.resolve("catalog"), 6);
  }

  @AfterEach
  void close() {
    home.close();
  }

  /** A stripe or a receipt, whichever order they come in. */
  private sealed interface Delivery {
    record OfStripe(StripeRecord stripe) implements Delivery {}

    record OfReceipt(Receipt receipt) implements Delivery {}
  }

  @Test
  @DisplayName("I-10: any order and repetition of stripes and receipts gives the same catalog")
  void isTheSameForAnyOrderAndRepetition() {
    List<Delivery> once = new ArrayList<>();
    List<ChunkId> pinned = new ArrayList<>();
    for (int number = 0; number < 5; number++) {
      ChunkId chunk = home.chunk("content " + number);
      pinned.add(chunk);
      ChunkRef ref = home.ref(chunk, 0);
      once.add(new Delivery.OfStripe(home.stripe(ref)));
      for (int index = 0; index < 6 - number % 3; index++) {
        once.add(new Delivery.OfReceipt(home.receipt(Kind.STORED, ref, index)));
      }
      if (number == 2) {
        once.add(new Delivery.OfReceipt(home.receipt(Kind.DELETED, ref, 1)));
      }
    }
    Set<String> expected = deliver(once, pinned, folder.resolve("once"));

    long seed = 20_260_731;
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < 12; round++) {
      List<Delivery> shuffled = new ArrayList<>(once);
      for (int extra = random.nextInt(once.size()); extra > 0; extra--) {
        shuffled.add(once.get(random.nextInt(once.size())));
      }
      Collections.shuffle(shuffled, new Random(random.nextLong()));
      assertThat(deliver(shuffled, pinned, folder.resolve("round" + round)))
          .as("seed %d, round %d", seed, round)
          .isEqualTo(expected);
    }
  }

  private static Set<String> deliver(List<Delivery> deliveries, List<ChunkId> pinned, Path folder) {
    try (LedgerHome fresh = new LedgerHome(folder, 6)) {
      List<Receipt> early =
          fresh
              .catalog()
              .write(
                  connection -> {
                    for (ChunkId chunk : pinned) {
                      Chunks.pin(connection, chunk, 1000, 1);
                    }
                    return deliver(connection, deliveries, fresh);
                  });
      assertThat(early).isEmpty();
      return fresh.state();
    }
  }

  /** As the ledger does: a receipt that no stripe names yet waits for the stripes. */
  private static List<Receipt> deliver(
      Connection connection, List<Delivery> deliveries, LedgerHome fresh) throws SQLException {
    List<Receipt> waiting = new ArrayList<>();
    for (Delivery delivery : deliveries) {
      List<Receipt> now = new ArrayList<>();
      switch (delivery) {
        case Delivery.OfStripe(StripeRecord stripe) -> {
          fresh.writing().announce(connection, stripe);
          now.addAll(waiting);
          waiting.clear();
        }
        case Delivery.OfReceipt(Receipt receipt) -> now.add(receipt);
      }
      for (Receipt receipt : now) {
        Peers.Peer peer = LedgerWriting.peersByName(connection).get(fresh.nameOf(receipt));
        if (fresh.writing().receive(connection, peer, receipt).isEmpty()) {
          waiting.add(receipt);
        }
      }
    }
    return waiting;
  }

  @Test
  @DisplayName("I-11: a shard that is receipted twice is counted once")
  void countsAShardOnce() {
    ChunkRef ref = home.ref(home.pin("a", 1), 0);
    home.announce(home.stripe(ref));
    Receipt first = home.receipt(Kind.STORED, ref, 0);

    home.receive(first);
    home.receive(first);
    home.receive(home.receipt(Kind.STORED, ref, 0));

    assertThat(home.find(ref.chunk()).missing()).isEqualTo(5);
  }

  @Test
  @DisplayName(
      "I-11: a stripe that is replaced before a list names it leaves its shards to cleanup")
  void namesTheShardsOfAReplacedStripeForCleanup() {
    ChunkRef old = home.ref(home.pin("a", 1), 0);
    home.store(old, 3);
    ChunkRef fresh = home.ref(old.chunk(), 1);

    assertThat(home.announce(home.stripe(fresh)))
        .containsExactly(new LedgerEvent.Announced(old.chunk(), -1));

    assertThat(home.find(old.chunk()).ref()).contains(fresh);
    assertThat(home.find(old.chunk()).missing()).isEqualTo(6);
    assertThat(cleanups()).containsExactlyInAnyOrderElementsOf(locators(old));
    assertThat(home.receive(home.receipt(Kind.STORED, old, 4)))
        .as("a late receipt for the old stripe is nobody's")
        .isEmpty();
  }

  @Test
  @DisplayName("I-05: a stripe that a list names is not replaced, though it is not whole yet")
  void keepsAStripeThatIsReferenced() {
    ChunkRef named = home.ref(home.pin("a", 1), 0);
    home.store(named, 5);
    home.catalog()
        .write(
            connection -> {
              Chunks.reference(connection, List.of(named), 1);
              return true;
            });
    ChunkRef other = home.ref(named.chunk(), 1);

    home.announce(home.stripe(other));

    assertThat(home.find(named.chunk()).ref()).contains(named);
    assertThat(cleanups()).containsExactlyInAnyOrderElementsOf(locators(other));
  }

  @Test
  @DisplayName("I-05: a list cannot name a stripe that was replaced since it was looked up")
  void refusesToReferenceAReplacedStripe() {
    ChunkRef old = home.ref(home.pin("a", 1), 0);
    home.announce(home.stripe(old));
    home.announce(home.stripe(home.ref(old.chunk(), 1)));

    assertThatThrownBy(
            () ->
                home.catalog()
                    .write(
                        connection -> {
                          Chunks.reference(connection, List.of(old), 1);
                          return true;
                        }))
        .isInstanceOf(CatalogException.class)
        .hasMessageContaining(old.chunk().toString());
  }

  @Test
  void keepsAWholeStripeAndCleansUpAnother() {
    ChunkRef whole = home.ref(home.pin("a", 1), 0);
    home.store(whole, 6);
    ChunkRef other = home.ref(whole.chunk(), 1);

    home.announce(home.stripe(other));

    assertThat(home.find(whole.chunk()).complete()).isTrue();
    assertThat(cleanups()).containsExactlyInAnyOrderElementsOf(locators(other));
  }

  @Test
  @DisplayName("I-21: the shards of a stripe that no chunk asked for are named for cleanup")
  void cleansUpAStripeOfAnUnknownChunk() {
    ChunkRef ref = home.ref(home.chunk("nobody's"), 0);

    assertThat(home.announce(home.stripe(ref))).isEmpty();

    assertThat(cleanups()).containsExactlyInAnyOrderElementsOf(locators(ref));
  }

  @Test
  void wantsAShardAgainThatWasNamedForCleanup() {
    ChunkRef ref = home.ref(home.chunk("a"), 0);
    home.announce(home.stripe(ref));
    assertThat(cleanups()).hasSize(6);

    home.pin("a", 2);
    home.announce(home.stripe(ref));

    assertThat(cleanups()).isEmpty();
  }

  @Test
  void takesBackAReceiptWhenThePeerDeletes() {
    ChunkRef ref = home.ref(home.pin("a", 1), 0);
    home.store(ref, 6);
    assertThat(home.find(ref.chunk()).losses()).isEqualTo(2);

    home.receive(home.receipt(Kind.DELETED, ref, 3));

    assertThat(home.find(ref.chunk()).missing()).isEqualTo(1);
    assertThat(home.find(ref.chunk()).losses()).isEqualTo(1);
  }

  @Test
  void closesACleanupWhenThePeerDeletes() {
    ChunkRef ref = home.ref(home.chunk("nobody's"), 0);
    home.announce(home.stripe(ref));

    home.receive(home.receipt(Kind.DELETED, ref, 0));

    assertThat(cleanups()).hasSize(5).doesNotContain(home.locator(ref, 0));
  }

  @Test
  void refusesAReceiptThatAnotherSigned() {
    ChunkRef ref = home.ref(home.pin("a", 1), 0);
    home.announce(home.stripe(ref));
    Receipt receipt = home.receipt(Kind.STORED, ref, 0);
    String other = home.nameOf(receipt).equals("peer-1") ? "peer-2" : "peer-1";

    assertThatThrownBy(() -> home.receive(home.nameOf(receipt), home.signed(receipt, other)))
        .isInstanceOf(MalformedException.class)
        .hasMessageContaining(home.nameOf(receipt));
    assertThatThrownBy(() -> home.receive(other, home.signed(receipt, other)))
        .as("signed by the topic's peer, but about another")
        .isInstanceOf(MalformedException.class);
    assertThat(home.find(ref.chunk()).missing()).isEqualTo(6);
  }

  @Test
  void refusesAReceiptOfAnotherRepository() {
    ChunkRef ref = home.ref(home.pin("a", 1), 0);
    home.announce(home.stripe(ref));
    Receipt mine = home.receipt(Kind.STORED, ref, 0);
    Receipt foreign =
        new Receipt(
            mine.kind(),
            mine.objectType(),
            LedgerHome.keys(9).repo(),
            mine.peer(),
            mine.store(),
            mine.storeSequence(),
            mine.previous(),
            mine.order(),
            mine.locator(),
            mine.root(),
            mine.size(),
            0,
            0);

    assertThatThrownBy(() -> home.receive(foreign)).isInstanceOf(MalformedException.class);
  }

  @Test
  void refusesAReceiptFromAPeerThatTheShardWasNotPlacedAt() {
    ChunkRef ref = home.ref(home.pin("a", 1), 0);
    home.announce(home.stripe(ref));
    PeerRef other = home.places(ref).get(1);
    Receipt misplaced =
        home.receipt(Kind.STORED, ObjectType.SHARD, other, home.locator(ref, 0), ref.sealedSize());

    assertThatThrownBy(() -> home.receive(misplaced))
        .isInstanceOf(MalformedException.class)
        .hasMessageContaining(other.name());
  }

  @Test
  void refusesAReceiptOfAnotherSize() {
    ChunkRef ref = home.ref(home.pin("a", 1), 0);
    home.announce(home.stripe(ref));
    Receipt cut =
        home.receipt(
            Kind.STORED,
            ObjectType.SHARD,
            home.places(ref).getFirst(),
            home.locator(ref, 0),
            ref.sealedSize() - 1);

    assertThatThrownBy(() -> home.receive(cut)).isInstanceOf(MalformedException.class);
  }

  @Test
  @DisplayName("I-11: a stripe that names an index twice, or one too few, is refused")
  void refusesAStripeThatIsNotWhole() {
    ChunkRef ref = home.ref(home.pin("a", 1), 0);
    StripeRecord twice = home.stripe(ref);
    twice.getShards().get(3).setIndex(2);
    StripeRecord few = home.stripe(ref, home.places(ref).subList(0, 5));

    assertThatThrownBy(() -> home.announce(twice)).isInstanceOf(MalformedException.class);
    assertThatThrownBy(() -> home.announce(few)).isInstanceOf(MalformedException.class);
    assertThat(home.find(ref.chunk()).ref()).isEmpty();
  }

  @Test
  void namesTheChunkOfAShardThatAPeerHasNoRoomFor() {
    ChunkRef ref = home.ref(home.pin("a", 1), 0);
    home.announce(home.stripe(ref));
    Receipt refused = home.receipt(Kind.REFUSED_NO_SPACE, ref, 2);

    assertThat(home.receive(refused))
        .contains(
            new LedgerEvent.Refused(
                refused.locator(), java.util.Optional.of(ref.chunk()), home.nameOf(refused), 4096));
  }

  @Test
  @DisplayName("I-03: a head's receipts are known after a restart, and an unknown head is kept")
  void knowsHeadsOfEarlierRunsAndNeverDeletesAnUnknownOne() {
    var head = TestHeads.sealed(home, 1, dev.kakera.core.id.Digest.ZERO);
    home.catalog()
        .write(
            connection -> {
              Snapshots.add(connection, TestHeads.snapshot(head, 1, true));
              return true;
            });
    Receipt known =
        home.receipt(Kind.STORED, ObjectType.HEAD, home.peers().get(3), head.locator(), 100);
    Receipt unknown =
        home.receipt(
            Kind.STORED, ObjectType.HEAD, home.peers().get(3), home.headSealer().locator(99), 100);
    LedgerWriting restarted = new LedgerWriting(home.keys().repo(), () -> java.time.Instant.EPOCH);
    restarted.expectHeads(home.catalog());

    home.catalog()
        .write(
            connection -> {
              Peers.Peer peer = LedgerWriting.peersByName(connection).get("peer-4");
              assertThat(restarted.receive(connection, peer, known))
                  .contains(new LedgerEvent.HeadReceipted(1, "peer-4"));
              assertThat(restarted.receive(connection, peer, unknown)).isEmpty();
              restarted.stray(connection, peer, unknown);
              return true;
            });

    assertThat(home.catalog().<List<String>>read(c -> Snapshots.headHolders(c, 1)))
        .containsExactly("peer-4");
    assertThat(cleanups()).isEmpty();
  }

  @Test
  @DisplayName("I-21: a stored shard that nothing names is named for cleanup, once")
  void namesAStrayForCleanup() {
    ChunkRef ref = home.ref(home.chunk("nobody's"), 0);
    Receipt receipt = home.receipt(Kind.STORED, ref, 0);
    assertThat(home.receive(receipt)).isEmpty();

    for (int times = 0; times < 2; times++) {
      home.catalog()
          .write(
              connection -> {
                home.writing()
                    .stray(
                        connection,
                        LedgerWriting.peersByName(connection).get(home.nameOf(receipt)),
                        receipt);
                return true;
              });
    }

    assertThat(cleanups()).containsExactly(home.locator(ref, 0));
  }

  @Test
  @DisplayName("I-02: missing and f agree with counting by hand, for any set of receipts and peers")
  void recountsAsByHand() {
    long seed = 20_260_801;
    SplittableRandom random = new SplittableRandom(seed);
    for (int peerCount = 2; peerCount <= 6; peerCount++) {
      try (LedgerHome few = new LedgerHome(folder.resolve("peers" + peerCount), peerCount)) {
        for (int round = 0; round < 8; round++) {
          ChunkRef ref = few.ref(few.pin("round " + round, 1), 0);
          few.announce(few.stripe(ref));
          List<String> holders = new ArrayList<>();
          for (int index = 0; index < 6; index++) {
            if (random.nextInt(4) > 0) {
              few.receive(few.receipt(Kind.STORED, ref, index));
              holders.add(few.places(ref).get(index).name());
            }
          }
          Chunks.Chunk counted = few.find(ref.chunk());
          assertThat(counted.missing()).as("seed %d", seed).isEqualTo(6 - holders.size());
          assertThat(counted.losses())
              .as("seed %d: %s", seed, holders)
              .isEqualTo(lossesByTrying(holders, few.peers()))
              .isEqualTo(Placement.survivableLosses(holders, 4));
        }
      }
    }
  }

  /** The most peers of which any may go: tries every set of them. */
  private static int lossesByTrying(List<String> holders, List<PeerRef> peers) {
    int losses = holders.size() >= 4 ? peers.size() : -1;
    for (int gone = 0; gone < 1 << peers.size() && losses >= 0; gone++) {
      int set = gone;
      long left =
          holders.stream()
              .filter(holder -> (set >> (Integer.parseInt(holder.substring(5)) - 1) & 1) == 0)
              .count();
      if (left < 4) {
        losses = Math.min(losses, Integer.bitCount(gone) - 1);
      }
    }
    return losses;
  }

  private List<Locator> cleanups() {
    return home.catalog().read(Cleanups::all).stream().map(Cleanups.Cleanup::locator).toList();
  }

  private List<Locator> locators(ChunkRef ref) {
    List<Locator> locators = new ArrayList<>();
    for (int index = 0; index < ref.geometry().n(); index++) {
      locators.add(home.locator(ref, index));
    }
    return locators;
  }
}
