package dev.kakera.console.trace;

/** What is the matter with a shard; the gravest last. Ids are stable and never translated. */
public enum ShardVerdict {
  /** Its receipt is in the catalog. */
  SHARD_STORED,
  /** On its way, and not for long. */
  SHARD_WAITING,
  /** Its receipt lies in the broker; the home has not read it. */
  RECEIPT_UNREAD,
  /** Its stripe is announced; the home has not read it. */
  STRIPE_UNREAD,
  /** Its chunk waits for an encoder, and not for long. */
  CHUNK_WAITING,
  /** Announced or pinned, but in no topic: the next backup sends it again. */
  SHARD_OWED,
  /** Its store took it from the topic; no receipt came. */
  RECEIPT_MISSING,
  /** Its peer said that it has no room. */
  PEER_FULL,
  /** In the broker for too long, or nobody is there to collect it. */
  SHARD_STUCK,
  /** Its chunk is in the broker for too long, or no encoder is there. */
  CHUNK_STUCK,
  /** A topic that it has to pass is not there. */
  TOPIC_MISSING,
  /** Its store could not work with it. */
  SHARD_PARKED,
  /** No encoder could work with its chunk. */
  CHUNK_PARKED
}
