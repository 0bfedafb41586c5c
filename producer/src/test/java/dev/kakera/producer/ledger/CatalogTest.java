package dev.kakera.producer.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.core.id.ChunkId;
import dev.kakera.core.id.Digest;
import dev.kakera.core.id.SourceId;
import dev.kakera.core.order.Receipt.Kind;
import dev.kakera.core.stripe.ChunkRef;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Chunks, snapshots, sessions and sums, as a backup moves them. */
class CatalogTest {
  private static final SourceId ONE = new SourceId(1, 1);
  private static final SourceId TWO = new SourceId(2, 2);

  @TempDir Path folder;
  private LedgerHome home;
  private Catalog catalog;

  @BeforeEach
  void open() {
    home = new LedgerHome(folder.resolve("catalog"), 6);
    catalog = home.catalog();
  }

  @AfterEach
  void close() {
    home.close();
  }

  @Test
  void givesEachSessionAHigherNumberAlsoAfterAReopening() {
    long first = catalog.nextSession();
    long second = catalog.nextSession(ONE, 0);
    catalog.skipSessions(100);
    catalog.skipSessions(50);

    assertThat(second).isGreaterThan(first);
    assertThat(catalog.nextSession()).isEqualTo(101);
  }

  @Test
  void keepsTheFirstNameOfASource() {
    Digest path = new Digest(1, 2, 3, 4);

    assertThat(catalog.source(path)).isEmpty();
    assertThat(catalog.source(path, ONE)).isEqualTo(ONE);
    assertThat(catalog.source(path, TWO)).isEqualTo(ONE);
    assertThat(catalog.source(path)).contains(ONE);
  }

  @Test
  @DisplayName("I-01: a chunk that no loss would leave whole keeps its snapshot from the commit")
  void countsFragileChunksOfASession() {
    ChunkRef ref = home.ref(home.pin("a", 1), 0);
    home.store(ref, 4);
    reference(ref, 1);
    assertThat(fragile(1)).isEqualTo(1);
    assertThat(fragile(2)).isZero();

    home.receive(home.receipt(Kind.STORED, ref, 4));

    assertThat(fragile(1)).isZero();
  }

  @Test
  @DisplayName("I-01: a chunk of an earlier snapshot counts, too, when it had to be sent again")
  void countsFragileChunksThatWereUsedBefore() {
    ChunkRef ref = home.ref(home.pin("a", 1), 0);
    home.store(ref, 6);
    commit(1, ref);
    for (int index = 0; index < 2; index++) {
      home.receive(home.receipt(Kind.DELETED, ref, index));
    }
    home.pin("a", 2);

    assertThat(fragile(2)).isEqualTo(1);
  }

  @Test
  void knowsAPendingSnapshotUntilItIsCommitted() {
    var head = TestHeads.sealed(home, 1, Digest.ZERO);
    var pending = TestHeads.snapshot(head, 5, false);
    ChunkRef ref = home.ref(home.pin("a", 5), 0);
    home.store(ref, 6);
    reference(ref, 5);
    catalog.write(
        connection -> {
          Snapshots.add(connection, pending);
          return true;
        });

    assertThat(catalog.read(Snapshots::pending)).contains(pending);
    assertThat(catalog.<List<?>>read(Snapshots::committed)).isEmpty();
    assertThat(
            catalog.<Optional<Snapshots.Snapshot>>read(
                connection -> Snapshots.latestOf(connection, TestHeads.SOURCE)))
        .isEmpty();
    assertThat(catalog.read(Snapshots::latest)).contains(pending);
    assertThat(home.find(ref.chunk()).used()).isFalse();

    catalog.write(
        connection -> {
          Snapshots.commit(connection, pending);
          return true;
        });

    assertThat(catalog.read(Snapshots::pending)).isEmpty();
    assertThat(catalog.<List<Snapshots.Snapshot>>read(Snapshots::committed)).hasSize(1);
    assertThat(home.find(ref.chunk()).used()).isTrue();
  }

  @Test
  @DisplayName("I-04: a sequence cannot be given to a second head")
  void refusesASecondHeadOfOneSequence() {
    var first = TestHeads.snapshot(TestHeads.sealed(home, 1, Digest.ZERO), 1, true);
    var other = TestHeads.snapshot(TestHeads.sealed(home, 1, new Digest(9, 9, 9, 9)), 2, false);
    catalog.write(
        connection -> {
          Snapshots.add(connection, first);
          return true;
        });

    assertThatThrownBy(
            () ->
                catalog.write(
                    connection -> {
                      Snapshots.add(connection, other);
                      return true;
                    }))
        .isInstanceOf(CatalogException.class);
    assertThat(catalog.read(Snapshots::latest)).contains(first);
  }

