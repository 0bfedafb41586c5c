package dev.kakera.encoder;

import dev.kakera.core.id.Locator;
import dev.kakera.core.stripe.SealedStripe;
import dev.kakera.schemas.EventHeaders;
import dev.kakera.schemas.RecordKey;
import org.apache.kafka.clients.producer.ProducerRecord;

/** A sealed shard with what travels beside it. The bytes are the stripe's, not copied. */
final class OutgoingShard {
  private final ShardRef ref;
  private final SealedStripe stripe;
  private final EventHeaders headers;

  OutgoingShard(ShardRef ref, SealedStripe stripe, EventHeaders headers) {
    this.ref = ref;
    this.stripe = stripe;
    this.headers = headers;
  }

  ShardRef ref() {
    return ref;
  }

  /**
   * @param channels partitions of its topic; a locator always takes the same one
   */
  ProducerRecord<byte[], byte[]> toKafka(String topic, int channels) {
    Locator locator = stripe.locator(ref.index());
    int channel = (int) (locator.digest().a() >>> 56) % channels;
    byte[] key = RecordKey.encode(RecordKey.shard(locator.toBytes(), ref.index()));
    return new ProducerRecord<>(
        topic, channel, null, key, stripe.sealed(ref.index()), headers.toKafka());
  }

  /**
   * Gives its array back for later stripes, once the producer was handed it: a send copies the
   * bytes into its batch before it returns, whatever becomes of the batch.
   */
  void handedOver() {
    stripe.release(ref.index());
  }
}
