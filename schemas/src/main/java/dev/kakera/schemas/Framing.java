package dev.kakera.schemas;

import dev.kakera.schemas.record.DeadLetterRecord;
import dev.kakera.schemas.record.HeartbeatRecord;
import dev.kakera.schemas.record.ReceiptRecord;
import dev.kakera.schemas.record.ReplyRecord;
import dev.kakera.schemas.record.RequestRecord;
import dev.kakera.schemas.record.StripeRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.util.ClassSecurityValidator;
import org.jspecify.annotations.Nullable;

/**
 * Control records to bytes and back.
 *
 * <pre>
 * value  = magic id body
 * magic  = %x00
 * id     = 4 bytes, big endian            ; SchemaId
 * body   = Avro binary encoding, canonical ; see below
 * </pre>
 *
 * <p>This is the framing schema registries use, so that Kafka tools decode these topics. Exactly
 * one sequence of bytes is accepted for each record: numbers in their shortest form, arrays in one
 * run, text that is UTF-8, nothing behind the end. Lengths are checked against the bytes that are
 * there before anything is allocated. Values are at most {@link
 * RecordLimits#CONTROL_VALUE_MAX_BYTES}.
 *
 * <p>Stateless; every method may be called from any thread.
 */
public final class Framing {

  /** First byte of every control record. */
  public static final byte MAGIC = 0;

  /** Magic and schema id. */
  public static final int HEADER_SIZE_BYTES = 5;

  private static final SpecificData MODEL = new SpecificData(Framing.class.getClassLoader());
  private static final Map<SchemaId, SpecificDatumWriter<SpecificRecord>> WRITERS =
      new EnumMap<>(SchemaId.class);
  private static final Map<SchemaId, SpecificDatumReader<SpecificRecord>> READERS =
      new EnumMap<>(SchemaId.class);

  static {
    trustGeneratedClasses();
    for (SchemaId id : SchemaId.values()) {
      WRITERS.put(id, new SpecificDatumWriter<>(id.schema(), MODEL));
      READERS.put(id, new SpecificDatumReader<>(id.schema(), id.schema(), MODEL));
    }
  }

  private Framing() {}

  public static byte[] encode(StripeRecord stripe) {
    return write(SchemaId.STRIPE, stripe);
  }

  public static StripeRecord decodeStripe(byte @Nullable [] value) {
    return read(SchemaId.STRIPE, StripeRecord.class, value);
  }

  public static byte[] encode(ReceiptRecord receipt) {
    return write(SchemaId.RECEIPT, receipt);
  }

  public static ReceiptRecord decodeReceipt(byte @Nullable [] value) {
    return read(SchemaId.RECEIPT, ReceiptRecord.class, value);
  }

  public static byte[] encode(RequestRecord request) {
    return write(SchemaId.REQUEST, request);
  }

  public static RequestRecord decodeRequest(byte @Nullable [] value) {
    return read(SchemaId.REQUEST, RequestRecord.class, value);
  }

  public static byte[] encode(ReplyRecord reply) {
    return write(SchemaId.REPLY, reply);
  }

  public static ReplyRecord decodeReply(byte @Nullable [] value) {
    return read(SchemaId.REPLY, ReplyRecord.class, value);
  }

  public static byte[] encode(HeartbeatRecord heartbeat) {
    return write(SchemaId.HEARTBEAT, heartbeat);
  }

  public static HeartbeatRecord decodeHeartbeat(byte @Nullable [] value) {
    return read(SchemaId.HEARTBEAT, HeartbeatRecord.class, value);
  }

  public static byte[] encode(DeadLetterRecord deadLetter) {
    return write(SchemaId.DEAD_LETTER, deadLetter);
  }

  public static DeadLetterRecord decodeDeadLetter(byte @Nullable [] value) {
    return read(SchemaId.DEAD_LETTER, DeadLetterRecord.class, value);
  }

  /**
   * Decodes a control record of any kind; what inspection shows.
   *
   * @throws UndecodableRecordException if the bytes are not exactly one record of the contract
   */
  public static SpecificRecord decodeAny(byte @Nullable [] value) {
    return read(idOf(value), value);
  }

  /**
   * The schema a value says it is written with.
   *
   * @throws UndecodableRecordException if the value is missing, too short or too long, has another
   *     magic byte or an unknown id
   */
  public static SchemaId idOf(byte @Nullable [] value) {
    if (value == null) {
      throw new UndecodableRecordException("control record", "a value", "none");
    }
    if (value.length < HEADER_SIZE_BYTES || value.length > RecordLimits.CONTROL_VALUE_MAX_BYTES) {
      throw new UndecodableRecordException(
          "control record",
          HEADER_SIZE_BYTES + " to " + RecordLimits.CONTROL_VALUE_MAX_BYTES + " bytes",
          value.length + " bytes");
    }
    if (value[0] != MAGIC) {
      throw new UndecodableRecordException("magic byte", "0x00", String.format("0x%02x", value[0]));
    }
    int id = ByteBuffer.wrap(value).getInt(1);
    return SchemaId.of(id)
        .orElseThrow(
            () ->
                new UndecodableRecordException(
                    "schema id", "1 to " + SchemaId.values().length, Integer.toString(id)));
  }

  private static byte[] write(SchemaId id, SpecificRecord record) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(256);
    out.writeBytes(ByteBuffer.allocate(HEADER_SIZE_BYTES).put(MAGIC).putInt(id.id()).array());
    BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
    try {
      WRITERS.get(id).write(record, encoder);
      encoder.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("a byte array cannot fail to be written", e);
    }
    RecordLimits.requireAtMost(id + " record", out.size(), RecordLimits.CONTROL_VALUE_MAX_BYTES);
    return out.toByteArray();
  }

  private static <T extends SpecificRecord> T read(
      SchemaId expected, Class<T> type, byte @Nullable [] value) {
    SchemaId found = idOf(value);
    if (found != expected) {
      throw new UndecodableRecordException(
          "schema id", expected.id() + " (" + expected + ")", found.id() + " (" + found + ")");
    }
    return type.cast(read(found, value));
  }

  private static SpecificRecord read(SchemaId id, byte[] value) {
    int size = value.length - HEADER_SIZE_BYTES;
    CanonicalAvro.check(id.schema(), ByteBuffer.wrap(value, HEADER_SIZE_BYTES, size).slice());
    try {
      return READERS
          .get(id)
          .read(null, DecoderFactory.get().binaryDecoder(value, HEADER_SIZE_BYTES, size, null));
    } catch (IOException | AvroRuntimeException e) {
      // The bytes were walked before, so this is a difference between the walk and Avro: still the
      // record's fault, not ours.
      throw new UndecodableRecordException(
          id + " record", "a body that Avro reads", "'" + e.getMessage() + "'");
    }
  }

  /**
   * Avro refuses to instantiate generated classes it was not told to trust, and does so only when
   * decoding. The rule is global to the process, hence said once, here, on top of what it already
   * is.
   */
  private static void trustGeneratedClasses() {
    String ours = StripeRecord.class.getPackageName();
    ClassSecurityValidator.ClassSecurityPredicate before = ClassSecurityValidator.getGlobal();
    ClassSecurityValidator.setGlobal(
        ClassSecurityValidator.composite(
            before, candidate -> candidate.getPackageName().equals(ours)));
  }
}
