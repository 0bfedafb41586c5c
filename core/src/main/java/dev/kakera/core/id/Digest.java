package dev.kakera.core.id;

import dev.kakera.core.wire.MalformedException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.HexFormat;

/** Thirty-two bytes held by value, so that identifiers compare and hash without arrays. */
public record Digest(long a, long b, long c, long d) implements Comparable<Digest> {
  public static final int BYTES = 32;
  public static final Digest ZERO = new Digest(0, 0, 0, 0);

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** Reads the 32 bytes at {@code offset}. */
  public static Digest copyOf(byte[] bytes, int offset) {
    if (bytes.length - offset < BYTES) {
      throw new MalformedException(
          MalformedException.Failure.TRUNCATED,
          "digest: got %d bytes, expected 32",
          bytes.length - offset);
    }
    return new Digest(
        (long) LONGS.get(bytes, offset),
        (long) LONGS.get(bytes, offset + 8),
        (long) LONGS.get(bytes, offset + 16),
        (long) LONGS.get(bytes, offset + 24));
  }

  /** Reads 64 lower- or upper-case hexadecimal digits. */
  public static Digest parse(String hex) {
    if (hex.length() != 2 * BYTES) {
      throw new IllegalArgumentException(
          "identifier: got %d characters, expected 64 hexadecimal digits".formatted(hex.length()));
    }
    return copyOf(HexFormat.of().parseHex(hex), 0);
  }

  public void writeTo(byte[] target, int offset) {
    LONGS.set(target, offset, a);
    LONGS.set(target, offset + 8, b);
    LONGS.set(target, offset + 16, c);
    LONGS.set(target, offset + 24, d);
  }

  public byte[] toBytes() {
    byte[] bytes = new byte[BYTES];
    writeTo(bytes, 0);
    return bytes;
  }

  public String hex() {
    return HexFormat.of().formatHex(toBytes());
  }

  /** Orders by unsigned bytes. */
  @Override
  public int compareTo(Digest other) {
    int order = Long.compareUnsigned(a, other.a);
    order = order != 0 ? order : Long.compareUnsigned(b, other.b);
    order = order != 0 ? order : Long.compareUnsigned(c, other.c);
    return order != 0 ? order : Long.compareUnsigned(d, other.d);
  }

  @Override
  public String toString() {
    return hex();
  }
}
