package dev.kakera.store;

import dev.kakera.schemas.DeadLetterHeaders;
import dev.kakera.schemas.Topics;
import dev.kakera.schemas.record.DeadLetterRecord;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Parks records that nobody can work with, where there is a topic for it. Where there is none, or
 * this peer may not write there, the record is only counted: it must not hold up those behind it.
 * Confined to the ingest thread.
 */
final class DeadLetters {
  private static final Logger LOG = LoggerFactory.getLogger(DeadLetters.class);
  private static final long RETRY_NANOS = TimeUnit.MINUTES.toNanos(10);

  private final Outbox outbox;
  private final Topics topics;
  private final LongSupplier ticker;
  private boolean unavailable;
  private long unavailableSince;

  DeadLetters(Outbox outbox, Topics topics, LongSupplier ticker) {
    this.outbox = outbox;
    this.topics = topics;
    this.ticker = ticker;
  }

  void park(ConsumerRecord<byte[], byte[]> record, String reason) {
    long now = ticker.getAsLong();
    if (unavailable && now - unavailableSince < RETRY_NANOS) {
      return;
    }
    RecordHeaders headers = new RecordHeaders(record.headers());
    DeadLetterHeaders.write(
        DeadLetterRecord.newBuilder()
            .setTopic(record.topic())
            .setPartition(record.partition())
            .setOffset(record.offset())
            .setReason(reason)
            .setAttempts(1)
            .build(),
        headers);
    String topic = topics.dlq(record.topic());
    try {
      outbox.awaitAll(
          topic,
          List.of(
              outbox.send(
                  new ProducerRecord<>(topic, null, null, record.key(), record.value(), headers))));
      unavailable = false;
    } catch (UnacknowledgedException e) {
      unavailable = true;
      unavailableSince = now;
      LOG.warn("{}: rejected records are not parked for now: {}", topic, e.getMessage());
    }
  }
}
