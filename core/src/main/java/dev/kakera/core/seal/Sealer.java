package dev.kakera.core.seal;

import dev.kakera.core.cipher.Aead;
import dev.kakera.core.cipher.Aeads;
import dev.kakera.core.id.Digest;
import dev.kakera.core.id.StripeId;
import dev.kakera.core.key.DerivedKeys;
import dev.kakera.core.key.KeyPurpose;
import dev.kakera.core.key.KeyedHash;
import dev.kakera.core.wire.MalformedException;
import dev.kakera.core.wire.MalformedException.Failure;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Seals and opens objects: deterministic, the key of each made from all that it holds
 * (docs/format.md, section 4). ChaCha20-Poly1305 is RFC 8439. Confined to one thread; buffers stay
 * the caller's.
 */
public final class Sealer {
  private static final byte[] LABEL = "seal".getBytes(StandardCharsets.US_ASCII);

  private final KeyedHash sivHash;
  private final KeyedHash sealKey;
  private final Aead aead = Aeads.newAead();
  private final byte[] info = Arrays.copyOf(LABEL, LABEL.length + Digest.BYTES);
  private final byte[] secret = new byte[Aead.SECRET_BYTES];

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
   * MalformedException} and leaves {@code payload} as it was when it is not the shard that {@code
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
    begin(siv, target, targetOffset);
    aead.seal(payload, 0, header.payloadSize(), target, bodyOffset);
  }

  private void open(byte[] sealed, int sealedLength, Digest siv, byte[] payload, String what) {
    int bodyOffset = SealedHeader.BYTES + SealedHeader.SIV_BYTES;
    begin(siv, sealed, 0);
    if (!aead.open(sealed, bodyOffset, sealedLength - bodyOffset, payload, 0)) {
      throw new MalformedException(Failure.NOT_AUTHENTIC, "%s: its tag does not match", what);
    }
  }

  /** Begins the message that a siv stands for; header and siv lie in {@code sealed}. */
  private void begin(Digest siv, byte[] sealed, int offset) {
    siv.writeTo(info, LABEL.length);
    sealKey.expand(info, secret);
    aead.begin(secret, sealed, offset, SealedHeader.BYTES + SealedHeader.SIV_BYTES);
    Arrays.fill(secret, (byte) 0);
  }

  private static void requireSiv(Digest made, byte[] sealed, String what) {
    if (!made.equals(Digest.copyOf(sealed, SealedHeader.BYTES))) {
      throw new MalformedException(
          Failure.NOT_AUTHENTIC, "%s: made under another key or from another stripe", what);
    }
  }
}
