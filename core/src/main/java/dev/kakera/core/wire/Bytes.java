package dev.kakera.core.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * An immutable byte string: a raw file name, a link target, an attribute's value. Orders by
 * unsigned bytes.
 */
public final class Bytes implements Comparable<Bytes> {
  public static final Bytes EMPTY = new Bytes(new byte[0]);

  private final byte[] bytes;

  private Bytes(byte[] bytes) {
    this.bytes = bytes;
  }

  public static Bytes copyOf(byte[] bytes) {
    return new Bytes(bytes.clone());
  }

  /** The caller must not change {@code bytes} again. */
  public static Bytes takeOwnershipOf(byte[] bytes) {
    return new Bytes(bytes);
  }

  public static Bytes utf8(String text) {
    return new Bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  public byte[] toBytes() {
    return bytes.clone();
  }

  public int length() {
    return bytes.length;
  }

  public byte at(int index) {
    return bytes[index];
  }

  public ByteWriter writeTo(ByteWriter writer) {
    return writer.sized(bytes);
  }

  @Override
  public int compareTo(Bytes other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** For people: UTF-8 where it is, replacement characters where it is not. */
  @Override
  public String toString() {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
