package dev.kakera.core.cipher;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.util.Arrays;

/** A stream cipher and a {@link Poly1305}, joined as in RFC 8439, section 2.8. */
final class ComposedAead implements Aead {
  /** Encrypted, then authenticated while it is still in the first-level cache. */
  private static final int TILE_BYTES = 8 << 10;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final String name;
  private final ChaCha20 stream;
  private final Poly1305 mac;
  private final byte[] blockZero = new byte[ChaCha20.BLOCK_BYTES];
  private final byte[] lengths = new byte[Poly1305.BLOCK_BYTES];
  private final byte[] tag = new byte[TAG_BYTES];
  private int headerLength;

  ComposedAead(String name, ChaCha20 stream, Poly1305 mac) {
    this.name = name;
    this.stream = stream;
    this.mac = mac;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void begin(byte[] secret, byte[] header, int headerOffset, int headerLength) {
    stream.begin(secret, blockZero);
    mac.begin(blockZero, 0);
    Arrays.fill(blockZero, (byte) 0);
    mac.absorbPadded(header, headerOffset, headerLength);
    this.headerLength = headerLength;
  }

  @Override
  public void seal(byte[] plain, int offset, int length, byte[] target, int targetOffset) {
    for (int done = 0; done < length; done += TILE_BYTES) {
      int size = Math.min(TILE_BYTES, length - done);
      stream.crypt(plain, offset + done, size, target, targetOffset + done);
      mac.absorbPadded(target, targetOffset + done, size);
    }
    stream.end();
    finish(length, target, targetOffset + length);
  }

  @Override
  public boolean open(byte[] sealed, int offset, int length, byte[] target, int targetOffset) {
    int plainLength = length - TAG_BYTES;
    mac.absorbPadded(sealed, offset, plainLength);
    finish(plainLength, tag, 0);
    byte[] claimed = Arrays.copyOfRange(sealed, offset + plainLength, offset + length);
    boolean intact = MessageDigest.isEqual(tag, claimed);
    if (intact) {
      stream.crypt(sealed, offset, plainLength, target, targetOffset);
    }
    stream.end();
    return intact;
  }

  private void finish(int length, byte[] target, int targetOffset) {
    LONGS.set(lengths, 0, (long) headerLength);
    LONGS.set(lengths, Long.BYTES, (long) length);
    mac.absorbPadded(lengths, 0, Poly1305.BLOCK_BYTES);
    mac.finish(target, targetOffset);
  }
}
