package dev.kakera.store;

import dev.kakera.schemas.ClientSettings;
import java.time.Duration;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a store reads on: at its committed offset, and at the beginning when there is none, or when
 * the broker has lost, trimmed or re-made what was there. Reading twice is harmless, skipping is
 * not (I-06).
 */
final class Positions {
  private static final Logger LOG = LoggerFactory.getLogger(Positions.class);
  private static final Duration POLL = Duration.ofMillis(400);

  private Positions() {}

  static ConsumerRecords<byte[], byte[]> poll(Consumer<byte[], byte[]> consumer) {
    try {
      return consumer.poll(POLL);
    } catch (NoOffsetForPartitionException e) {
      LOG.info("{}: nothing read yet, from the beginning", e.partitions());
      consumer.seekToBeginning(e.partitions());
    } catch (InvalidOffsetException e) {
      LOG.warn(
          "{}: the broker no longer has what comes next ({}); read from its earliest record on",
          e.partitions(),
          e.getMessage());
      consumer.seekToBeginning(e.partitions());
    }
    return ConsumerRecords.empty();
  }

  static void commit(Consumer<byte[], byte[]> consumer) {
    consumer.commitSync(Duration.ofMillis(ClientSettings.API_TIMEOUT_MILLIS));
  }

  static void close(Consumer<byte[], byte[]> consumer) {
    consumer.close(CloseOptions.timeout(Duration.ofSeconds(5)));
  }
}
