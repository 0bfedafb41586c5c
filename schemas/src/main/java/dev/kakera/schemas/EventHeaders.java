package dev.kakera.schemas;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * The headers of one record, in the names of the CloudEvents Kafka binding (binary mode), so that
 * {@code kcat -f '%k %h'} tells what travels without looking into it.
 *
 * <pre>
 * content-type    application/avro or application/octet-stream
 * ce_specversion  1.0
 * ce_id           unique with ce_source
 * ce_type         {@link EventType}
 * ce_source       who wrote it, such as home or encoder/4f1c
 * ce_time         RFC 3339
 * ce_chunk        ChunkId or spool id of the chunk
 * ce_shard        place in its stripe, from 1, and how many: 3/6
 * ce_geometry     data and parity shards: 4+2
 * ce_attempt      delivery count, from 1
 * ce_digest       CRC-32C of the value, 8 hex digits
 * ce_order        base64url of the signed order that goes with the value
 * ce_traceparent  W3C trace context
 * </pre>
 *
 * <p>All values are printable ASCII without blanks. Never a path or a file's name. Headers are
 * hints and proofs, not truth: nothing here is authenticated but the order inside {@code ce_order}.
 * Unknown headers are left alone. Immutable.
 */
public final class EventHeaders {

  public static final String CONTENT_TYPE = "content-type";
  public static final String SPEC_VERSION = "ce_specversion";
  public static final String ID = "ce_id";
  public static final String TYPE = "ce_type";
  public static final String SOURCE = "ce_source";
  public static final String TIME = "ce_time";
  public static final String CHUNK = "ce_chunk";
  public static final String SHARD = "ce_shard";
  public static final String GEOMETRY = "ce_geometry";
  public static final String ATTEMPT = "ce_attempt";
  public static final String DIGEST = "ce_digest";
  public static final String ORDER = "ce_order";
  public static final String TRACEPARENT = "ce_traceparent";

  private static final Set<String> KNOWN =
      Set.of(
          CONTENT_TYPE,
          SPEC_VERSION,
          ID,
          TYPE,
          SOURCE,
          TIME,
          CHUNK,
          SHARD,
          GEOMETRY,
          ATTEMPT,
          DIGEST,
          ORDER,
          TRACEPARENT);
  private static final String SPEC_VERSION_VALUE = "1.0";
  private static final Pattern GEOMETRY_FORM =
      Pattern.compile("[1-9][0-9]{0,2}\\+(0|[1-9][0-9]{0,2})");
  private static final Pattern ATTEMPT_FORM = Pattern.compile("[1-9][0-9]{0,8}");
  private static final Pattern CRC_FORM = Pattern.compile("[0-9a-f]{8}");

  private final Map<String, String> values;

  private EventHeaders(Map<String, String> values) {
    this.values = values;
  }

  /** Begins the headers of a record of {@code type}. */
  public static Builder builder(EventType type) {
    return new Builder(type);
  }

  /**
   * Reads the headers of a record.
   *
   * @throws UndecodableRecordException if the headers are larger than {@link
   *     RecordLimits#HEADERS_MAX_BYTES}, one of ours is there twice, is not printable or malformed,
   *     or {@code ce_id} or {@code ce_type} is missing or unknown
   */
  public static EventHeaders read(Iterable<Header> headers) {
    Map<String, String> values = new LinkedHashMap<>();
    long size = 0;
    for (Header header : headers) {
      byte @Nullable [] value = header.value();
      size += header.key().length() + (value == null ? 0L : value.length);
      if (size > RecordLimits.HEADERS_MAX_BYTES) {
        throw new UndecodableRecordException(
            "headers", "at most " + RecordLimits.HEADERS_MAX_BYTES + " bytes", "more");
      }
      if (!KNOWN.contains(header.key())) {
        continue;
      }
      if (value == null || value.length == 0) {
        throw new UndecodableRecordException("header " + header.key(), "a value", "none");
      }
      String text = PrintableAscii.decode("header " + header.key(), value);
      if (values.put(header.key(), text) != null) {
        throw new UndecodableRecordException("header " + header.key(), "one of it", "two");
      }
    }
    EventHeaders read = new EventHeaders(values);
    read.checkAll();
    return read;
  }

  /** What the record is. */
  public EventType type() {
    return parse(TYPE, EventType::of);
  }

  /** Unique together with the source. */
  public String id() {
    return parse(ID, Optional::of);
  }

  /** Who wrote it. */
  public Optional<String> source() {
    return optional(SOURCE, Optional::of);
  }

  /** When it was written, by the writer's clock. */
  public Optional<Instant> time() {
    return optional(TIME, EventHeaders::instant);
  }

  /** The chunk it is about. */
  public Optional<String> chunk() {
    return optional(CHUNK, Optional::of);
  }

  /** Its place in its stripe. */
  public Optional<ShardPlace> shard() {
    return optional(SHARD, ShardPlace::parse);
  }

  /** The geometry as {@code k+m}. */
  public Optional<String> geometry() {
    return optional(GEOMETRY, EventHeaders::geometryText);
  }

  /** Delivery count, from 1. */
  public OptionalInt attempt() {
    Optional<Integer> attempt = optional(ATTEMPT, EventHeaders::attemptCount);
    return attempt.isPresent() ? OptionalInt.of(attempt.get()) : OptionalInt.empty();
  }