  @Test
  @DisplayName("I-24: what a run of another source left is kept for that source's next run")
  void findsUnusedChunksOfTheCommittedSourceOnly() {
    long one = catalog.nextSession(ONE, 1000);
    home.pin("of one", one);
    long two = catalog.nextSession(TWO, 2000);
    home.pin("of two", two);

    assertThat(unused(TWO, 0)).containsExactly(home.chunk("of two"));
    assertThat(unused(ONE, 0)).containsExactly(home.chunk("of one"));
    assertThat(unused(TWO, 1500))
        .as("nobody came back for it")
        .containsExactlyInAnyOrder(home.chunk("of one"), home.chunk("of two"));
  }

  @Test
  void neverCallsAUsedChunkUnused() {
    ChunkRef ref = home.ref(home.pin("a", catalog.nextSession(ONE, 0)), 0);
    home.store(ref, 6);
    commit(1, ref);

    assertThat(unused(ONE, Long.MAX_VALUE)).isEmpty();
  }

  @Test
  @DisplayName("I-20: a chunk that is discarded leaves each of its shards to cleanup")
  void namesTheShardsOfADiscardedChunk() {
    ChunkRef ref = home.ref(home.pin("a", 1), 0);
    home.store(ref, 2);
    catalog.write(
        connection -> {
          Chunks.pack(connection, home.chunk("member"), ref.chunk(), 0, 10);
          return true;
        });

    catalog.write(
        connection -> {
          Chunks.discard(connection, Chunks.find(connection, ref.chunk()).orElseThrow(), 7);
          return true;
        });

    assertThat(catalog.read(Cleanups::count)).isEqualTo(6);
    Optional<?> found = catalog.read(connection -> Chunks.find(connection, ref.chunk()));
    Optional<?> packed =
        catalog.read(connection -> Chunks.packed(connection, home.chunk("member")));
    assertThat(found).isEmpty();
    assertThat(packed).isEmpty();
  }

  @Test
  void givesOldCleanupsFirst() {
    for (int number = 3; number >= 1; number--) {
      ChunkRef ref = home.ref(home.pin("a" + number, 1), 0);
      home.store(ref, 0);
      int since = number;
      catalog.write(
          connection -> {
            Chunks.discard(connection, Chunks.find(connection, ref.chunk()).orElseThrow(), since);
            return true;
          });
    }
    ChunkRef oldest = home.ref(home.chunk("a1"), 0);

    List<Cleanups.Cleanup> six = catalog.read(connection -> Cleanups.oldest(connection, 6));

    assertThat(six).hasSize(6);
    assertThat(six.stream().map(Cleanups.Cleanup::locator))
        .contains(home.locator(oldest, 0), home.locator(oldest, 5));
  }

  @Test
  void countsWhatIsOwedByPeer() {
    ChunkRef ref = home.ref(home.pin("a", 1), 0);
    home.store(ref, 5);
    assertThat(catalog.<Map<String, Integer>>read(Chunks::owedByPeer))
        .as("no snapshot needs it yet")
        .isEmpty();

    commit(1, ref);

    assertThat(catalog.<Map<String, Integer>>read(Chunks::owedByPeer))
        .isEqualTo(Map.of(home.places(ref).get(5).name(), 1));
    assertThat(catalog.read(CatalogTotals::owed)).isEqualTo(1);
  }

  @Test
  void sumsWhatIsStored() {
    assertThat(catalog.read(CatalogTotals::ofUsed)).isEqualTo(new CatalogTotals(0, 0, 0, 0));
    ChunkRef whole = home.ref(home.pin("a", 1), 0);
    home.store(whole, 6);
    ChunkRef part = home.ref(home.pin("b", 1), 0);
    home.store(part, 5);
    commit(1, whole, part);

    CatalogTotals used = catalog.read(CatalogTotals::ofUsed);

    assertThat(used.chunks()).isEqualTo(2);
    assertThat(used.shards()).isEqualTo(11);
    assertThat(used.losses()).isEqualTo(1);
    assertThat(catalog.read(Chunks::anyOpen)).isTrue();
  }

  private void reference(ChunkRef ref, long session) {
    catalog.write(
        connection -> {
          Chunks.reference(connection, List.of(ref), session);
          return true;
        });
  }

  private void commit(long session, ChunkRef... refs) {
    var snapshot = TestHeads.snapshot(TestHeads.sealed(home, session, Digest.ZERO), session, false);
    for (ChunkRef ref : refs) {
      reference(ref, session);
    }
    catalog.write(
        connection -> {
          Snapshots.add(connection, snapshot);
          Snapshots.commit(connection, snapshot);
          return true;
        });
  }

  private long fragile(long session) {
    return catalog.read(connection -> CatalogTotals.fragile(connection, session));
  }

  private List<ChunkId> unused(SourceId source, long staleMillis) {
    return catalog.read(connection -> Chunks.unused(connection, source, staleMillis, 100)).stream()
        .map(Chunks.Chunk::chunk)
        .toList();
  }
}
