package dev.kakera.core.cipher;

import java.util.List;

/** Every way to ChaCha20-Poly1305 that can run in this JVM. */
final class Ways {
  private Ways() {}

  static List<Aead> all() {
    return List.of(new JdkAead(), Aeads.composed(), Aeads.newAead());
  }

  static List<ChaCha20> streams() {
    return List.of(new JdkChaCha20());
  }
}
