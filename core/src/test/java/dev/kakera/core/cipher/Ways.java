package dev.kakera.core.cipher;

import java.util.ArrayList;
import java.util.List;

/** Every way to ChaCha20-Poly1305 that can run in this JVM and on this system. */
final class Ways {
  private Ways() {}

  static List<Aead> all() {
    List<Aead> ways = new ArrayList<>(List.of(new JdkAead(), Aeads.newAead()));
    NativeCrypto.find().map(NativeAead::new).ifPresent(ways::add);
    return ways;
  }
}
