package dev.kakera.core.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.id.ChunkId;
import dev.kakera.core.vectors.Choices;
import dev.kakera.core.vectors.Samples;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PlacementTest {
  private static final Geometry FOUR_TWO = new Geometry(4, 2);

  @Test
  void spreadsShardsEvenly() {
    Choices.forAll(
        1,
        300,
        choices -> {
          Geometry geometry = geometry(choices);
          List<PeerRef> peers = Samples.peers(choices, choices.between(1, 20));
          List<PeerRef> placed = Placement.choose(peers, chunk(choices), geometry);
          assertThat(placed).hasSize(geometry.n());
          int least = geometry.n() / peers.size();
          int most = Math.ceilDiv(geometry.n(), peers.size());
          for (PeerRef peer : peers) {
            assertThat(Collections.frequency(placed, peer)).isBetween(least, most);
          }
        });
  }

  @Test
  void dependsOnTheSetOfPeersAndNotOnItsOrder() {
    Choices.forAll(
        1,
        100,
        choices -> {
          List<PeerRef> peers = Samples.peers(choices, choices.between(1, 12));
          ChunkId chunk = chunk(choices);
          List<PeerRef> shuffled = new ArrayList<>(peers);
          Collections.shuffle(
              shuffled, java.util.Random.from(new SplittableRandom(choices.number())));
          assertThat(Placement.choose(shuffled, chunk, FOUR_TWO))
              .isEqualTo(Placement.choose(peers, chunk, FOUR_TWO));
        });
  }

  @Test
  void givesEachPeerItsShareOfManyChunks() {
    Choices choices = new Choices(1);
    List<PeerRef> peers = Samples.peers(choices, 12);
    Map<PeerRef, Integer> first = new HashMap<>();
    Map<PeerRef, Integer> shards = new HashMap<>();
    for (int round = 0; round < 12_000; round++) {
      List<PeerRef> placed = Placement.choose(peers, chunk(choices), FOUR_TWO);
      first.merge(placed.getFirst(), 1, Integer::sum);
      placed.forEach(peer -> shards.merge(peer, 1, Integer::sum));
    }
    for (PeerRef peer : peers) {
      assertThat(first.get(peer)).isBetween(850, 1150);
      assertThat(shards.get(peer)).isBetween(5700, 6300);
    }
  }

  @Test
  void changesOnePlaceInTheSetWhenAPeerLeaves() {
    Choices.forAll(
        1,
        200,
        choices -> {
          List<PeerRef> peers = Samples.peers(choices, choices.between(7, 15));
          ChunkId chunk = chunk(choices);
          Set<PeerRef> before = new HashSet<>(Placement.choose(peers, chunk, FOUR_TWO));
          PeerRef leaver = choices.of(peers);
          List<PeerRef> left = new ArrayList<>(peers);
          left.remove(leaver);
          Set<PeerRef> after = new HashSet<>(Placement.choose(left, chunk, FOUR_TWO));
          Set<PeerRef> kept = new HashSet<>(before);
          kept.remove(leaver);
          assertThat(after).containsAll(kept).hasSize(6);
        });
  }

  @Test
  void movesOnlyTheShardsOfTheLostPeer() {
    Choices.forAll(
        1,
        300,
        choices -> {
          Geometry geometry = geometry(choices);
          List<PeerRef> peers = Samples.peers(choices, choices.between(2, 15));
          ChunkId chunk = chunk(choices);
          List<PeerRef> before = Placement.choose(peers, chunk, geometry);
          PeerRef lost = choices.of(peers);
          List<PeerRef> left = new ArrayList<>(peers);
          left.remove(lost);
          Map<Integer, PeerRef> held = new HashMap<>();
          for (int index = 0; index < geometry.n(); index++) {
            if (!before.get(index).equals(lost)) {
              held.put(index, before.get(index));
            }
          }
          List<PeerRef> after = Placement.complete(held, left, chunk, geometry);
          held.forEach((index, peer) -> assertThat(after.get(index)).isEqualTo(peer));
          assertThat(after).doesNotContain(lost);
          int most = Math.ceilDiv(geometry.n(), left.size());
          for (PeerRef peer : left) {
            assertThat(Collections.frequency(after, peer)).isLessThanOrEqualTo(most);
          }
          if (left.size() >= geometry.n()) {
            assertThat(new HashSet<>(after)).hasSize(geometry.n());
          }
        });
  }

  @Test
  void keepsShardsAtPeersThatTakeNoMore() {
    List<PeerRef> peers = Samples.peers(new Choices(3), 8);
    PeerRef full = peers.getFirst();
    List<PeerRef> open = peers.subList(1, 8);
    List<PeerRef> placed =
        Placement.complete(Map.of(2, full), open, chunk(new Choices(4)), FOUR_TWO);
    assertThat(placed.get(2)).isEqualTo(full);
    assertThat(new HashSet<>(placed)).hasSize(6);
  }

  @Test
  void refusesToPlaceOnNobody() {
    assertThatThrownBy(() -> Placement.choose(List.of(), chunk(new Choices(1)), FOUR_TWO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no peer");
  }

  @Test
  @DisplayName("I-02: f is what a search over all sets of peers finds")
  void countsSurvivableLossesAsASearchWould() {
    Choices.forAll(
        1,
        500,
        choices -> {
          int peers = choices.between(1, 8);
          List<String> holders = new ArrayList<>();
          for (int left = choices.between(0, 10); left > 0; left--) {
            holders.add("peer-" + choices.between(1, peers));
          }
          int k = choices.between(1, 6);
          assertThat(Placement.survivableLosses(holders, k))
              .as("holders %s, k %d", holders, k)
              .isEqualTo(bySearch(holders, k));
        });
  }

  /** The largest f for which no set of f peers leaves fewer than k shards. */
  private static int bySearch(List<String> holders, int k) {
    List<String> peers = List.copyOf(new HashSet<>(holders));
    int losses = peers.size();
    for (int lost = 0; lost < 1 << peers.size(); lost++) {
      int set = lost;
      long left = holders.stream().filter(at -> (set >>> peers.indexOf(at) & 1) == 0).count();
      if (left < k) {
        losses = Math.min(losses, Integer.bitCount(lost) - 1);
      }
    }
    return losses;
  }

  @Test
  @DisplayName("I-02: what people see for usual numbers of peers")
  void countsSurvivableLossesOfUsualHomes() {
    assertThat(Placement.survivableLosses(6, FOUR_TWO)).isEqualTo(2);
    assertThat(Placement.survivableLosses(9, FOUR_TWO)).isEqualTo(2);
    assertThat(Placement.survivableLosses(5, FOUR_TWO)).isEqualTo(1);
    assertThat(Placement.survivableLosses(3, FOUR_TWO)).isEqualTo(1);
    assertThat(Placement.survivableLosses(2, FOUR_TWO)).isEqualTo(0);
    assertThat(Placement.survivableLosses(1, FOUR_TWO)).isEqualTo(0);
    assertThat(Placement.survivableLosses(3, new Geometry(2, 4))).isEqualTo(2);
    assertThat(Placement.survivableLosses(List.of("a", "b", "c"), 4)).isEqualTo(-1);
    assertThat(Placement.survivableLosses(List.of(), 1)).isEqualTo(-1);
  }

  private static Geometry geometry(Choices choices) {
    return choices.of(FOUR_TWO, new Geometry(2, 4), new Geometry(10, 4), new Geometry(1, 1));
  }

  private static ChunkId chunk(Choices choices) {
    return new ChunkId(Samples.digest(choices));
  }
}
