package dev.kakera.store.object;

import dev.kakera.core.order.Signed;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A put as it arrived: nothing about it is known to be true. Shares the array, which nobody may
 * change until the answer is there.
 */
public final class PutRequest {
  private final Optional<Signed> order;
  private final byte @Nullable [] sealed;
  private final String flaw;

  private PutRequest(Optional<Signed> order, byte @Nullable [] sealed, String flaw) {
    this.order = order;
    this.sealed = sealed;
    this.flaw = flaw;
  }

  public static PutRequest wrap(Signed order, byte[] sealed) {
    return new PutRequest(Optional.of(order), sealed, "");
  }

  /**
   * One that could not even be read.
   *
   * @param flaw for people
   */
  public static PutRequest malformed(String flaw) {
    return new PutRequest(Optional.empty(), null, flaw);
  }

  Signed order() throws RejectedOrderException {
    if (order.isEmpty()) {
      throw new RejectedOrderException(Rejection.MALFORMED, flaw);
    }
    return order.get();
  }

  byte[] sealed() throws RejectedOrderException {
    if (sealed == null) {
      throw new RejectedOrderException(Rejection.MALFORMED, flaw);
    }
    return sealed;
  }

  /** Bytes of the sealed object; 0 when there is none. */
  public int size() {
    return sealed == null ? 0 : sealed.length;
  }
}
