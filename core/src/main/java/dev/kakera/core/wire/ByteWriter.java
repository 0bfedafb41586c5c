package dev.kakera.core.wire;

import dev.kakera.core.id.Digest;
import java.util.Arrays;

/** Grows as it writes. Not thread-safe; {@link #toBytes} copies. */
public final class ByteWriter {
  private byte[] bytes;
  private int size;

  public ByteWriter(int capacity) {
    bytes = new byte[Math.max(16, capacity)];
  }

  public int size() {
    return size;
  }

  public byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  public void clear() {
    size = 0;
  }

  public ByteWriter u8(int value) {
    requireRange("u8", value, 0xff);
    reserve(1);
    bytes[size++] = (byte) value;
    return this;
  }

  public ByteWriter u16(int value) {
    requireRange("u16", value, 0xffff);
    return u8(value >>> 8).u8(value & 0xff);
  }

  public ByteWriter u32(int value) {
    return u16(value >>> 16).u16(value & 0xffff);
  }

  public ByteWriter u64(long value) {
    return u32((int) (value >>> 32)).u32((int) value);
  }

  /** Unsigned LEB128 in as few bytes as possible; negative longs count as large unsigned ones. */
  public ByteWriter varint(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      u8((int) (rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    return u8((int) rest);
  }

  /** Zigzag, then {@link #varint}. */
  public ByteWriter signedVarint(long value) {
    return varint((value << 1) ^ (value >> 63));
  }

  public ByteWriter raw(byte[] source) {
    return raw(source, 0, source.length);
  }

  public ByteWriter raw(byte[] source, int offset, int length) {
    reserve(length);
    System.arraycopy(source, offset, bytes, size, length);
    size += length;
    return this;
  }

  public ByteWriter digest(Digest digest) {
    reserve(Digest.BYTES);
    digest.writeTo(bytes, size);
    size += Digest.BYTES;
    return this;
  }

  /** A varint length, then the bytes. */
  public ByteWriter sized(byte[] source) {
    return varint(source.length).raw(source);
  }

  private void reserve(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(size + more, bytes.length * 2));
    }
  }

  private static void requireRange(String what, int value, int max) {
    if (value < 0 || value > max) {
      throw new IllegalArgumentException(
          "%s: got %d, expected 0 to %d".formatted(what, value, max));
    }
  }
}
