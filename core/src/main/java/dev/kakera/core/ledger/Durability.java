package dev.kakera.core.ledger;

import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.placement.Placement;
import java.util.List;

/**
 * What the receipts of a chunk's stripe amount to.
 *
 * @param missing shards without a receipt
 * @param losses f: peers that may be lost, -1 while the chunk cannot be rebuilt (I-02)
 */
public record Durability(int missing, int losses) {
  /** x: so many losses a chunk must survive before a snapshot may name it (I-01). */
  public static final int LOSSES_MIN = 1;

  /**
   * @param holders the peer of each receipted shard; each index of the stripe occurs once at most
   */
  public static Durability of(List<String> holders, Geometry geometry) {
    return new Durability(
        geometry.n() - holders.size(), Placement.survivableLosses(holders, geometry.k()));
  }

  public static boolean isEnough(int losses) {
    return losses >= LOSSES_MIN;
  }
}
