package dev.kakera.core.placement;

import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.id.ChunkId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Rendezvous hashing (Thaler and Ravishankar, 1996): each peer gets a score from the chunk's name
 * and its own, and the lowest scores get the shards. A peer that joins or leaves changes one place
 * in the set of a chunk's peers. Which of them holds which index is fixed when the shards are sent
 * and is kept from then on ({@link #complete}): no rule that looks at the peers alone could keep
 * every index in its place.
 */
public final class Placement {
  private Placement() {}

  /**
   * The peer for each shard index of a new chunk. With n peers or more none gets two; with fewer,
   * none gets two more than another.
   *
   * @param peers at least one
   */
  public static List<PeerRef> choose(List<PeerRef> peers, ChunkId chunk, Geometry geometry) {
    return complete(Map.of(), peers, chunk, geometry);
  }

  /**
   * The peer for each shard index of a chunk of which some shards have their places already. Those
   * stay, whether their peer is among {@code peers} or not; each of the others goes to the peer
   * that has fewest of this chunk, the lowest score first. What is lost with one peer so moves, and
   * nothing else.
   *
   * @param held the peer of each index that is kept
   * @param peers those that may get more; at least one
   */
  public static List<PeerRef> complete(
      Map<Integer, PeerRef> held, List<PeerRef> peers, ChunkId chunk, Geometry geometry) {
    if (peers.isEmpty()) {
      throw new IllegalArgumentException("placement: no peer to place " + geometry + " on");
    }
    List<PeerRef> ranked = new ArrayList<>(peers);
    ranked.sort(
        Comparator.<PeerRef>comparingLong(peer -> score(peer, chunk)).thenComparing(PeerRef::name));
    Map<PeerRef, Integer> counts = new HashMap<>();
    held.values().forEach(peer -> counts.merge(peer, 1, Integer::sum));
    List<PeerRef> placed = new ArrayList<>(geometry.n());
    for (int index = 0; index < geometry.n(); index++) {
      PeerRef peer = held.get(index);
      if (peer == null) {
        peer = Collections.min(ranked, Comparator.comparingInt(at -> counts.getOrDefault(at, 0)));
        counts.merge(peer, 1, Integer::sum);
      }
      placed.add(peer);
    }
    return List.copyOf(placed);
  }

  /**
   * f: how many of these peers, chosen at their worst, may vanish and still leave k shards (I-02);
   * -1 when fewer than k shards are there now.
   *
   * @param holders the peer of each shard that is counted; a peer occurs once per shard
   */
  public static int survivableLosses(Collection<String> holders, int k) {
    Map<String, Integer> shardsByPeer = new HashMap<>();
    holders.forEach(peer -> shardsByPeer.merge(peer, 1, Integer::sum));
    List<Integer> counts = new ArrayList<>(shardsByPeer.values());
    counts.sort(Comparator.reverseOrder());
    int left = holders.size();
    int losses = -1;
    for (int count : counts) {
      if (left < k) {
        return losses;
      }
      losses++;
      left -= count;
    }
    return left >= k ? losses + 1 : losses;
  }

  /** {@link #survivableLosses} when every shard is where it was placed. */
  public static int survivableLosses(int peerCount, Geometry geometry) {
    List<String> holders = new ArrayList<>();
    for (int index = 0; index < geometry.n(); index++) {
      holders.add(Integer.toString(index % peerCount));
    }
    return survivableLosses(holders, geometry.k());
  }

  private static long score(PeerRef peer, ChunkId chunk) {
    return mix(mix(mix(chunk.digest().a()) ^ peer.id().high()) ^ peer.id().low());
  }

  /** The finaliser of SplitMix64 (Steele, Lea, Flood, 2014). */
  private static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }
}
