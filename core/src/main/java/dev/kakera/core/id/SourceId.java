package dev.kakera.core.id;

import dev.kakera.core.wire.MalformedException;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/** Names a source; drawn at random when the source is first backed up. Sixteen bytes. */
public record SourceId(long high, long low) {
  public static final int BYTES = 16;

  /** Reads the first 16 bytes. */
  public static SourceId copyOf(byte[] bytes) {
    if (bytes.length < BYTES) {
      throw new MalformedException(
          MalformedException.Failure.TRUNCATED,
          "SourceId: got %d bytes, expected 16",
          bytes.length);
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new SourceId(buffer.getLong(), buffer.getLong());
  }

  /** Reads 32 lower- or upper-case hexadecimal digits. */
  public static SourceId parse(String hex) {
    if (hex.length() != 2 * BYTES) {
      throw new IllegalArgumentException(
          "SourceId: got %d characters, expected 32 hexadecimal digits".formatted(hex.length()));
    }
    return copyOf(HexFormat.of().parseHex(hex));
  }

  public byte[] toBytes() {
    return ByteBuffer.allocate(BYTES).putLong(high).putLong(low).array();
  }

  @Override
  public String toString() {
    return HexFormat.of().toHexDigits(high) + HexFormat.of().toHexDigits(low);
  }
}
