package dev.kakera.schemas;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Pinned settings of every Kafka client. Nothing that durability, memory or a deadline depends on
 * is left to a default.
 *
 * <p>Keys and values are byte arrays everywhere: a deserialiser that throws would fail the same
 * poll for ever. All waits end within 45 s, so that a broker or a peer that is gone is shown within
 * a minute. Maps are new at each call and may be changed.
 */
public final class ClientSettings {

  /** After this an unacknowledged record is reported as failed. */
  public static final int DELIVERY_TIMEOUT_MILLIS = 45_000;

  /** After this an unanswered request is given up. */
  public static final int REQUEST_TIMEOUT_MILLIS = 15_000;

  /** How long {@code send} waits for metadata or memory. */
  public static final int MAX_BLOCK_MILLIS = 20_000;

  /** How long any other call of a consumer or an admin client waits. */
  public static final int API_TIMEOUT_MILLIS = 30_000;

  /** Longest time between polls; a longer one means the member hangs. */
  public static final int MAX_POLL_INTERVAL_MILLIS = 300_000;

  /** Most chunks one poll of an encoder takes. */
  public static final int ENCODER_POLL_RECORDS_MAX = 4;

  private static final int KIB = 1024;
  private static final int MIB = 1024 * KIB;

  /** What a producer mostly sends, and so how its memory is cut. */
  public enum Role {
    /** The home's chunks: one record a batch. */
    SCANNER(RecordLimits.CHUNK_SIZE_MAX_BYTES + 64 * KIB, 64 * MIB, 0),
    /**
     * An encoder's stripes and shards; a batch holds a whole shard of 4+2, or several smaller ones.
     */
    ENCODER(RecordLimits.shardValueMaxBytes(4) + 64 * KIB, 64 * MIB, 10),
    /** A store's receipts and replies. */
    STORE(64 * KIB, 24 * MIB, 5),
    /** Requests, heartbeats, parked records. */
    CONTROL(16 * KIB, 16 * MIB, 0);

    private final int batchSizeBytes;
    private final int bufferMemoryBytes;
    private final int lingerMillis;

    Role(int batchSizeBytes, int bufferMemoryBytes, int lingerMillis) {
      this.batchSizeBytes = batchSizeBytes;
      this.bufferMemoryBytes = bufferMemoryBytes;
      this.lingerMillis = lingerMillis;
    }

    /** What the producer may hold unsent. */
    public int bufferMemoryBytes() {
      return bufferMemoryBytes;
    }
  }

  /** What a consumer mostly reads. */
  public enum Load {
    /** Chunks, shards, raw replies: fetch much at a time. */
    BULK,
    /** Stripes, receipts, requests, heartbeats: fetch at once. */
    CONTROL
  }

  private ClientSettings() {}

