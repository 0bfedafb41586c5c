package dev.kakera.catalog.broker;

import dev.kakera.core.id.Locator;
import dev.kakera.core.order.Order;
import dev.kakera.core.placement.PeerRef;
import dev.kakera.schemas.record.ReplyRecord;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/** A request that is waited for. Guarded by {@link PeerRequests}. */
final class Request {
  final String id;
  final PeerRef peer;
  final Order.Kind kind;
  final Locator locator;
  final long expectedBytes;
  final Predicate<ReplyRecord> pages;
  final CompletableFuture<PeerReply> reply = new CompletableFuture<>();
  int attempt;
  long sentNanos;

  Request(String id, Ask ask) {
    this.id = id;
    peer = ask.peer();
    kind = ask.kind();
    locator = ask.locator();
    expectedBytes = ask.expectedBytes();
    pages = ask.pages();
  }

  /**
   * What is asked.
   *
   * @param expectedBytes of the reply, for the budget
   * @param pages takes each reply that is a listing, and tells whether it was the last
   */
  record Ask(
      PeerRef peer,
      Order.Kind kind,
      Locator locator,
      long expectedBytes,
      Predicate<ReplyRecord> pages) {

    /** Asks for one object. */
    static Ask fetch(PeerRef peer, Locator locator, long expectedBytes) {
      return new Ask(peer, Order.Kind.FETCH, locator, expectedBytes, _ -> true);
    }
  }
}
