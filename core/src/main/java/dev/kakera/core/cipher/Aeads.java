package dev.kakera.core.cipher;

/** Which way to ChaCha20-Poly1305 this process takes. */
public final class Aeads {
  private Aeads() {}

  /** One for the calling thread. */
  public static Aead newAead() {
    return new ComposedAead("composed", new JdkChaCha20(), new Poly1305(null));
  }
}
