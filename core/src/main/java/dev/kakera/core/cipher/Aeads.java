package dev.kakera.core.cipher;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;
import java.util.Optional;

/**
 * Which way to ChaCha20-Poly1305 this process takes: the system's libcrypto for long messages where
 * there is one and it gives the JDK's bytes, else the JDK's cipher. Both give the same bytes
 * (docs/decisions/chacha-poly1305.md).
 */
public final class Aeads {
  private Aeads() {}

  /** One for the calling thread. Costs a few kilobytes and no time. */
  public static Aead newAead() {
    return new ChosenAead();
  }

  /** Whether long messages go through the system's libcrypto. */
  public static boolean isNative() {
    return Chosen.NATIVE.isPresent();
  }

  /** Which way long messages take and why, as a sentence for a status line or a log. */
  public static String reason() {
    return Chosen.REASON;
  }

  static Aead forLongMessages() {
    return Chosen.NATIVE.<Aead>map(NativeAead::new).orElseGet(JdkAead::new);
  }

  /** Seals and opens a message of several tiles both ways. */
  static boolean agreesWithJdk(Aead aead) {
    byte[] secret = Arrays.copyOf("a self-check, no secret of anybody".getBytes(US_ASCII), 44);
    byte[] plain = new byte[100_003];
    for (int index = 0; index < plain.length; index++) {
      plain[index] = (byte) (31 * index + 7);
    }
    byte[] expected = sealed(new JdkAead(), secret, plain);
    byte[] opened = new byte[plain.length];
    aead.begin(secret, secret, 0, secret.length);
    return Arrays.equals(expected, sealed(aead, secret, plain))
        && opens(aead, secret, expected, opened)
        && Arrays.equals(plain, opened)
        && !opens(aead, secret, flipped(expected), opened);
  }

  private static byte[] sealed(Aead aead, byte[] secret, byte[] plain) {
    byte[] sealed = new byte[plain.length + Aead.TAG_BYTES];
    aead.begin(secret, secret, 0, secret.length);
    aead.seal(plain, 0, plain.length, sealed, 0);
    return sealed;
  }

  private static boolean opens(Aead aead, byte[] secret, byte[] sealed, byte[] opened) {
    aead.begin(secret, secret, 0, secret.length);
    return aead.open(sealed, 0, sealed.length, opened, 0);
  }

  private static byte[] flipped(byte[] sealed) {
    byte[] other = sealed.clone();
    other[other.length / 2] ^= 1;
    return other;
  }

  /** Looked for at the first long message: loading and checking take some 50 milliseconds. */
  private static final class Chosen {
    static final Optional<NativeCrypto> NATIVE;
    static final String REASON;

    static {
      Optional<NativeCrypto> found = NativeCrypto.find();
      String reason =
          found.isPresent()
              ? "libcrypto, the system's OpenSSL"
              : "the JDK's, since there is no libcrypto that this process may load; install libssl3";
      try {
        if (found.isPresent() && !agreesWithJdk(new NativeAead(found.get()))) {
          found = Optional.empty();
          reason = "the JDK's, since the system's libcrypto gave OTHER BYTES and is not used";
        }
      } catch (IllegalStateException e) {
        found = Optional.empty();
        reason = "the JDK's, since " + e.getMessage();
      }
      NATIVE = found;
      REASON = reason;
    }

    private Chosen() {}
  }
}