  /**
   * A producer that reports each record as written by all replicas, or as failed, within {@link
   * #DELIVERY_TIMEOUT_MILLIS}.
   *
   * <p>The caller chooses partitions itself.
   */
  public static Map<String, Object> producer(String bootstrap, String clientId, Role role) {
    Map<String, Object> settings = common(bootstrap, clientId);
    settings.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    settings.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    settings.put(ProducerConfig.RETRIES_CONFIG, Integer.MAX_VALUE);
    settings.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 5);
    settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_TIMEOUT_MILLIS);
    settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, MAX_BLOCK_MILLIS);
    settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "none");
    settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, RecordLimits.REQUEST_MAX_BYTES);
    settings.put(ProducerConfig.BATCH_SIZE_CONFIG, role.batchSizeBytes);
    settings.put(ProducerConfig.LINGER_MS_CONFIG, role.lingerMillis);
    settings.put(ProducerConfig.BUFFER_MEMORY_CONFIG, (long) role.bufferMemoryBytes);
    return settings;
  }

  /**
   * A member of an ordinary group.
   *
   * <p>Offsets are committed by hand. Without a committed offset, or with one that is no longer
   * there, {@code poll} throws an {@code InvalidOffsetException}: the caller says so and seeks to
   * the beginning, since reading twice is harmless and skipping is not.
   */
  public static Map<String, Object> consumer(
      String bootstrap, String clientId, String groupId, Load load) {
    Map<String, Object> settings = assignedConsumer(bootstrap, clientId, load);
    settings.put(ConsumerConfig.GROUP_ID_CONFIG, groupId);
    // Session and heartbeat are the broker's to say with this protocol: GroupSettings.
    settings.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "consumer");
    return settings;
  }

  /** A consumer without a group, which is assigned partitions and positions by hand. */
  public static Map<String, Object> assignedConsumer(String bootstrap, String clientId, Load load) {
    Map<String, Object> settings = reader(bootstrap, clientId, load);
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    settings.put(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, MAX_POLL_INTERVAL_MILLIS);
    settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, load == Load.BULK ? 64 : 500);
    return settings;
  }

  /** A member of a share group that accepts, releases or rejects each record by itself. */
  public static Map<String, Object> shareConsumer(
      String bootstrap, String clientId, String groupId) {
    Map<String, Object> settings = reader(bootstrap, clientId, Load.BULK);
    settings.put(ConsumerConfig.GROUP_ID_CONFIG, groupId);
    settings.put(ConsumerConfig.SHARE_ACKNOWLEDGEMENT_MODE_CONFIG, "explicit");
    settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, ENCODER_POLL_RECORDS_MAX);
    settings.put(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, MAX_POLL_INTERVAL_MILLIS);
    return settings;
  }

  /** A client for topics, groups, offsets and trimming. */
  public static Map<String, Object> admin(String bootstrap, String clientId) {
    Map<String, Object> settings = common(bootstrap, clientId);
    settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, API_TIMEOUT_MILLIS);
    return settings;
  }

  private static Map<String, Object> reader(String bootstrap, String clientId, Load load) {
    Map<String, Object> settings = common(bootstrap, clientId);
    settings.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    settings.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, API_TIMEOUT_MILLIS);
    settings.put(ConsumerConfig.CHECK_CRCS_CONFIG, true);
    boolean bulk = load == Load.BULK;
    settings.put(ConsumerConfig.FETCH_MIN_BYTES_CONFIG, bulk ? 1_000_000 : 1);
    settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, bulk ? 50 : 500);
    settings.put(
        ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
        bulk ? RecordLimits.PARTITION_FETCH_MAX_BYTES : RecordLimits.CONTROL_MESSAGE_MAX_BYTES);
    settings.put(
        ConsumerConfig.FETCH_MAX_BYTES_CONFIG,
        bulk ? RecordLimits.FETCH_MAX_BYTES : RecordLimits.CONTROL_FETCH_MAX_BYTES);
    return settings;
  }

  private static Map<String, Object> common(String bootstrap, String clientId) {
    Map<String, Object> settings = new HashMap<>();
    settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    settings.put(CommonClientConfigs.CLIENT_ID_CONFIG, clientId);
    settings.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_TIMEOUT_MILLIS);
    settings.put(CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG, 5_000L);
    settings.put(CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG, 10_000L);
    settings.put(CommonClientConfigs.RECONNECT_BACKOFF_MS_CONFIG, 50L);
    settings.put(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, 5_000L);
    settings.put(CommonClientConfigs.RETRY_BACKOFF_MS_CONFIG, 100L);
    settings.put(CommonClientConfigs.RETRY_BACKOFF_MAX_MS_CONFIG, 1_000L);
    settings.put(CommonClientConfigs.METADATA_MAX_AGE_CONFIG, 60_000L);
    settings.put(CommonClientConfigs.METADATA_RECOVERY_STRATEGY_CONFIG, "rebootstrap");
    // Nobody reads a client's beans or wants its telemetry at the broker; both cost start-up time
    // and idle traffic.
    settings.put(CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG, "");
    settings.put(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, false);
    return settings;
  }
}
