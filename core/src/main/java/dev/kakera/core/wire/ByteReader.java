package dev.kakera.core.wire;

import dev.kakera.core.id.Digest;
import dev.kakera.core.wire.MalformedException.Failure;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads what {@link ByteWriter} writes and refuses every other encoding of it. Shares the array;
 * not thread-safe.
 */
public final class ByteReader {
  private final String what;
  private final byte[] bytes;
  private final int end;
  private int position;

  /**
   * @param what names the object in refusals
   */
  public ByteReader(String what, byte[] bytes) {
    this(what, bytes, 0, bytes.length);
  }

  public ByteReader(String what, byte[] bytes, int offset, int length) {
    this.what = what;
    this.bytes = bytes;
    this.position = offset;
    this.end = offset + length;
  }

  public int remaining() {
    return end - position;
  }

  public int position() {
    return position;
  }

  public int u8() {
    require(1);
    return bytes[position++] & 0xff;
  }

  public int u16() {
    return u8() << 8 | u8();
  }

  public int u32() {
    return u16() << 16 | u16();
  }

  /**
   * A u32 that counts or measures something: refused above {@code max}, before anything is
   * allocated.
   */
  public int size32(String field, int max) {
    int value = u32();
    if (value < 0 || value > max) {
      throw refuse(Failure.RANGE, "%s is %d, at most %d", field, value & 0xffffffffL, max);
    }
    return value;
  }

  public long u64() {
    return (long) u32() << 32 | (u32() & 0xffffffffL);
  }

  public long varint() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int next = u8();
      value |= (long) (next & 0x7f) << shift;
      if (next < 0x80) {
        if (next == 0 && shift > 0 || shift == 63 && next > 1) {
          throw refuse(Failure.NOT_CANONICAL, "a number is written longer than it is");
        }
        return value;
      }
    }
    throw refuse(Failure.NOT_CANONICAL, "a number is longer than 64 bits");
  }

  public long signedVarint() {
    long value = varint();
    return (value >>> 1) ^ -(value & 1);
  }

  /** A varint of at most {@code max}. */
  public int count(String field, int max) {
    long value = varint();
    if (value < 0 || value > max) {
      throw refuse(Failure.RANGE, "%s is %s, at most %d", field, Long.toUnsignedString(value), max);
    }
    return (int) value;
  }

  /** A varint that is a size or an offset: refused when negative as a signed long. */
  public long length(String field) {
    long value = varint();
    if (value < 0) {
      throw refuse(Failure.RANGE, "%s is %s", field, Long.toUnsignedString(value));
    }
    return value;
  }

  public byte[] raw(int length) {
    require(length);
    byte[] copy = Arrays.copyOfRange(bytes, position, position + length);
    position += length;
    return copy;
  }

  public Digest digest() {
    require(Digest.BYTES);
    Digest digest = Digest.copyOf(bytes, position);
    position += Digest.BYTES;
    return digest;
  }

  public byte[] sized(String field, int max) {
    return raw(count(field + " length", max));
  }

  /** UTF-8 in at most {@code max} bytes; anything that is not UTF-8 is refused. */
  public String text(String field, int max) {
    byte[] encoded = sized(field, max);
    String text = new String(encoded, StandardCharsets.UTF_8);
    if (!Arrays.equals(encoded, text.getBytes(StandardCharsets.UTF_8))) {
      throw refuse(Failure.NOT_CANONICAL, "%s is not UTF-8", field);
    }
    return text;
  }

  /** One byte that is 0 or 1. */
  public boolean flag(String field) {
    int value = u8();
    if (value > 1) {
      throw refuse(Failure.UNSUPPORTED, "%s is %d, expected 0 or 1", field, value);
    }
    return value == 1;
  }

  public void magic(byte[] expected) {
    require(expected.length);
    if (!Arrays.equals(bytes, position, position + expected.length, expected, 0, expected.length)) {
      throw refuse(Failure.MAGIC, "does not start as one");
    }
    position += expected.length;
  }

  /** Reads one byte that must be {@code known}. */
  public void version(String field, int known) {
    int got = u8();
    if (got != known) {
      throw refuse(Failure.UNSUPPORTED, "%s is %d, this program knows %d", field, got, known);
    }
  }

  public void end() {
    if (remaining() != 0) {
      throw refuse(Failure.TRAILING, "%d bytes follow its end", remaining());
    }
  }

  public MalformedException refuse(Failure failure, String message, Object... arguments) {
    return new MalformedException(failure, "%s: %s", what, message.formatted(arguments));
  }

  private void require(int length) {
    if (length < 0 || remaining() < length) {
      throw refuse(Failure.TRUNCATED, "%d bytes left, %d needed", remaining(), length);
    }
  }
}
