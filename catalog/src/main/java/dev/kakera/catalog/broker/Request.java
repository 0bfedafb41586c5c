package dev.kakera.catalog.broker;

import dev.kakera.core.id.Locator;
import dev.kakera.core.order.Order;
import dev.kakera.core.placement.PeerRef;
import java.util.concurrent.CompletableFuture;

/** A request that is waited for. Guarded by {@link PeerRequests}. */
final class Request {
  final String id;
  final PeerRef peer;
  final Order.Kind kind;
  final Locator locator;
  final long expectedBytes;
  final CompletableFuture<PeerReply> reply = new CompletableFuture<>();
  int attempt;
  long sentNanos;

  Request(String id, PeerRef peer, Order.Kind kind, Locator locator, long expectedBytes) {
    this.id = id;
    this.peer = peer;
    this.kind = kind;
    this.locator = locator;
    this.expectedBytes = expectedBytes;
  }
}
