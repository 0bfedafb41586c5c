package dev.kakera.producer.publish;

import dev.kakera.core.key.Secret;
import dev.kakera.core.spool.SpoolKey;
import java.util.Arrays;

/** One key for ever. */
public final class TestSpoolKeys implements SpoolKeys {
  private final SpoolKey key;

  public TestSpoolKeys() {
    byte[] secret = new byte[Secret.BYTES];
    Arrays.fill(secret, (byte) 5);
    key = new SpoolKey(77, Secret.takeOwnershipOf(secret));
  }

  @Override
  public SpoolKey current() {
    return key;
  }

  @Override
  public void retireOld() {}
}
