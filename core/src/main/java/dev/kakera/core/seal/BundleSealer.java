package dev.kakera.core.seal;

import dev.kakera.core.id.Locator;
import dev.kakera.core.key.DerivedKeys;
import dev.kakera.core.key.KeyBundle;
import dev.kakera.core.key.KeyPurpose;
import dev.kakera.core.key.Secret;
import java.util.Arrays;

/**
 * Wraps the key bundle under the recovery secret (for the peers) or under a key file (for the
 * home).
 */
public final class BundleSealer {
  private BundleSealer() {}

  /**
   * @param type {@link ObjectType#BUNDLE} under the recovery secret, {@link ObjectType#KEYRING}
   *     under a key file
   */
  public static byte[] seal(ObjectType type, KeyBundle bundle, Secret wrapping) {
    byte[] payload = bundle.encode();
    try (DerivedKeys keys = new DerivedKeys(wrapping)) {
      int epoch = bundle.masters().size();
      Locator locator =
          new Locator(
              keys.hash(KeyPurpose.LOCATOR)
                  .update((byte) type.id())
                  .update(bundle.repo().toBytes())
                  .update((byte) (epoch >>> 8))
                  .update((byte) epoch)
                  .finish());
      return new Sealer(keys)
          .sealWhole(
              SealedHeader.whole(type, bundle.repo(), epoch, payload.length, locator), payload);
    } finally {
      Arrays.fill(payload, (byte) 0);
    }
  }

  public static KeyBundle open(ObjectType type, byte[] sealed, Secret wrapping) {
    try (DerivedKeys keys = new DerivedKeys(wrapping)) {
      byte[] payload = new Sealer(keys).openWhole(type, sealed);
      try {
        return KeyBundle.decode(payload);
      } finally {
        Arrays.fill(payload, (byte) 0);
      }
    }
  }
}
