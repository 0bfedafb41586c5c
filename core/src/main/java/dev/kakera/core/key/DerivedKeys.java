package dev.kakera.core.key;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * The keys derived from one 32-byte secret: a master key, the recovery secret or a key file.
 * Thread-safe; hands out hashes that are each confined to one thread. Zeroed on close.
 */
public final class DerivedKeys implements AutoCloseable {
  private final Map<KeyPurpose, byte[]> keys = new EnumMap<>(KeyPurpose.class);

  /** Copies what it needs; the caller still owns {@code secret}. */
  public DerivedKeys(Secret secret) {
    byte[] bytes = secret.toBytes();
    KeyedHash root = new KeyedHash(bytes);
    Arrays.fill(bytes, (byte) 0);
    for (KeyPurpose purpose : KeyPurpose.values()) {
      keys.put(purpose, root.expand(purpose.label(), Secret.BYTES));
    }
  }

  public KeyedHash hash(KeyPurpose purpose) {
    return new KeyedHash(keys.get(purpose));
  }

  /** A copy that the caller owns. */
  public Secret secret(KeyPurpose purpose) {
    return Secret.copyOf(keys.get(purpose));
  }

  @Override
  public void close() {
    keys.values().forEach(key -> Arrays.fill(key, (byte) 0));
  }

  @Override
  public String toString() {
    return "DerivedKeys";
  }
}
