package dev.kakera.core.cipher;

import java.util.Arrays;

/** Short messages take the JDK's cipher, long ones the way that this system is best at. */
final class ChosenAead implements Aead {
  private static final int LONG_BYTES = 32 << 10;

  private final byte[] secret = new byte[SECRET_BYTES];
  private Aead forShort;
  private Aead forLong;
  private byte[] header = new byte[0];
  private int headerOffset;
  private int headerLength;

  @Override
  public String name() {
    return forLong == null ? "not chosen yet" : forLong.name();
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
    begun(length).seal(plain, offset, length, target, targetOffset);
  }

  @Override
  public boolean open(byte[] sealed, int offset, int length, byte[] target, int targetOffset) {
    return begun(length).open(sealed, offset, length, target, targetOffset);
  }

  private Aead begun(int length) {
    Aead aead = length >= LONG_BYTES ? forLong() : forShort();
    aead.begin(secret, header, headerOffset, headerLength);
    Arrays.fill(secret, (byte) 0);
    return aead;
  }

  private Aead forLong() {
    if (forLong == null) {
      forLong = Aeads.forLongMessages();
    }
    return forLong;
  }

  private Aead forShort() {
    if (forShort == null) {
      forShort = new JdkAead();
    }
    return forShort;
  }
}
