package dev.kakera.schemas;

import dev.kakera.schemas.record.DeadLetterRecord;
import dev.kakera.schemas.record.HeartbeatRecord;
import dev.kakera.schemas.record.ReceiptRecord;
import dev.kakera.schemas.record.ReplyRecord;
import dev.kakera.schemas.record.RequestRecord;
import dev.kakera.schemas.record.StripeRecord;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/**
 * The number that stands for a schema on the wire. Given out once, never reused: a changed schema
 * gets a new number, and the old one stays readable.
 */
public enum SchemaId {
  STRIPE(1, StripeRecord.class, StripeRecord.getClassSchema()),
  RECEIPT(2, ReceiptRecord.class, ReceiptRecord.getClassSchema()),
  REQUEST(3, RequestRecord.class, RequestRecord.getClassSchema()),
  REPLY(4, ReplyRecord.class, ReplyRecord.getClassSchema()),
  HEARTBEAT(5, HeartbeatRecord.class, HeartbeatRecord.getClassSchema()),
  DEAD_LETTER(6, DeadLetterRecord.class, DeadLetterRecord.getClassSchema());

  private final int id;
  private final Class<? extends SpecificRecord> type;
  private final Schema schema;

  SchemaId(int id, Class<? extends SpecificRecord> type, Schema schema) {
    this.id = id;
    this.type = type;
    this.schema = schema;
  }

  /** The number on the wire. */
  public int id() {
    return id;
  }

  /** The generated class that holds such a record. */
  public Class<? extends SpecificRecord> type() {
    return type;
  }

  /**
   * The schema the bytes are written with; its {@code toString} is the JSON that Kafka tools ask
   * for.
   */
  public Schema schema() {
    return schema;
  }

  /** The schema of a number, if it was ever given out. */
  public static Optional<SchemaId> of(int id) {
    for (SchemaId candidate : values()) {
      if (candidate.id == id) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  /** The number of a generated class. */
  static SchemaId of(Class<? extends SpecificRecord> type) {
    for (SchemaId candidate : values()) {
      if (candidate.type == type) {
        return candidate;
      }
    }
    throw new IllegalArgumentException(type.getName() + " is not a record of the wire contract");
  }
}
