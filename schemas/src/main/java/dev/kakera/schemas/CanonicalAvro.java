package dev.kakera.schemas;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import org.apache.avro.Schema;

/**
 * Walks Avro binary bytes beside their schema and refuses everything but the one canonical form.
 *
 * <p>Avro's own decoder allocates what a length claims and takes many byte sequences for the same
 * record (long forms of numbers, arrays in pieces, text that is not UTF-8, bytes behind the end).
 * Records come from peers that are not trusted, so this walk comes first; it allocates only to
 * decode text that is there. Schemas are ours and not recursive, so neither is the depth a peer's
 * choice.
 */
final class CanonicalAvro {

  private final ByteBuffer bytes;

  private CanonicalAvro(ByteBuffer bytes) {
    this.bytes = bytes;
  }

  /**
   * @throws UndecodableRecordException naming the field that is wrong
   */
  static void check(Schema schema, ByteBuffer bytes) {
    CanonicalAvro walk = new CanonicalAvro(bytes);
    walk.value(schema, schema.getName());
    if (bytes.hasRemaining()) {
      throw new UndecodableRecordException(
          schema.getName(), "nothing behind its end", bytes.remaining() + " more bytes");
    }
  }

  /** Strict UTF-8; moves to the end of {@code bytes}. */
  static String strictText(String what, ByteBuffer bytes) {
    try {
      return UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT)
          .decode(bytes)
          .toString();
    } catch (CharacterCodingException e) {
      throw new UndecodableRecordException(what, "text in UTF-8", "other bytes");
    }
  }

  private void value(Schema schema, String path) {
    switch (schema.getType()) {
      case RECORD -> {
        for (Schema.Field field : schema.getFields()) {
          value(field.schema(), path + "." + field.name());
        }
      }
      case ARRAY -> array(schema, path);
      case UNION -> value(schema.getTypes().get(index(path, schema.getTypes().size())), path);
      case ENUM -> index(path, schema.getEnumSymbols().size());
      case STRING -> {
        int length = length(path);
        strictText(path, bytes.slice(bytes.position(), length));
        skip(length);
      }
      case BYTES -> skip(length(path));
      case FIXED -> {
        require(path, schema.getFixedSize());
        skip(schema.getFixedSize());
      }
      case BOOLEAN -> bool(path);
      case INT -> number(path, 32);
      case LONG -> number(path, 64);
      case NULL -> {}
      case MAP, FLOAT, DOUBLE ->
          throw new IllegalStateException(path + " has a type that no record of ours uses");
    }
  }

  private void array(Schema schema, String path) {
    long count = number(path, 64);
    if (count == 0) {
      return;
    }
    // Each item of our arrays has at least one byte, so a count beyond the bytes left is a lie.
    if (count < 0 || count > bytes.remaining()) {
      throw new UndecodableRecordException(
          path, "0 to " + bytes.remaining() + " items", Long.toString(count));
    }
    for (int i = 0; i < count; i++) {
      value(schema.getElementType(), path + "[" + i + "]");
    }
    long end = number(path, 64);
    if (end != 0) {
      throw new UndecodableRecordException(path, "one run of items", "another run");
    }
  }

  private int index(String path, int count) {
    long index = number(path, 32);
    if (index < 0 || index >= count) {
      throw new UndecodableRecordException(
          path, "a choice from 0 to " + (count - 1), Long.toString(index));
    }
    return (int) index;
  }

  private int length(String path) {
    long length = number(path, 64);
    if (length < 0 || length > bytes.remaining()) {
      throw new UndecodableRecordException(
          path, "0 to " + bytes.remaining() + " bytes", Long.toString(length));
    }
    return (int) length;
  }

  private void bool(String path) {
    require(path, 1);
    byte value = bytes.get();
    if (value != 0 && value != 1) {
      throw new UndecodableRecordException(path, "0 or 1", Byte.toString(value));
    }
  }

  /** Zigzag variable-length number in its shortest form that fits {@code bits}. */
  private long number(String path, int bits) {
    long raw = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      require(path, 1);
      byte next = bytes.get();
      long low = next & 0x7f;
      if (shift == 63 && low > 1) {
        break;
      }
      raw |= low << shift;
      if (next >= 0) {
        if (next == 0 && shift > 0) {
          throw new UndecodableRecordException(path, "a number in its shortest form", "a longer");
        }
        if (bits == 32 && raw >>> 32 != 0) {
          break;
        }
        return (raw >>> 1) ^ -(raw & 1);
      }
    }
    throw new UndecodableRecordException(path, "a number of " + bits + " bits", "a larger one");
  }

  private void require(String path, int size) {
    if (bytes.remaining() < size) {
      throw new UndecodableRecordException(
          path, size + " more bytes", "the end after " + bytes.remaining());
    }
  }

  private void skip(int size) {
    bytes.position(bytes.position() + size);
  }
}
