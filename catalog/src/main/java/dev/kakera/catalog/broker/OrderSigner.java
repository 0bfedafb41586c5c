package dev.kakera.catalog.broker;

import dev.kakera.core.id.Locator;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.key.Signatures;
import dev.kakera.core.order.Order;
import dev.kakera.core.order.Signed;
import dev.kakera.core.placement.PeerRef;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/** Makes the home's orders to read. Thread-safe. */
public final class OrderSigner {
  /** Long, since a peer's clock may be off; a read that is ordered twice does no harm. */
  private static final Duration VALIDITY = Duration.ofHours(6);

  private final RepoId repo;
  private final Signatures.SigningKey key;
  private final LongSupplier sequence;
  private final InstantSource clock;

  /**
   * @param sequence the catalog's
   */
  public OrderSigner(RepositoryKeys keys, LongSupplier sequence, InstantSource clock) {
    this.repo = keys.repo();
    this.key = keys.homeKey();
    this.sequence = sequence;
    this.clock = clock;
  }

  Signed sign(Order.Kind kind, PeerRef peer, Locator locator) {
    long expirySeconds = clock.instant().plus(VALIDITY).getEpochSecond();
    Order order =
        new Order(kind, repo, peer.id(), locator, 0, 0, sequence.getAsLong(), 0, expirySeconds);
    return Signed.sign(key, Signatures.Context.ORDER, order.encode());
  }

  long nowMillis() {
    return clock.millis();
  }
}
