package dev.kakera.catalog.shards;

import dev.kakera.core.stripe.StripeDecoder;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Lends decoders, which belong to one thread at a time. As many exist as were ever lent at once.
 */
final class DecoderPool implements AutoCloseable {
  private final EpochKeys keys;
  private final ConcurrentLinkedQueue<Lent> free = new ConcurrentLinkedQueue<>();

  DecoderPool(EpochKeys keys) {
    this.keys = keys;
  }

  /** Decoders of each epoch; closing gives them back. */
  final class Lent implements AutoCloseable {
    private final Map<Integer, StripeDecoder> byEpoch = new HashMap<>();

    /** Empty when the key bundle has no such epoch. */
    Optional<StripeDecoder> at(int epoch) {
      StripeDecoder known = byEpoch.get(epoch);
      if (known == null) {
        known = keys.at(epoch).map(StripeDecoder::new).orElse(null);
        byEpoch.put(epoch, known);
      }
      return Optional.ofNullable(known);
    }

    @Override
    public void close() {
      free.add(this);
    }
  }

  Lent lend() {
    Lent lent = free.poll();
    return lent == null ? new Lent() : lent;
  }

  @Override
  public void close() {
    for (Lent lent = free.poll(); lent != null; lent = free.poll()) {
      lent.byEpoch.values().stream()
          .filter(decoder -> decoder != null)
          .forEach(StripeDecoder::close);
    }
  }
}
