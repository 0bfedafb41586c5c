package dev.kakera.store.object;

import dev.kakera.core.id.Locator;
import dev.kakera.core.order.Signed;
import java.util.Optional;

/** What became of a put. */
public sealed interface PutOutcome {

  /** It is on disk, synced, since now or since before. */
  record Stored(Locator locator, Signed receipt, boolean isNew) implements PutOutcome {}

  /** There is no room; the receipt says how much is missing. */
  record NoSpace(Locator locator, Signed receipt, long missingBytes) implements PutOutcome {}

  /** A newer order has deleted the object; the receipt is the one of that deletion. */
  record Superseded(Locator locator, Optional<Signed> receipt) implements PutOutcome {}

  /**
   * The order is not followed, and will not be when it comes again.
   *
   * @param what the object, where an order of the home names it
   */
  record Rejected(Optional<Locator> what, Rejection rejection, String message)
      implements PutOutcome {}
}
