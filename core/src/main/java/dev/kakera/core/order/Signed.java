package dev.kakera.core.order;

import dev.kakera.core.key.Signatures;
import dev.kakera.core.wire.Bytes;
import dev.kakera.core.wire.MalformedException;
import dev.kakera.core.wire.MalformedException.Failure;
import java.util.Arrays;
import java.util.Base64;

/**
 * A body as it was signed, and its signature. Whoever reads it verifies over these very bytes
 * before decoding them.
 *
 * @param signature 64 bytes
 */
public record Signed(Bytes body, Bytes signature) {

  public static Signed sign(Signatures.SigningKey key, Signatures.Context context, byte[] body) {
    return new Signed(Bytes.takeOwnershipOf(body), Bytes.takeOwnershipOf(key.sign(context, body)));
  }

  /** The body, once the signature is seen to be {@code publicKey}'s. */
  public byte[] verified(byte[] publicKey, Signatures.Context context) {
    byte[] bytes = body.toBytes();
    if (!Signatures.verify(publicKey, context, bytes, signature.toBytes())) {
      throw new MalformedException(
          Failure.NOT_AUTHENTIC, "%s: its signature is not by the expected key", context);
    }
    return bytes;
  }

  /** Body and signature in one printable word, for a record header. */
  public String toText() {
    byte[] joined = Arrays.copyOf(body.toBytes(), body.length() + Signatures.SIGNATURE_BYTES);
    System.arraycopy(signature.toBytes(), 0, joined, body.length(), Signatures.SIGNATURE_BYTES);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(joined);
  }

  public static Signed parse(String text) {
    byte[] joined;
    try {
      joined = Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new MalformedException(Failure.NOT_CANONICAL, "signed record: not base64url");
    }
    // The decoder passes over stray bits and padding; one record has one text (I-35).
    if (!Base64.getUrlEncoder().withoutPadding().encodeToString(joined).equals(text)) {
      throw new MalformedException(
          Failure.NOT_CANONICAL, "signed record: padded, or with bits that carry nothing");
    }
    int split = joined.length - Signatures.SIGNATURE_BYTES;
    if (split < 1) {
      throw new MalformedException(Failure.TRUNCATED, "signed record: %d bytes", joined.length);
    }
    return new Signed(
        Bytes.takeOwnershipOf(Arrays.copyOf(joined, split)),
        Bytes.takeOwnershipOf(Arrays.copyOfRange(joined, split, joined.length)));
  }
}
