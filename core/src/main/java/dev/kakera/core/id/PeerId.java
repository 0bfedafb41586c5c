package dev.kakera.core.id;

import dev.kakera.core.wire.MalformedException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Names a peer: the first 16 bytes of SHA-256 over its Ed25519 public key. Sixteen bytes. */
public record PeerId(long high, long low) {
  public static final int BYTES = 16;

  /** Reads the first 16 bytes. */
  public static PeerId copyOf(byte[] bytes) {
    if (bytes.length < BYTES) {
      throw new MalformedException(
          MalformedException.Failure.TRUNCATED, "PeerId: got %d bytes, expected 16", bytes.length);
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new PeerId(buffer.getLong(), buffer.getLong());
  }

  /**
   * The name of the peer that signs under {@code publicKey}.
   *
   * @param publicKey 32 bytes, Ed25519 (RFC 8032)
   */
  public static PeerId ofPublicKey(byte[] publicKey) {
    try {
      return copyOf(MessageDigest.getInstance("SHA-256").digest(publicKey));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no SHA-256", e);
    }
  }

  /** Reads 32 lower- or upper-case hexadecimal digits. */
  public static PeerId parse(String hex) {
    if (hex.length() != 2 * BYTES) {
      throw new IllegalArgumentException(
          "PeerId: got %d characters, expected 32 hexadecimal digits".formatted(hex.length()));
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
