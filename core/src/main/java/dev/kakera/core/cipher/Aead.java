package dev.kakera.core.cipher;

/**
 * ChaCha20-Poly1305 of RFC 8439, one message at a time: {@link #begin}, then {@link #seal} or
 * {@link #open}, which forget the key. Confined to one thread; all arrays stay the caller's.
 *
 * <p>Neither knows nor checks whether a key and nonce were used before: that is the caller's.
 */
public interface Aead {
  int KEY_BYTES = 32;
  int NONCE_BYTES = 12;
  int TAG_BYTES = 16;

  /** What {@link #begin} takes: a key, then a nonce. */
  int SECRET_BYTES = KEY_BYTES + NONCE_BYTES;

  /** The name of this way, for logs. */
  String name();

  /**
   * Begins a message.
   *
   * @param secret {@link #SECRET_BYTES} bytes; may be zeroed afterwards
   * @param header authenticated, not encrypted; must not change before the message ends
   */
  void begin(byte[] secret, byte[] header, int headerOffset, int headerLength);

  /**
   * Writes {@code length} sealed bytes and the tag to {@code target}, which may be {@code plain} if
   * the offsets are equal.
   */
  void seal(byte[] plain, int offset, int length, byte[] target, int targetOffset);

  /**
   * Checks the tag and gives the plaintext, {@code length} - {@link #TAG_BYTES} bytes.
   *
   * @param length of the sealed bytes and the tag behind them
   * @param target another array than {@code sealed}
   * @return false if the tag does not match; {@code target} is then as it was, or zeros where the
   *     plaintext would be
   */
  boolean open(byte[] sealed, int offset, int length, byte[] target, int targetOffset);
}
