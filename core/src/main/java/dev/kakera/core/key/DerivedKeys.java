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
  private volatile boolean closed;

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
    return new KeyedHash(key(purpose));
  }

  /** A copy that the caller owns. */
  public Secret secret(KeyPurpose purpose) {
    return Secret.copyOf(key(purpose));
  }

  private byte[] key(KeyPurpose purpose) {
    // A zeroed key would work like any other, and everything sealed under it could be read by all.
    if (closed) {
      throw new IllegalStateException("these keys were destroyed");
    }
    return keys.get(purpose);
  }

  @Override
  public void close() {
    closed = true;
    keys.values().forEach(key -> Arrays.fill(key, (byte) 0));
  }

  @Override
  public String toString() {
    return "DerivedKeys";
  }
}
