package dev.kakera.core.cipher;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The JDK's own: fast where the JVM has an intrinsic for Poly1305 (AVX-512 with IFMA, AVX-IFMA,
 * AArch64).
 */
final class JdkAead implements Aead {
  /** A key that no message has: messages have derived or random ones. */
  private static final SecretKeySpec NO_KEY =
      new SecretKeySpec("kakera burns the key before this".getBytes(US_ASCII), "ChaCha20");

  private final Cipher cipher;
  private byte[] secret = new byte[SECRET_BYTES];
  private byte[] header = new byte[0];
  private int headerOffset;
  private int headerLength;
  private byte burns;

  JdkAead() {
    try {
      cipher = Cipher.getInstance("ChaCha20-Poly1305");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no ChaCha20-Poly1305", e);
    }
  }

  @Override
  public String name() {
    return "jdk";
  }

  @Override
  public void begin(byte[] secret, byte[] header, int headerOffset, int headerLength) {
    System.arraycopy(secret, 0, this.secret, 0, SECRET_BYTES);
    this.header = header;
    this.headerOffset = headerOffset;
    this.headerLength = headerLength;
  }

  @Override
  public void seal(byte[] plain, int offset, int length, byte[] target, int targetOffset) {
    try {
      init(Cipher.ENCRYPT_MODE);
      cipher.doFinal(plain, offset, length, target, targetOffset);
      burn();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("sealing failed: " + e.getMessage(), e);
    }
  }

  @Override
  public boolean open(byte[] sealed, int offset, int length, byte[] target, int targetOffset) {
    try {
      init(Cipher.DECRYPT_MODE);
      try {
        // In one call: the JDK gives nothing out before it has seen the tag, and keeps a copy of
        // what comes in pieces.
        cipher.doFinal(sealed, offset, length, target, targetOffset);
        return true;
      } catch (AEADBadTagException e) {
        return false;
      } finally {
        burn();
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("opening failed: " + e.getMessage(), e);
    }
  }

  private void init(int mode) throws GeneralSecurityException {
    cipher.init(
        mode,
        new SecretKeySpec(secret, 0, KEY_BYTES, "ChaCha20"),
        new IvParameterSpec(secret, KEY_BYTES, NONCE_BYTES));
    Arrays.fill(secret, (byte) 0);
    cipher.updateAAD(header, headerOffset, headerLength);
  }

  /**
   * A new key makes the cipher zero its copy of the old one, and take the same key and nonce again,
   * which it would refuse otherwise: a repeat must give the same bytes. It refuses its own last
   * nonce, too, hence two.
   */
  private void burn() throws GeneralSecurityException {
    byte[] nonce = new byte[NONCE_BYTES];
    nonce[0] = burns++;
    cipher.init(Cipher.ENCRYPT_MODE, NO_KEY, new IvParameterSpec(nonce));
  }
}
