package dev.kakera.core.id;

import dev.kakera.core.wire.MalformedException;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/** Names a peer: the first 16 bytes of SHA-256 over its Ed25519 public key. Sixteen bytes. */
public record PeerId(long high, long low) {
  public static final int BYTES = 16;

  public static PeerId copyOf(byte[] bytes) {
    if (bytes.length < BYTES) {
      throw new MalformedException(
          MalformedException.Failure.TRUNCATED, "PeerId: got %d bytes, expected 16", bytes.length);
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new PeerId(buffer.getLong(), buffer.getLong());
  }

  public static PeerId parse(String hex) {
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
