package dev.kakera.core.ledger;

import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.placement.Placement;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * When a snapshot is committed: so many peers hold its head, and so many the key bundle, that any
 * peers that can rebuild a chunk include one that has them (I-03).
 *
 * @param needed peers
 */
public record HeadQuorum(int needed) {
  public static HeadQuorum of(int peerCount, Geometry geometry) {
    return new HeadQuorum(Placement.survivableLosses(peerCount, geometry) + 1);
  }

  /**
   * @param heads peers that receipted the head
   * @param bundles peers that receipted the key bundle
   */
  public boolean isReached(Collection<String> heads, Collection<String> bundles) {
    return heads.size() >= needed && bundles.size() >= needed;
  }

  /** Peers of which a receipt is waited for. */
  public static Set<String> silent(
      Collection<String> peers, Collection<String> heads, Collection<String> bundles) {
    Set<String> silent = new TreeSet<>();
    for (String peer : peers) {
      if (!heads.contains(peer) || !bundles.contains(peer)) {
        silent.add(peer);
      }
    }
    return silent;
  }
}
