package dev.kakera.core.ledger;

import dev.kakera.core.id.StoreId;
import dev.kakera.core.order.Receipt;
import java.util.Optional;

/** What a verified receipt about a shard means to the ledger. */
public enum ReceiptFate {
  /** The newest word on the shard. */
  COUNTS,
  /** The same store has said something newer already: it changes nothing (I-10). */
  OLDER,
  /** From a peer that the shard was not placed at, or of another size: refused. */
  MISPLACED;

  /**
   * A shard that a stripe names.
   *
   * @param isHere it was placed at the peer that speaks
   * @param store from which that peer's receipts came last; empty before the first
   * @param told the store's sequence of the newest receipt about the shard; 0 before the first
   * @param sealedSize bytes of the sealed shard
   */
  public record Placed(boolean isHere, Optional<StoreId> store, long told, int sealedSize) {}

  /** Of the receipt's kinds, only what is stored has a size to be right. */
  public static ReceiptFate of(Placed shard, Receipt receipt) {
    boolean isSized = receipt.kind() != Receipt.Kind.STORED || receipt.size() == shard.sealedSize();
    if (!shard.isHere() || !isSized) {
      return MISPLACED;
    }
    boolean isSameStore = shard.store().filter(known -> !known.equals(receipt.store())).isEmpty();
    return isSameStore && receipt.storeSequence() < shard.told() ? OLDER : COUNTS;
  }
}
