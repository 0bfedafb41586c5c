package dev.kakera.encoder;

import dev.kakera.core.wire.MalformedException;
import dev.kakera.core.wire.MalformedException.Failure;
import dev.kakera.schemas.EventHeaders;
import dev.kakera.schemas.EventType;
import dev.kakera.schemas.RecordKey;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * What of a spool record goes on with its stripe.
 *
 * @param spoolId its key
 * @param offset its position in its partition
 * @param attempt delivery count, from 1
 * @param traceparent W3C trace context
 */
record SpoolSource(String spoolId, long offset, int attempt, Optional<String> traceparent) {

  /**
   * @throws RuntimeException when key or headers are not those of a spool record
   */
  static SpoolSource of(ConsumerRecord<byte[], byte[]> record) {
    EventHeaders headers = EventHeaders.read(record.headers());
    if (headers.type() != EventType.CHUNK) {
      throw new MalformedException(
          Failure.MAGIC,
          "spool record: its ce_type is %s, expected %s",
          headers.type().text(),
          EventType.CHUNK.text());
    }
    return new SpoolSource(
        RecordKey.decode(record.key()),
        record.offset(),
        record.deliveryCount().orElse((short) 1),
        headers.traceparent());
  }
}
