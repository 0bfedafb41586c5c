package dev.kakera.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.id.ChunkId;
import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.id.PeerId;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.id.StoreId;
import dev.kakera.core.id.StripeId;
import dev.kakera.core.order.Receipt;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.stripe.Codec;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LedgerDecisionsTest {
  private static final Geometry GEOMETRY = new Geometry(4, 2);
  private static final StoreId STORE = new StoreId(1, 1);

  private static ChunkRef stripe(int number) {
    byte[] chunk = new byte[32];
    byte[] stripe = new byte[32];
    stripe[0] = (byte) number;
    return new ChunkRef(
        ChunkId.copyOf(chunk), StripeId.copyOf(stripe), 1, GEOMETRY, Codec.NONE, 10, 10);
  }

  private static Receipt receipt(Receipt.Kind kind, StoreId store, long sequence, int size) {
    return new Receipt(
        kind,
        1,
        new RepoId(1, 1),
        new PeerId(1, 1),
        store,
        sequence,
        Digest.ZERO,
        Digest.ZERO,
        Locator.copyOf(new byte[32]),
        Digest.ZERO,
        size,
        0,
        0);
  }

  @Test
  @DisplayName(
      "I-11: another stripe takes a chunk only while nothing is complete and nothing names it")
  void replacesAStripeOnlyWhileNobodyRestsOnIt() {
    for (boolean complete : new boolean[] {false, true}) {
      for (boolean named : new boolean[] {false, true}) {
        Optional<StripeFate.Known> known =
            Optional.of(new StripeFate.Known(Optional.of(stripe(1)), complete, named));
        assertThat(StripeFate.of(known, stripe(1))).isEqualTo(StripeFate.ADOPTED);
        assertThat(StripeFate.of(known, stripe(2)))
            .isEqualTo(complete || named ? StripeFate.STRAY : StripeFate.REPLACES);
      }
    }
    assertThat(StripeFate.of(Optional.empty(), stripe(1))).isEqualTo(StripeFate.STRAY);
    StripeFate.Known pinned = new StripeFate.Known(Optional.empty(), false, true);
    assertThat(StripeFate.of(Optional.of(pinned), stripe(1))).isEqualTo(StripeFate.ADOPTED);
  }

  @Test
  @DisplayName("I-10: an older word of the same store changes nothing; another store is believed")
  void goesByTheNewestWordOfAStore() {
    ReceiptFate.Placed told5 = new ReceiptFate.Placed(true, Optional.of(STORE), 5, 100);
    assertThat(ReceiptFate.of(told5, receipt(Receipt.Kind.STORED, STORE, 4, 100)))
        .isEqualTo(ReceiptFate.OLDER);
    assertThat(ReceiptFate.of(told5, receipt(Receipt.Kind.STORED, STORE, 5, 100)))
        .isEqualTo(ReceiptFate.COUNTS);
    assertThat(ReceiptFate.of(told5, receipt(Receipt.Kind.DELETED, new StoreId(2, 2), 1, 0)))
        .isEqualTo(ReceiptFate.COUNTS);
  }

  @Test
  void refusesAShardElsewhereOrOfAnotherSize() {
    ReceiptFate.Placed elsewhere = new ReceiptFate.Placed(false, Optional.empty(), 0, 100);
    ReceiptFate.Placed here = new ReceiptFate.Placed(true, Optional.empty(), 0, 100);
    assertThat(ReceiptFate.of(elsewhere, receipt(Receipt.Kind.STORED, STORE, 1, 100)))
        .isEqualTo(ReceiptFate.MISPLACED);
    assertThat(ReceiptFate.of(here, receipt(Receipt.Kind.STORED, STORE, 1, 99)))
        .isEqualTo(ReceiptFate.MISPLACED);
    assertThat(ReceiptFate.of(here, receipt(Receipt.Kind.DELETED, STORE, 1, 0)))
        .isEqualTo(ReceiptFate.COUNTS);
  }

  @Test
  @DisplayName("I-01: durable at k+1 distinct peers, not at k and not at k+1 shards of k peers")
  void isDurableWithOneMorePeerThanItTakes() {
    assertThat(Durability.of(List.of("a", "b", "c"), GEOMETRY)).isEqualTo(new Durability(3, -1));
    assertThat(Durability.isEnough(Durability.of(List.of("a", "b", "c", "d"), GEOMETRY).losses()))
        .isFalse();
    assertThat(
            Durability.isEnough(Durability.of(List.of("a", "b", "c", "d", "d"), GEOMETRY).losses()))
        .isFalse();
    assertThat(
            Durability.isEnough(Durability.of(List.of("a", "b", "c", "d", "e"), GEOMETRY).losses()))
        .isTrue();
  }

  @Test
  @DisplayName("I-03: n-k+1 peers hold the head, and as many the key bundle")
  void commitsWithAQuorumOfBoth() {
    HeadQuorum quorum = HeadQuorum.of(6, GEOMETRY);
    assertThat(quorum.needed()).isEqualTo(3);
    assertThat(quorum.isReached(Set.of("a", "b", "c"), Set.of("a", "b", "c"))).isTrue();
    assertThat(quorum.isReached(Set.of("a", "b", "c", "d"), Set.of("a", "b"))).isFalse();
    assertThat(quorum.isReached(Set.of("a", "b"), Set.of("a", "b", "c"))).isFalse();
    assertThat(HeadQuorum.silent(List.of("c", "b", "a"), Set.of("a", "b"), Set.of("a")))
        .containsExactly("b", "c");
  }
}
