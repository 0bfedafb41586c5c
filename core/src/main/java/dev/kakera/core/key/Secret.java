package dev.kakera.core.key;

import java.util.Arrays;

/** Key material: never prints itself, equals nothing but itself, is zeroed on close. */
public final class Secret implements AutoCloseable {
  public static final int BYTES = 32;

  private final byte[] bytes;
  private boolean closed;

  private Secret(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException(
          "secret: got %d bytes, expected 32".formatted(bytes.length));
    }
    this.bytes = bytes;
  }

  public static Secret copyOf(byte[] bytes) {
    return new Secret(bytes.clone());
  }

  /** The caller must not use {@code bytes} again; they are zeroed on close. */
  public static Secret takeOwnershipOf(byte[] bytes) {
    return new Secret(bytes);
  }

  /** A copy that the caller owns and should zero. */
  public byte[] toBytes() {
    if (closed) {
      throw new IllegalStateException("this secret was destroyed");
    }
    return bytes.clone();
  }

  @Override
  public void close() {
    Arrays.fill(bytes, (byte) 0);
    closed = true;
  }

  @Override
  public String toString() {
    return "Secret";
  }
}
