package dev.kakera.console.status;

import dev.kakera.console.data.MeshSettings;
import dev.kakera.core.snapshot.HeadSealer;
import dev.kakera.producer.ledger.CatalogTotals;
import dev.kakera.producer.ledger.Peers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What the catalog says.
 *
 * @param heads of committed snapshots, oldest first
 * @param used all chunks that snapshots need
 * @param owed shards of those without a receipt
 * @param cleanups shards that peers are still to delete
 */
public record MeshState(
    MeshSettings settings,
    List<HeadSealer.Sealed> heads,
    List<Peers.Peer> peers,
    CatalogTotals used,
    long owed,
    int cleanups,
    long nowMillis) {
  public MeshState {
    heads = List.copyOf(heads);
    peers = List.copyOf(peers);
  }

  /** Of the last snapshot. */
  public Optional<Duration> age() {
    return heads.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Duration.ofMillis(Math.max(0, nowMillis - heads.getLast().head().finishedMillis())));
  }

  public Standing standing() {
    List<String> here = settings.peerNames();
    int peersHere = (int) peers.stream().filter(peer -> here.contains(peer.name())).count();
    return new Standing(age(), owed, used.losses(), peers.size(), peersHere);
  }
}
