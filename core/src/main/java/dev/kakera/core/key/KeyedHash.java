package dev.kakera.core.key;

import dev.kakera.core.id.Digest;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA256 under one key, reused from call to call. Confined to one thread. */
public final class KeyedHash {
  private static final int EXPAND_MAX_BYTES = 255 * Digest.BYTES;

  private final Mac mac;
  private final byte[] output = new byte[Digest.BYTES];

  KeyedHash(byte[] key) {
    try {
      mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no HmacSHA256", e);
    }
  }

  public KeyedHash update(byte[] bytes) {
    mac.update(bytes, 0, bytes.length);
    return this;
  }

  public KeyedHash update(byte[] bytes, int offset, int length) {
    mac.update(bytes, offset, length);
    return this;
  }

  public KeyedHash update(byte value) {
    mac.update(value);
    return this;
  }

  /** Ends the message and makes ready for the next one. */
  public Digest finish() {
    try {
      mac.doFinal(output, 0);
    } catch (ShortBufferException e) {
      throw new IllegalStateException("HmacSHA256 gives 32 bytes", e);
    }
    return Digest.copyOf(output, 0);
  }

  /**
   * HKDF-Expand with this hash's key as the pseudo-random key (RFC 5869, section 2.3).
   *
   * @param length 1 to 255 x 32 bytes
   */
  public byte[] expand(byte[] info, int length) {
    if (length < 1 || length > EXPAND_MAX_BYTES) {
      throw new IllegalArgumentException(
          "HKDF-Expand: got length %d, expected 1 to %d".formatted(length, EXPAND_MAX_BYTES));
    }
    byte[] result = new byte[length];
    expand(info, result);
    return result;
  }

  /** As {@link #expand(byte[], int)}, filling {@code target}, which has 1 to 255 x 32 bytes. */
  public void expand(byte[] info, byte[] target) {
    int done = 0;
    try {
      for (int counter = 1; done < target.length; counter++) {
        if (counter > 1) {
          mac.update(output, 0, Digest.BYTES);
        }
        mac.update(info, 0, info.length);
        mac.update((byte) counter);
        mac.doFinal(output, 0);
        int take = Math.min(Digest.BYTES, target.length - done);
        System.arraycopy(output, 0, target, done, take);
        done += take;
      }
    } catch (ShortBufferException e) {
      throw new IllegalStateException("HmacSHA256 gives 32 bytes", e);
    } finally {
      Arrays.fill(output, (byte) 0);
    }
  }
}
