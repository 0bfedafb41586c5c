package dev.kakera.producer.ledger;

import dev.kakera.core.id.ChunkId;
import dev.kakera.core.id.Locator;
import java.util.Optional;

/** What the ledger has just put on disk. */
public sealed interface LedgerEvent {
  /**
   * An encoder announced a chunk's stripe.
   *
   * @param losses f of the chunk by the receipts that are there already; -1 for a new one
   */
  record Announced(ChunkId chunk, int losses) implements LedgerEvent {}

  /**
   * What an encoder says of its work on a chunk; told beside {@link Announced}, whatever becomes of
   * the stripe.
   *
   * @param worker its name
   * @param shardBytes of each sealed shard
   * @param busyMicros of one thread, from opening the chunk to sealing its shards
   */
  record Encoded(String worker, int plainBytes, int shardBytes, long busyMicros)
      implements LedgerEvent {}

  /**
   * A peer receipted a shard.
   *
   * @param missing receipts that the chunk still lacks
   * @param losses f of the chunk now
   */
  record Receipted(ChunkId chunk, String peer, int missing, int losses) implements LedgerEvent {}

  /** A peer receipted a head. */
  record HeadReceipted(long sequence, String peer) implements LedgerEvent {}

  /** A peer receipted the key bundle. */
  record BundleReceipted(String peer) implements LedgerEvent {}

  /**
   * A peer has no room for an object.
   *
   * @param chunk of which it is a shard; empty for a head or a bundle, or when nothing names it
   */
  record Refused(Locator locator, Optional<ChunkId> chunk, String peer, long missingBytes)
      implements LedgerEvent {}

  /** A peer deleted an object. */
  record Deleted(Locator locator, String peer) implements LedgerEvent {}

  /** A record that the ledger set aside, and why. */
  record Rejected(String topic, int partition, long offset, String reason) implements LedgerEvent {}

  /** The ledger cannot go on. */
  record Stopped(String reason) implements LedgerEvent {}
}
