package dev.kakera.encoder;

/**
 * Which shard; all that is kept of it once the producer has its bytes.
 *
 * @param index in its stripe, from 0
 * @param count shards of its stripe
 * @param peer name of the peer it goes to
 * @param size sealed bytes
 */
record ShardRef(int index, int count, String peer, int size) {

  /** For people. */
  @Override
  public String toString() {
    return "shard %d/%d to peer %s".formatted(index + 1, count, peer);
  }
}
