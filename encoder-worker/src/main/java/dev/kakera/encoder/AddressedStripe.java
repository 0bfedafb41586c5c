package dev.kakera.encoder;

import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * All that is to be sent for one chunk.
 *
 * @param announcement the stripe record, which goes first and alone
 * @param shards the wanted ones, by rising index
 */
record AddressedStripe(ProducerRecord<byte[], byte[]> announcement, List<OutgoingShard> shards) {
  AddressedStripe {
    shards = List.copyOf(shards);
  }
}
