package dev.kakera.core.key;

/** Opens the way to hashes under keys of a test's choice. */
public final class KeyedHashes {
  private KeyedHashes() {}

  public static KeyedHash of(byte[] key) {
    return new KeyedHash(key);
  }
}
