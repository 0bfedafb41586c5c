package dev.kakera.console.inspect;

import dev.kakera.console.output.Units;
import dev.kakera.core.seal.SealedHeader;
import dev.kakera.core.spool.SpoolSealer;
import dev.kakera.core.wire.MalformedException;
import dev.kakera.schemas.DeadLetterHeaders;
import dev.kakera.schemas.EventHeaders;
import dev.kakera.schemas.EventType;
import dev.kakera.schemas.Framing;
import dev.kakera.schemas.UndecodableRecordException;
import dev.kakera.schemas.record.DeadLetterRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Makes a record fit to be seen. Whatever its bytes are, there is something to show. */
public final class RecordDecoder {
  private RecordDecoder() {}

  /**
   * Decodes what can be decoded.
   *
   * @param withValue false to look at key and headers alone
   */
  public static SeenRecord decode(ConsumerRecord<byte[], byte[]> from, boolean withValue) {
    byte @Nullable [] value = from.value();
    int valueBytes = value == null ? -1 : value.length;
    List<String> problems = new ArrayList<>();
    Optional<EventHeaders> event = event(from, problems);
    Optional<SpecificRecord> control = Optional.empty();
    String words = valueBytes < 0 ? "no value" : Units.bytes(valueBytes);
    if (withValue && value != null && event.isPresent()) {
      if (event.get().type().framed()) {
        control = control(value, problems);
      } else {
        words = words + ", " + sealed(event.get().type(), value);
      }
    }
    return new SeenRecord(
        new SeenRecord.Place(from.topic(), from.partition(), from.offset()),
        from.timestamp(),
        Printable.bytes(from.key()),
        headers(from),
        event,
        valueBytes,
        words,
        control,
        parked(from, problems),
        problems.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", problems)));
  }

  private static Optional<EventHeaders> event(
      ConsumerRecord<byte[], byte[]> from, List<String> problems) {
    try {
      return Optional.of(EventHeaders.read(from.headers()));
    } catch (UndecodableRecordException e) {
      problems.add(e.getMessage());
      return Optional.empty();
    }
  }

  private static Optional<SpecificRecord> control(byte[] value, List<String> problems) {
    try {
      return Optional.of(Framing.decodeAny(value));
    } catch (UndecodableRecordException e) {
      problems.add(e.getMessage());
      return Optional.empty();
    }
  }

  private static Optional<DeadLetterRecord> parked(
      ConsumerRecord<byte[], byte[]> from, List<String> problems) {
    if (from.headers().lastHeader(DeadLetterHeaders.TOPIC) == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(DeadLetterHeaders.read(from.headers()));
    } catch (UndecodableRecordException e) {
      problems.add(e.getMessage());
      return Optional.empty();
    }
  }

  private static List<SeenRecord.Field> headers(ConsumerRecord<byte[], byte[]> from) {
    List<SeenRecord.Field> headers = new ArrayList<>();
    for (Header header : from.headers()) {
      headers.add(
          new SeenRecord.Field(Printable.text(header.key()), Printable.bytes(header.value())));
    }
    return headers;
  }

  /** What the open part of a sealed payload says, which is what any peer sees. */
  private static String sealed(EventType type, byte[] value) {
    try {
      if (type == EventType.CHUNK) {
        return "sealed under spool key %016x".formatted(SpoolSealer.keyId(value));
      }
      SealedHeader header = SealedHeader.read(value, 0, value.length);
      String what = header.type().name().toLowerCase(Locale.ROOT);
      return header.k() == 0
          ? "sealed %s, key epoch %d".formatted(what, header.epoch())
          : "sealed %s %d of %d+%d, key epoch %d"
              .formatted(what, header.index(), header.k(), header.m(), header.epoch());
    } catch (MalformedException e) {
      return "not sealed as it should be: " + e.getMessage();
    }
  }
}
