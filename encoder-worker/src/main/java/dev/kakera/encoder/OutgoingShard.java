package dev.kakera.encoder;

import dev.kakera.core.id.Locator;
import dev.kakera.schemas.EventHeaders;
import dev.kakera.schemas.RecordKey;
import org.apache.kafka.clients.producer.ProducerRecord;

/** A sealed shard with what travels beside it. The bytes are shared, not copied. */
final class OutgoingShard {
  private final ShardRef ref;
  private final Locator locator;
  private final byte[] sealed;
  private final EventHeaders headers;

  OutgoingShard(ShardRef ref, Locator locator, byte[] sealed, EventHeaders headers) {
    this.ref = ref;
    this.locator = locator;
    this.sealed = sealed;
    this.headers = headers;
  }

  ShardRef ref() {
    return ref;
  }

  /**
   * @param channels partitions of its topic; a locator always takes the same one
   */
  ProducerRecord<byte[], byte[]> toKafka(String topic, int channels) {
    int channel = (int) (locator.digest().a() >>> 56) % channels;
    byte[] key = RecordKey.encode(RecordKey.shard(locator.toBytes(), ref.index()));
    return new ProducerRecord<>(topic, channel, null, key, sealed, headers.toKafka());
  }
}
