package dev.kakera.producer.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.producer.ledger.LedgerHome;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwedShardsTest {
  @TempDir Path folder;
  private LedgerHome home;

  @BeforeEach
  void open() {
    home = new LedgerHome(folder, 6);
  }

  @AfterEach
  void close() {
    home.close();
  }

  @Test
  void holdsAChunkThatIsWhole() {
    assertThat(holds(stored("a", 6), Set.of())).isTrue();
  }

  @Test
  void doesNotHoldAChunkWithoutAStripe() {
    home.pin("a", 1);

    assertThat(new OwedShards(Set.of()).holds(home.catalog(), home.find(home.chunk("a"))))
        .isFalse();
  }

  @Test
  void holdsAChunkThatSurvivesALossWithTheRestOnItsWay() {
    ChunkRef ref = stored("a", 5);

    assertThat(holds(ref, Set.of())).isFalse();
    assertThat(holds(ref, Set.of(home.places(ref).get(5).name()))).isTrue();
    assertThat(holds(ref, Set.of(home.places(ref).get(0).name()))).isFalse();
  }

  @Test
  void doesNotHoldAChunkThatALossWouldTakeThoughTheRestIsOnItsWay() {
    ChunkRef ref = stored("a", 4);

    assertThat(holds(ref, Set.of(home.places(ref).get(4).name(), home.places(ref).get(5).name())))
        .isFalse();
  }

  @Test
  void sendsWhatIsNeitherReceiptedNorOnItsWay() {
    ChunkRef ref = stored("a", 3);
    OwedShards owed = new OwedShards(Set.of(home.places(ref).get(4).name()));

    assertThat(owed.toSend(home.catalog(), home.find(ref.chunk())).stream().toArray())
        .containsExactly(3, 5);
  }

  private ChunkRef stored(String content, int shards) {
    ChunkRef ref = home.ref(home.pin(content, 1), 0);
    home.store(ref, shards);
    return ref;
  }

  private boolean holds(ChunkRef ref, Set<String> lagging) {
    return new OwedShards(lagging).holds(home.catalog(), home.find(ref.chunk()));
  }
}
