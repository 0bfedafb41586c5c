package dev.kakera.core.cipher;

/** The stream cipher of RFC 8439, section 2.4. Confined to one thread. */
interface ChaCha20 {
  int BLOCK_BYTES = 64;

  /**
   * Begins a stream behind block 0.
   *
   * @param secret as in {@link Aead#begin}
   * @param blockZero gets the first 64 bytes of the key stream, for the one-time key
   */
  void begin(byte[] secret, byte[] blockZero);

  /**
   * Encrypts or decrypts the next bytes of the stream.
   *
   * @param length a multiple of {@link #BLOCK_BYTES}, except at the end of the stream
   */
  void crypt(byte[] source, int offset, int length, byte[] target, int targetOffset);

  /** Forgets the key. */
  void end();
}
