package dev.kakera.core.key;

import java.nio.charset.StandardCharsets;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.crypto.params.Ed25519PublicKeyParameters;
import org.bouncycastle.crypto.signers.Ed25519Signer;

/**
 * Ed25519 (RFC 8032) over a context string and a body. The context ends in a zero byte, so that no
 * signature made for one kind of record is one for another.
 */
public final class Signatures {
  public static final int SIGNATURE_BYTES = 64;
  public static final int PUBLIC_KEY_BYTES = 32;

  private Signatures() {}

  /** What is signed. */
  public enum Context {
    ORDER("kakera order v1"),
    RECEIPT("kakera receipt v1"),
    HEAD("kakera head v1");

    private final byte[] prefix;

    Context(String text) {
      prefix = (text + "\0").getBytes(StandardCharsets.US_ASCII);
    }
  }

  /** Signs under one private key. Thread-safe. */
  public static final class SigningKey {
    private final Ed25519PrivateKeyParameters key;

    /**
     * @param seed the 32-byte private key of RFC 8032; copied
     */
    public SigningKey(Secret seed) {
      byte[] bytes = seed.toBytes();
      key = new Ed25519PrivateKeyParameters(bytes, 0);
      java.util.Arrays.fill(bytes, (byte) 0);
    }

    public byte[] publicKey() {
      return key.generatePublicKey().getEncoded();
    }

    public byte[] sign(Context context, byte[] body) {
      Ed25519Signer signer = new Ed25519Signer();
      signer.init(true, key);
      signer.update(context.prefix, 0, context.prefix.length);
      signer.update(body, 0, body.length);
      return signer.generateSignature();
    }

    @Override
    public String toString() {
      return "SigningKey";
    }
  }

  /** Checks a signature; false for anything that is not one. */
  public static boolean verify(byte[] publicKey, Context context, byte[] body, byte[] signature) {
    return verify(publicKey, context.prefix, body, signature);
  }

  static boolean verify(byte[] publicKey, byte[] prefix, byte[] body, byte[] signature) {
    if (publicKey.length != PUBLIC_KEY_BYTES || signature.length != SIGNATURE_BYTES) {
      return false;
    }
    Ed25519PublicKeyParameters key;
    try {
      key = new Ed25519PublicKeyParameters(publicKey, 0);
    } catch (IllegalArgumentException e) {
      return false; // not a point on the curve: nothing can be signed under it
    }
    Ed25519Signer verifier = new Ed25519Signer();
    verifier.init(false, key);
    verifier.update(prefix, 0, prefix.length);
    verifier.update(body, 0, body.length);
    return verifier.verifySignature(signature);
  }
}
