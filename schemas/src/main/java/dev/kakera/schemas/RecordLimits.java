package dev.kakera.schemas;

/**
 * Every size limit on the way of a chunk, derived from {@link #CHUNK_SIZE_MAX_BYTES}.
 *
 * <p>A record that fits at one place and not at the next is stuck for ever, so these figures are
 * related by checks when this class is initialised: chunk and its seal fit a spool record, any
 * shard of any geometry fits a record, a record fits a request, a request fits a topic, the broker
 * and a fetch. All figures are bytes.
 */
public final class RecordLimits {

  private static final int KIB = 1024;
  private static final int MIB = 1024 * KIB;

  /** Largest plaintext of one chunk. Everything else follows. */
  public static final int CHUNK_SIZE_MAX_BYTES = 4 * MIB;

  /** What sealing may add to any object: header, synthetic IV, tag. */
  public static final int SEAL_OVERHEAD_MAX_BYTES = 512;

  /** What padding and the compressor's frame may add to a chunk before it is cut into shards. */
  public static final int PADDING_MAX_BYTES = CHUNK_SIZE_MAX_BYTES / 8;

  /** Largest Reed-Solomon input. */
  public static final int ENCODED_SIZE_MAX_BYTES = CHUNK_SIZE_MAX_BYTES + PADDING_MAX_BYTES;

  /** Payloads of shards are multiples of this. */
  public static final int SHARD_ALIGNMENT_BYTES = 64;

  /** Most shards a stripe can have: an index is one byte, and one value of it stands for none. */
  public static final int SHARD_COUNT_MAX = 255;

  /**
   * What a spool record carries beside the chunk: its seal, and the signed orders for the shards.
   */
  public static final int SPOOL_OVERHEAD_MAX_BYTES = 32 * KIB;

  /** Largest value in {@code chunks}. */
  public static final int SPOOL_VALUE_MAX_BYTES = CHUNK_SIZE_MAX_BYTES + SPOOL_OVERHEAD_MAX_BYTES;

  /**
   * Largest value in a {@code shards} topic, whatever the geometry; also the largest payload of a
   * reply.
   */
  public static final int SHARD_VALUE_MAX_BYTES = shardValueMaxBytes(1);

  /** Largest key: ids, locators and request ids are all short text. */
  public static final int KEY_MAX_BYTES = 256;

  /** All headers of one record, names and values. */
  public static final int HEADERS_MAX_BYTES = 8 * KIB;

  /** What Kafka's batch and record framing may add to key, headers and value. */
  public static final int FRAMING_MAX_BYTES = KIB;

  /** Largest bulk record as a batch of one: value, key, headers and framing. */
  public static final int RECORD_MAX_BYTES =
      Math.max(SPOOL_VALUE_MAX_BYTES, SHARD_VALUE_MAX_BYTES)
          + KEY_MAX_BYTES
          + HEADERS_MAX_BYTES
          + FRAMING_MAX_BYTES;

  /**
   * Producer's {@code max.request.size}. Below the topic's limit, so that what is too large is
   * refused in {@code send}, by name and without a round trip.
   */
  public static final int REQUEST_MAX_BYTES = 5 * MIB;

  /** {@code max.message.bytes} of bulk topics, and the broker's {@code message.max.bytes}. */
  public static final int MESSAGE_MAX_BYTES = 6 * MIB;

  /** The broker's {@code socket.request.max.bytes}. */
  public static final int SOCKET_REQUEST_MAX_BYTES = 32 * MIB;

  /** Largest value of a control record: stripes, receipts, requests, heartbeats. */
  public static final int CONTROL_VALUE_MAX_BYTES = 64 * KIB;

  /** {@code max.message.bytes} of control topics: several records may share a batch. */
  public static final int CONTROL_MESSAGE_MAX_BYTES = 256 * KIB;

  /** {@code max.partition.fetch.bytes} of bulk consumers. */
  public static final int PARTITION_FETCH_MAX_BYTES = MESSAGE_MAX_BYTES;

  /** {@code fetch.max.bytes} of bulk consumers: what one consumer may hold unread. */
  public static final int FETCH_MAX_BYTES = 2 * MESSAGE_MAX_BYTES;

  /** {@code fetch.max.bytes} of control consumers. */
  public static final int CONTROL_FETCH_MAX_BYTES = 2 * MIB;

  /**
   * {@code segment.bytes} of bulk topics: what stays on the broker's disk for each partition after
   * trimming.
   */
  public static final int SEGMENT_BYTES = 16 * MIB;

  static {
    checkRelations();
  }

  private RecordLimits() {}

  /**
   * Largest sealed shard of a geometry with {@code k} data shards.
   *
   * @param k data shards, 1 or more
   */
  public static int shardValueMaxBytes(int k) {
    if (k < 1 || k > SHARD_COUNT_MAX) {
      throw new IllegalArgumentException("k is " + k + ", must be 1 to " + SHARD_COUNT_MAX);
    }
    int payload = Math.ceilDiv(ENCODED_SIZE_MAX_BYTES, k);
    int aligned = Math.ceilDiv(payload, SHARD_ALIGNMENT_BYTES) * SHARD_ALIGNMENT_BYTES;
    return aligned + SEAL_OVERHEAD_MAX_BYTES;
  }

  /**
   * Checks a bulk value before it is handed to a producer.
   *
   * @throws IllegalArgumentException naming the object, its size and the limit
   */
  public static void requireBulkValue(String what, int sizeBytes) {
    requireAtMost(what, sizeBytes, Math.max(SPOOL_VALUE_MAX_BYTES, SHARD_VALUE_MAX_BYTES));
  }

  static void requireAtMost(String what, long sizeBytes, long maxBytes) {
    if (sizeBytes < 0 || sizeBytes > maxBytes) {
      throw new IllegalArgumentException(
          what + " is " + sizeBytes + " bytes, allowed are 0 to " + maxBytes);
    }
  }

  private static void checkRelations() {
    check(SPOOL_VALUE_MAX_BYTES > CHUNK_SIZE_MAX_BYTES, "a sealed chunk fits its record");
    check(SHARD_VALUE_MAX_BYTES > ENCODED_SIZE_MAX_BYTES, "a shard of 1+m fits its record");
    check(RECORD_MAX_BYTES <= REQUEST_MAX_BYTES, "a record fits a request");
    check(REQUEST_MAX_BYTES < MESSAGE_MAX_BYTES, "a request is refused before the broker must");
    check(MESSAGE_MAX_BYTES < SOCKET_REQUEST_MAX_BYTES, "a batch fits the broker's request limit");
    check(MESSAGE_MAX_BYTES <= PARTITION_FETCH_MAX_BYTES, "a batch fits a partition's fetch");
    check(PARTITION_FETCH_MAX_BYTES <= FETCH_MAX_BYTES, "a partition's fetch fits the fetch");
    check(2 * MESSAGE_MAX_BYTES <= SEGMENT_BYTES, "a segment holds two batches");
    check(
        CONTROL_VALUE_MAX_BYTES + KEY_MAX_BYTES + HEADERS_MAX_BYTES + FRAMING_MAX_BYTES
            <= CONTROL_MESSAGE_MAX_BYTES,
        "a control record fits its topic");
    check(CONTROL_MESSAGE_MAX_BYTES <= CONTROL_FETCH_MAX_BYTES, "a control batch fits its fetch");
  }

  private static void check(boolean holds, String relation) {
    if (!holds) {
      throw new IllegalStateException("size limits do not relate: not true that " + relation);
    }
  }
}
