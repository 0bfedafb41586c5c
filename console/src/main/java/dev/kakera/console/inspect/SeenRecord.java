package dev.kakera.console.inspect;

import dev.kakera.core.order.Receipt;
import dev.kakera.schemas.EventHeaders;
import dev.kakera.schemas.record.DeadLetterRecord;
import dev.kakera.schemas.record.ReceiptRecord;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;

/**
 * A record as a person may see it: never a byte of a sealed payload.
 *
 * @param timeMillis when the broker took it
 * @param key printable
 * @param headers all of them, printable, in order
 * @param event the same, where they are as the contract has them
 * @param valueBytes -1 when it has no value
 * @param value what the value is, in words
 * @param control the value, where it is a control record and was looked at
 * @param parked why it was parked, if it was
 * @param problem why it could not be read whole
 */
public record SeenRecord(
    Place place,
    long timeMillis,
    String key,
    List<Field> headers,
    Optional<EventHeaders> event,
    int valueBytes,
    String value,
    Optional<SpecificRecord> control,
    Optional<DeadLetterRecord> parked,
    Optional<String> problem) {

  /** Where a record lies. */
  public record Place(String topic, int partition, long offset) {
    @Override
    public String toString() {
      return "%s p%d @ %d".formatted(topic, partition, offset);
    }
  }

  /** A name and what it is. */
  public record Field(String name, String value) {}

  public SeenRecord {
    headers = List.copyOf(headers);
  }

  /** One word. */
  public String type() {
    return event.map(known -> known.type().name().toLowerCase(Locale.ROOT)).orElse("unknown");
  }

  /** What tells a control record from the next; empty for a raw payload. */
  public String brief() {
    return control.map(ControlFields::brief).orElse("");
  }

  /** Why it was parked; empty if it was not. */
  public String parkedReason() {
    return parked.map(why -> Printable.text(why.getReason())).orElse("");
  }

  /** The receipt in it, its signature not looked at; empty for anything else. */
  public Optional<Receipt> receipt() {
    return control.flatMap(
        value ->
            value instanceof ReceiptRecord signed
                ? ControlFields.receiptOf(signed)
                : Optional.empty());
  }

  /** The value's fields; empty for a raw payload. */
  public List<Field> fields() {
    return control.map(ControlFields::of).orElse(List.of());
  }
}
