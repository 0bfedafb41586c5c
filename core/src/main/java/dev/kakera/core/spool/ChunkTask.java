package dev.kakera.core.spool;

import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.id.ChunkId;
import dev.kakera.core.placement.PeerRef;
import java.util.BitSet;
import java.util.List;

/**
 * What an encoder is to do with a chunk.
 *
 * @param sequence of the catalog when it was published; goes into the orders
 * @param epoch the key epoch
 * @param compress whether compression may be tried
 * @param peers the peer of each shard index, n of them
 * @param wanted the indices to send; the others are at their peers already
 */
public record ChunkTask(
    ChunkId chunk,
    long sequence,
    int epoch,
    Geometry geometry,
    boolean compress,
    List<PeerRef> peers,
    BitSet wanted) {
  public ChunkTask {
    peers = List.copyOf(peers);
    wanted = (BitSet) wanted.clone();
    if (sequence < 0 || epoch < 1 || wanted.length() > geometry.n()) {
      throw new IllegalArgumentException(
          "chunk %s: sequence %d, epoch %d, shard %d wanted of %s"
              .formatted(chunk, sequence, epoch, wanted.length() - 1, geometry));
    }
    if (peers.size() != geometry.n()) {
      throw new IllegalArgumentException(
          "chunk %s: %d peers placed, expected %d for %s"
              .formatted(chunk, peers.size(), geometry.n(), geometry));
    }
  }

  @Override
  public BitSet wanted() {
    return (BitSet) wanted.clone();
  }
}
