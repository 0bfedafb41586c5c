package dev.kakera.core.key;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * Stands before core's class of this name on the simulator's class path, since Ed25519 would take
 * nine tenths of its time: what is signed under a public key anybody could sign, and the
 * simulator's liars do not.
 */
public final class Signatures {
  public static final int SIGNATURE_BYTES = 64;
  public static final int PUBLIC_KEY_BYTES = 32;

  private Signatures() {}

  /** What is signed. */
  public enum Context {
    ORDER,
    RECEIPT,
    HEAD
  }

  /** Signs under one private key. */
  public static final class SigningKey {
    private final byte[] publicKey;

    public SigningKey(Secret seed) {
      publicKey = sha256(seed.toBytes());
    }

    public byte[] publicKey() {
      return publicKey.clone();
    }

    public byte[] sign(Context context, byte[] body) {
      return signature(publicKey, context, body);
    }
  }

  public static boolean verify(byte[] publicKey, Context context, byte[] body, byte[] signature) {
    return Arrays.equals(signature(publicKey, context, body), signature);
  }

  private static byte[] signature(byte[] publicKey, Context context, byte[] body) {
    byte[] hash =
        sha256(publicKey, context.name().getBytes(StandardCharsets.US_ASCII), new byte[1], body);
    return Arrays.copyOf(hash, SIGNATURE_BYTES);
  }

  private static byte[] sha256(byte[]... parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (byte[] part : parts) {
        digest.update(part);
      }
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no SHA-256", e);
    }
  }
}