  /** CRC-32C of the value. */
  public OptionalInt digest() {
    Optional<Integer> digest = optional(DIGEST, EventHeaders::crc);
    return digest.isPresent() ? OptionalInt.of(digest.get()) : OptionalInt.empty();
  }

  /** The signed order that goes with the value; a new array at each call. */
  public Optional<byte[]> order() {
    return optional(ORDER, EventHeaders::base64);
  }

  /** W3C trace context. */
  public Optional<String> traceparent() {
    return optional(TRACEPARENT, Optional::of);
  }

  /** The headers to send, in a new object at each call because Kafka's is mutable. */
  public Headers toKafka() {
    RecordHeaders headers = new RecordHeaders();
    values.forEach((name, value) -> headers.add(name, value.getBytes(US_ASCII)));
    return headers;
  }

  /** Names and values, for people. */
  @Override
  public String toString() {
    return values.toString();
  }

  private void checkAll() {
    String version = values.getOrDefault(SPEC_VERSION, "none");
    if (!version.equals(SPEC_VERSION_VALUE)) {
      throw new UndecodableRecordException("header " + SPEC_VERSION, SPEC_VERSION_VALUE, version);
    }
    parse(TYPE, EventType::of);
    parse(ID, Optional::of);
    optional(TIME, EventHeaders::instant);
    optional(SHARD, ShardPlace::parse);
    optional(GEOMETRY, EventHeaders::geometryText);
    optional(ATTEMPT, EventHeaders::attemptCount);
    optional(DIGEST, EventHeaders::crc);
    optional(ORDER, EventHeaders::base64);
  }

  private <T> T parse(String name, Function<String, Optional<T>> parser) {
    return optional(name, parser)
        .orElseThrow(() -> new UndecodableRecordException("header " + name, "a value", "none"));
  }

  private <T> Optional<T> optional(String name, Function<String, Optional<T>> parser) {
    String value = values.get(name);
    if (value == null) {
      return Optional.empty();
    }
    Optional<T> parsed = parser.apply(value);
    if (parsed.isEmpty()) {
      throw new UndecodableRecordException("header " + name, "one of its form", "'" + value + "'");
    }
    return parsed;
  }

  private static Optional<Instant> instant(String text) {
    try {
      return Optional.of(Instant.parse(text));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> geometryText(String text) {
    return GEOMETRY_FORM.matcher(text).matches() ? Optional.of(text) : Optional.empty();
  }

  private static Optional<Integer> attemptCount(String text) {
    return ATTEMPT_FORM.matcher(text).matches()
        ? Optional.of(Integer.valueOf(text))
        : Optional.empty();
  }

  private static Optional<Integer> crc(String text) {
    return CRC_FORM.matcher(text).matches()
        ? Optional.of(Integer.parseUnsignedInt(text, 16))
        : Optional.empty();
  }

  private static Optional<byte[]> base64(String text) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(text);
      // The decoder takes several texts for the same bytes; one is enough.
      return encodeBase64(bytes).equals(text) ? Optional.of(bytes) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static String encodeBase64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Collects the headers of one record; not thread-safe. */
  public static final class Builder {

    private final Map<String, String> values = new LinkedHashMap<>();

    private Builder(EventType type) {
      put(SPEC_VERSION, SPEC_VERSION_VALUE);
      put(TYPE, type.text());
      put(CONTENT_TYPE, type.contentType());
    }

    public Builder id(String id) {
      return put(ID, id);
    }

    public Builder source(String source) {
      return put(SOURCE, source);
    }

    public Builder time(Instant time) {
      return put(TIME, time.toString());
    }

    public Builder chunk(String chunk) {
      return put(CHUNK, chunk);
    }

    public Builder shard(int index, int count) {
      return put(SHARD, new ShardPlace(index, count).toString());
    }

    public Builder geometry(int k, int m) {
      return put(GEOMETRY, k + "+" + m);
    }

    public Builder attempt(int attempt) {
      return put(ATTEMPT, Integer.toString(attempt));
    }

    public Builder digest(int crc32c) {
      return put(DIGEST, String.format("%08x", crc32c));
    }

    public Builder order(byte[] signedOrder) {
      return put(ORDER, encodeBase64(signedOrder));
    }

    public Builder traceparent(String traceparent) {
      return put(TRACEPARENT, traceparent);
    }

    /**
     * @throws IllegalArgumentException if the id is missing, a value is not what its reader takes,
     *     or all together are too large
     */
    public EventHeaders build() {
      EventHeaders built = new EventHeaders(new LinkedHashMap<>(values));
      try {
        built.checkAll();
      } catch (UndecodableRecordException e) {
        throw new IllegalArgumentException("headers cannot be sent: " + e.getMessage(), e);
      }
      long size = 0;
      for (Map.Entry<String, String> header : values.entrySet()) {
        size += header.getKey().length() + header.getValue().length();
      }
      RecordLimits.requireAtMost("all headers", size, RecordLimits.HEADERS_MAX_BYTES);
      return built;
    }

    private Builder put(String name, String value) {
      int bad = PrintableAscii.firstOutside(value);
      if (value.isEmpty() || bad >= 0) {
        throw new IllegalArgumentException(
            "header "
                + name
                + " must be printable ASCII without blanks"
                + (bad >= 0 ? ", but is not at " + bad : ", but is empty"));
      }
      values.put(name, value);
      return this;
    }
  }
}
