package dev.kakera.store.disk;

import dev.kakera.core.id.RepoId;
import dev.kakera.core.key.Signatures;
import dev.kakera.core.wire.Bytes;

/**
 * The one home whose orders a store follows.
 *
 * @param publicKey 32 bytes, Ed25519
 */
public record HomeRef(RepoId repo, Bytes publicKey) {

  public HomeRef {
    if (publicKey.length() != Signatures.PUBLIC_KEY_BYTES) {
      throw new IllegalArgumentException(
          "home's public key: got %d bytes, expected %d"
              .formatted(publicKey.length(), Signatures.PUBLIC_KEY_BYTES));
    }
  }
}
