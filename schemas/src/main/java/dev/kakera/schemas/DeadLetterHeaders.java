package dev.kakera.schemas;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.kakera.schemas.record.DeadLetterRecord;
import java.net.URLDecoder;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Why a record was parked, as headers beside those it had: a parked record keeps its key, its value
 * and its headers.
 *
 * <pre>
 * dlq_topic, dlq_partition, dlq_offset   where it was read
 * dlq_attempts                           how often it was tried
 * dlq_reason                             for people; other than printable ASCII as %XX of its UTF-8
 * </pre>
 */
public final class DeadLetterHeaders {

  public static final String TOPIC = "dlq_topic";
  public static final String PARTITION = "dlq_partition";
  public static final String OFFSET = "dlq_offset";
  public static final String ATTEMPTS = "dlq_attempts";
  public static final String REASON = "dlq_reason";

  private static final int REASON_SIZE_MAX_BYTES = 1024;

  private DeadLetterHeaders() {}

  /** Adds the headers; those of an earlier parking are replaced. A long reason is cut. */
  public static void write(DeadLetterRecord deadLetter, Headers headers) {
    put(headers, TOPIC, deadLetter.getTopic());
    put(headers, PARTITION, Integer.toString(deadLetter.getPartition()));
    put(headers, OFFSET, Long.toString(deadLetter.getOffset()));
    put(headers, ATTEMPTS, Integer.toString(deadLetter.getAttempts()));
    put(headers, REASON, escape(deadLetter.getReason()));
  }

  /**
   * Reads them back.
   *
   * @throws UndecodableRecordException if one is missing or malformed
   */
  public static DeadLetterRecord read(Iterable<Header> headers) {
    Map<String, String> found = new HashMap<>();
    for (Header header : headers) {
      byte @Nullable [] value = header.value();
      if (header.key().startsWith("dlq_") && value != null) {
        found.put(header.key(), new String(value, US_ASCII));
      }
    }
    return DeadLetterRecord.newBuilder()
        .setTopic(require(found, TOPIC))
        .setPartition((int) number(found, PARTITION, Integer.MAX_VALUE))
        .setOffset(number(found, OFFSET, Long.MAX_VALUE))
        .setAttempts((int) number(found, ATTEMPTS, Integer.MAX_VALUE))
        .setReason(unescape(require(found, REASON)))
        .build();
  }

  private static void put(Headers headers, String name, String value) {
    headers.remove(name);
    headers.add(name, value.getBytes(US_ASCII));
  }

  private static String escape(String reason) {
    StringBuilder out = new StringBuilder();
    for (int codePoint : reason.codePoints().toArray()) {
      String next =
          codePoint >= 0x20 && codePoint <= 0x7e && codePoint != '%'
              ? Character.toString(codePoint)
              : percent(codePoint);
      if (out.length() + next.length() > REASON_SIZE_MAX_BYTES) {
        break;
      }
      out.append(next);
    }
    return out.toString();
  }

  private static String percent(int codePoint) {
    StringBuilder out = new StringBuilder();
    for (byte b : Character.toString(codePoint).getBytes(UTF_8)) {
      out.append(String.format("%%%02X", b));
    }
    return out.toString();
  }

  private static String unescape(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), UTF_8);
    } catch (IllegalArgumentException e) {
      throw new UndecodableRecordException("header " + REASON, "%XX escapes", "'" + text + "'");
    }
  }

  private static String require(Map<String, String> found, String name) {
    String value = found.get(name);
    if (value == null) {
      throw new UndecodableRecordException("header " + name, "a value", "none");
    }
    return value;
  }

  private static long number(Map<String, String> found, String name, long max) {
    String value = require(found, name);
    if (value.matches("[0-9]{1,18}") && Long.parseLong(value) <= max) {
      return Long.parseLong(value);
    }
    throw new UndecodableRecordException("header " + name, "a number from 0", "'" + value + "'");
  }
}
