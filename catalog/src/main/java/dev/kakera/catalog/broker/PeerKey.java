package dev.kakera.catalog.broker;

import dev.kakera.core.id.PeerId;
import dev.kakera.core.placement.PeerRef;
import dev.kakera.core.wire.Bytes;

/**
 * A peer and the key that its receipts are signed with.
 *
 * @param publicKey Ed25519, 32 bytes; gives the peer its id
 */
public record PeerKey(PeerRef peer, Bytes publicKey) {
  public PeerKey {
    if (!PeerId.ofPublicKey(publicKey.toBytes()).equals(peer.id())) {
      throw new IllegalArgumentException(
          "peer %s: its public key belongs to another peer".formatted(peer.name()));
    }
  }
}
