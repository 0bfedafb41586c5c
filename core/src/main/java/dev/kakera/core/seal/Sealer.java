package dev.kakera.core.seal;

import dev.kakera.core.id.Digest;
import dev.kakera.core.id.StripeId;
import dev.kakera.core.key.DerivedKeys;
import dev.kakera.core.key.KeyPurpose;
import dev.kakera.core.key.KeyedHash;
import dev.kakera.core.wire.MalformedException;
import dev.kakera.core.wire.MalformedException.Failure;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Seals and opens objects: deterministic, the key of each made from all that it holds
 * (docs/format.md, section 4). ChaCha20-Poly1305 is RFC 8439. Confined to one thread; buffers stay
 * the caller's.
 */
public final class Sealer {
  private static final byte[] LABEL = "seal".getBytes(StandardCharsets.US_ASCII);
  private static final int KEY_BYTES = 32;
  private static final int NONCE_BYTES = 12;

  private final KeyedHash sivHash;
  private final KeyedHash sealKey;
  private final byte[] info = Arrays.copyOf(LABEL, LABEL.length + Digest.BYTES);

  public Sealer(DerivedKeys keys) {
    sivHash = keys.hash(KeyPurpose.SIV);
    sealKey = keys.hash(KeyPurpose.SEAL);
  }

  /**
   * Seals a shard into {@code target}, which needs {@link SealedHeader#sealedSize} bytes from
   * {@code targetOffset}. The payload must be the function of stripe and header that was proven
   * (I-08 rests on it).
   */
  public void sealShard(
      SealedHeader header, StripeId stripe, byte[] payload, byte[] target, int targetOffset) {
    byte[] head = header.encode();
    Digest siv = sivHash.update(head).update(stripe.toBytes()).finish();
    seal(header, head, siv, payload, target, targetOffset);
  }

  /** Seals what is not a shard; the payload's length is the header's. */
  public byte[] sealWhole(SealedHeader header, byte[] payload) {
    if (payload.length != header.payloadSize()) {
      throw new IllegalArgumentException(
          "payload of %d bytes, its header says %d"
              .formatted(payload.length, header.payloadSize()));
    }
    byte[] head = header.encode();
    byte[] sealed = new byte[header.sealedSize()];
    seal(header, head, sivHash.update(head).update(payload).finish(), payload, sealed, 0);
    return sealed;
  }

  /**
   * Opens a shard into {@code payload} (at least the header's payload length). Throws {@link
   * MalformedException} and leaves {@code payload} undefined when it is not the shard that {@code
   * expected} and {@code stripe} name.
   */
  public void openShard(
      SealedHeader expected, StripeId stripe, byte[] sealed, int sealedLength, byte[] payload) {
    SealedHeader got = SealedHeader.read(sealed, 0, sealedLength);
    if (!got.equals(expected)) {
      throw new MalformedException(
          Failure.MISPLACED, "shard %s: another header than expected, %s", expected.locator(), got);
    }
    Digest siv = sivHash.update(sealed, 0, SealedHeader.BYTES).update(stripe.toBytes()).finish();
    requireSiv(siv, sealed, "shard " + expected.locator());
    open(sealed, sealedLength, siv, payload, "shard " + expected.locator());
  }

  /** Opens what is not a shard and checks that its synthetic value is that of its payload. */
  public byte[] openWhole(ObjectType type, byte[] sealed) {
    SealedHeader header = SealedHeader.read(sealed, 0, sealed.length);
    if (header.type() != type) {
      throw new MalformedException(
          Failure.MISPLACED, "sealed object: it is a %s, expected a %s", header.type(), type);
    }
    Digest siv = Digest.copyOf(sealed, SealedHeader.BYTES);
    byte[] payload = new byte[header.payloadSize()];
    open(sealed, sealed.length, siv, payload, type + " " + header.locator());
    Digest made = sivHash.update(sealed, 0, SealedHeader.BYTES).update(payload).finish();
    requireSiv(made, sealed, type + " " + header.locator());
    return payload;
  }

  private void seal(
      SealedHeader header,
      byte[] head,
      Digest siv,
      byte[] payload,
      byte[] target,
      int targetOffset) {
    System.arraycopy(head, 0, target, targetOffset, SealedHeader.BYTES);
    siv.writeTo(target, targetOffset + SealedHeader.BYTES);
    int bodyOffset = targetOffset + SealedHeader.BYTES + SealedHeader.SIV_BYTES;
    try {
      Cipher cipher = cipher(Cipher.ENCRYPT_MODE, siv);
      cipher.updateAAD(target, targetOffset, SealedHeader.BYTES + SealedHeader.SIV_BYTES);
      cipher.doFinal(payload, 0, header.payloadSize(), target, bodyOffset);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(
          "sealing " + header.locator() + " failed: " + e.getMessage(), e);
    }
  }

  private void open(byte[] sealed, int sealedLength, Digest siv, byte[] payload, String what) {
    int bodyOffset = SealedHeader.BYTES + SealedHeader.SIV_BYTES;
    try {
      Cipher cipher = cipher(Cipher.DECRYPT_MODE, siv);
      cipher.updateAAD(sealed, 0, bodyOffset);
      cipher.doFinal(sealed, bodyOffset, sealedLength - bodyOffset, payload, 0);
    } catch (AEADBadTagException e) {
      throw new MalformedException(Failure.NOT_AUTHENTIC, "%s: its tag does not match", what);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("opening " + what + " failed: " + e.getMessage(), e);
    }
  }

  /**
   * A fresh cipher each time: one object refuses the same key and nonce twice, and a repeat must
   * give the same bytes.
   */
  private Cipher cipher(int mode, Digest siv) throws GeneralSecurityException {
    siv.writeTo(info, LABEL.length);
    byte[] keyAndNonce = sealKey.expand(info, KEY_BYTES + NONCE_BYTES);
    try {
      Cipher cipher = Cipher.getInstance("ChaCha20-Poly1305");
      cipher.init(
          mode,
          new SecretKeySpec(keyAndNonce, 0, KEY_BYTES, "ChaCha20"),
          new IvParameterSpec(keyAndNonce, KEY_BYTES, NONCE_BYTES));
      return cipher;
    } catch (InvalidKeyException e) {
      throw new IllegalStateException("ChaCha20-Poly1305 refused a 32-byte key", e);
    } finally {
      Arrays.fill(keyAndNonce, (byte) 0);
    }
  }

  private static void requireSiv(Digest made, byte[] sealed, String what) {
    if (!made.equals(Digest.copyOf(sealed, SealedHeader.BYTES))) {
      throw new MalformedException(
          Failure.NOT_AUTHENTIC, "%s: made under another key or from another stripe", what);
    }
  }
}
