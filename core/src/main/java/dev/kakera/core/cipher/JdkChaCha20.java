package dev.kakera.core.cipher;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.ChaCha20ParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** The JDK's cipher, which has an intrinsic on all common CPUs. */
final class JdkChaCha20 implements ChaCha20 {
  /** A key that no message has: messages have derived or random ones. */
  private static final SecretKeySpec NO_KEY =
      new SecretKeySpec("kakera burns the key before this".getBytes(US_ASCII), "ChaCha20");

  private static final byte[] ZEROS = new byte[BLOCK_BYTES];

  private final Cipher cipher;
  private final byte[] nonce = new byte[Aead.NONCE_BYTES];
  private byte burns;

  JdkChaCha20() {
    try {
      cipher = Cipher.getInstance("ChaCha20");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no ChaCha20", e);
    }
  }

  @Override
  public void begin(byte[] secret, byte[] blockZero) {
    System.arraycopy(secret, Aead.KEY_BYTES, nonce, 0, Aead.NONCE_BYTES);
    try {
      cipher.init(
          Cipher.ENCRYPT_MODE,
          new SecretKeySpec(secret, 0, Aead.KEY_BYTES, "ChaCha20"),
          new ChaCha20ParameterSpec(nonce, 0));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("ChaCha20 refused a 32-byte key: " + e.getMessage(), e);
    }
    crypt(ZEROS, 0, BLOCK_BYTES, blockZero, 0);
  }

  @Override
  public void crypt(byte[] source, int offset, int length, byte[] target, int targetOffset) {
    try {
      cipher.update(source, offset, length, target, targetOffset);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(
          "ChaCha20 failed on " + length + " bytes: " + e.getMessage(), e);
    }
  }

  /** As {@link JdkAead}: a new key makes the cipher zero its copy of the old one. */
  @Override
  public void end() {
    byte[] other = new byte[Aead.NONCE_BYTES];
    other[0] = burns++;
    try {
      cipher.init(Cipher.ENCRYPT_MODE, NO_KEY, new ChaCha20ParameterSpec(other, 0));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("ChaCha20 refused another key: " + e.getMessage(), e);
    }
  }
}
