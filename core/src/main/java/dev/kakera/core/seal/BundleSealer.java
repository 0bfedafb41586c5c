package dev.kakera.core.seal;

import dev.kakera.core.id.Locator;
import dev.kakera.core.key.DerivedKeys;
import dev.kakera.core.key.KeyBundle;
import dev.kakera.core.key.KeyPurpose;
import dev.kakera.core.key.Secret;
import dev.kakera.core.wire.ByteWriter;
import dev.kakera.core.wire.MalformedException;
import dev.kakera.core.wire.MalformedException.Failure;
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
      return new Sealer(keys).sealWhole(header(type, bundle, payload.length, keys), payload);
    } finally {
      Arrays.fill(payload, (byte) 0);
    }
  }

  public static KeyBundle open(ObjectType type, byte[] sealed, Secret wrapping) {
    try (DerivedKeys keys = new DerivedKeys(wrapping)) {
      byte[] payload = new Sealer(keys).openWhole(type, sealed);
      try {
        KeyBundle bundle = KeyBundle.decode(payload);
        SealedHeader got = SealedHeader.read(sealed, 0, sealed.length);
        if (!got.equals(header(type, bundle, payload.length, keys))) {
          throw new MalformedException(
              Failure.MISPLACED,
              "%s %s: its header names another repository, epoch or locator than it holds",
              type,
              got.locator());
        }
        return bundle;
      } finally {
        Arrays.fill(payload, (byte) 0);
      }
    }
  }

  private static SealedHeader header(
      ObjectType type, KeyBundle bundle, int payloadSize, DerivedKeys keys) {
    int epoch = bundle.masters().size();
    byte[] name =
        new ByteWriter(32).u8(type.id()).raw(bundle.repo().toBytes()).u16(epoch).toBytes();
    Locator locator = new Locator(keys.hash(KeyPurpose.LOCATOR).update(name).finish());
    return SealedHeader.whole(type, bundle.repo(), epoch, payloadSize, locator);
  }
}
