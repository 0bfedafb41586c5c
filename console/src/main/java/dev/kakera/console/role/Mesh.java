package dev.kakera.console.role;

import dev.kakera.catalog.broker.BrokerAccess;
import dev.kakera.catalog.broker.BrokerShardSource;
import dev.kakera.catalog.broker.BrokerUnreachableException;
import dev.kakera.catalog.broker.OrderSigner;
import dev.kakera.catalog.broker.PeerRequests;
import dev.kakera.catalog.broker.RequestSettings;
import dev.kakera.catalog.restore.SnapshotReading;
import dev.kakera.catalog.shards.EpochKeys;
import dev.kakera.catalog.shards.ReaderSettings;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.join.Reception;
import dev.kakera.core.id.Locator;
import dev.kakera.core.placement.PeerRef;
import dev.kakera.encoder.EncoderStats;
import dev.kakera.producer.ledger.Chunks;
import dev.kakera.producer.ledger.Peers;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A running mesh as commands use it, whether its other roles run in this process or not. */
public abstract class Mesh implements AutoCloseable {

  public abstract HomeRole home();

  /**
   * What stops it from working, by role; empty when all is well, as far as this process can see.
   */
  public abstract List<String> troubles();

  /** Figures of the encoders in this process; empty when they run elsewhere. */
  public abstract Optional<EncoderStats> encoderStats();

  /** Where machines elsewhere may join, if this home lets them. */
  public Optional<Reception> reception() {
    return Optional.empty();
  }

  @Override
  public abstract void close() throws IOException;

  /** Reads snapshots through the broker. The caller closes it. */
  public SnapshotReading reading() throws InterruptedException {
    HomeRole home = home();
    List<PeerRef> peers = home.catalog().peers().stream().map(Peers.Peer::ref).toList();
    OrderSigner signer = new OrderSigner(home.keys(), () -> 0, InstantSource.system());
    try {
      PeerRequests requests =
          PeerRequests.start(
              new BrokerAccess(home.bootstrap(), home.topics(), Map.of()),
              peers,
              signer,
              RequestSettings.standard());
      return new SnapshotReading(
          EpochKeys.of(home.keys()),
          new BrokerShardSource(requests, locator -> places(peers, locator)),
          ReaderSettings.standard());
    } catch (BrokerUnreachableException e) {
      throw new CommandFailure(MessageId.BROKER_UNREACHABLE, e.getMessage(), e);
    }
  }

  /** Where the catalog knows a shard to be first, then everybody else. */
  private List<PeerRef> places(List<PeerRef> peers, Locator locator) {
    List<String> holders = home().catalog().read(connection -> Chunks.holders(connection, locator));
    List<PeerRef> places = new ArrayList<>();
    peers.stream().filter(peer -> holders.contains(peer.name())).forEach(places::add);
    if (places.isEmpty()) {
      places.addAll(peers);
    }
    return places;
  }
}
