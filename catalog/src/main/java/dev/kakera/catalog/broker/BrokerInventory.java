package dev.kakera.catalog.broker;

import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.order.Order;
import dev.kakera.core.order.Receipt;
import dev.kakera.core.order.Signed;
import dev.kakera.core.placement.PeerRef;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * What peers hold, by their own signed receipts, and whole objects such as heads: what a lost
 * catalog is made anew from. Thread-safe.
 */
public final class BrokerInventory {
  private static final int PAGE_BYTES = 64 << 10;

  private final PeerRequests requests;
  private final RepoId repo;

  /**
   * @param requests stays the caller's to close
   */
  public BrokerInventory(PeerRequests requests, RepoId repo) {
    this.requests = requests;
    this.repo = repo;
  }

  /** Takes receipts as they come, on a thread of Kafka's: must not wait. */
  public interface ReceiptConsumer {
    /**
     * @param receipt verified; the same may come twice when a list was asked for again
     * @param signed as the peer signed it
     */
    void accept(Receipt receipt, Signed signed);
  }

  /** Lists all that a peer says to hold. The future always completes normally. */
  public CompletableFuture<InventoryReport> list(PeerKey peer, ReceiptConsumer receipts) {
    InventoryPages pages = new InventoryPages(peer, repo, receipts);
    Request.Ask ask =
        new Request.Ask(
            peer.peer(), Order.Kind.INVENTORY, new Locator(Digest.ZERO), PAGE_BYTES, pages);
    return requests
        .ask(ask)
        .thenApply(
            reply -> {
              Optional<String> failure =
                  switch (reply) {
                    case PeerReply.Silent silent -> Optional.of(silent.why());
                    case PeerReply.Payload _ -> Optional.of("it gave an object in place of a list");
                    case PeerReply.Told told ->
                        switch (told.reply().getOutcome()) {
                          case LISTED -> Optional.ofNullable(pages.failure());
                          default ->
                              Optional.of(
                                  told.reply().getOutcome() + ": " + told.reply().getMessage());
                        };
                  };
              return new InventoryReport(peer.peer(), pages.receipts(), pages.refused(), failure);
            });
  }

  /**
   * Fetches a whole object, which the caller must open to trust. Empty when the peer does not give
   * it, for whatever reason.
   *
   * @param sizeBytes by the peer's receipt
   */
  public CompletableFuture<Optional<byte[]>> fetch(PeerRef peer, Locator locator, int sizeBytes) {
    return requests
        .ask(Request.Ask.fetch(peer, locator, sizeBytes))
        .thenApply(
            reply ->
                reply instanceof PeerReply.Payload payload
                    ? Optional.of(payload.sealed())
                    : Optional.empty());
  }
}
