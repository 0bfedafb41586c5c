package dev.kakera.console.inspect;

import dev.kakera.schemas.ClientSettings;
import dev.kakera.schemas.RecordLimits;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads runs of records without being in any group, so that nobody's position moves. Confined to
 * one thread.
 */
final class TopicReader implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(500);
  private static final long SILENT_NANOS = Duration.ofSeconds(30).toNanos();

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final String bootstrap;

  TopicReader(String bootstrap) {
    this.bootstrap = bootstrap;
    Map<String, Object> settings =
        ClientSettings.assignedConsumer(bootstrap, "kakera-look", ClientSettings.Load.CONTROL);
    // What is trimmed while it is looked at is passed over.
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    settings.put(
        ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, RecordLimits.PARTITION_FETCH_MAX_BYTES);
    settings.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, RecordLimits.PARTITION_FETCH_MAX_BYTES);
    this.consumer = new KafkaConsumer<>(settings);
  }

  /** Takes a record; must not keep its value. */
  @FunctionalInterface
  interface Sink {
    void take(ConsumerRecord<byte[], byte[]> value);
  }

  /**
   * Hands on every record of the runs that is still there, each partition's in order.
   *
   * @param runs from the first offset to the one behind the last
   */
  void read(Map<TopicPartition, BrokerLook.Span> runs, Sink sink) {
    Map<TopicPartition, BrokerLook.Span> left = new HashMap<>(runs);
    left.values().removeIf(run -> run.count() == 0);
    consumer.assign(Set.copyOf(left.keySet()));
    left.forEach((partition, run) -> consumer.seek(partition, run.begin()));
    long heard = System.nanoTime();
    while (!left.isEmpty()) {
      boolean moved = false;
      for (ConsumerRecord<byte[], byte[]> read : consumer.poll(POLL)) {
        moved = true;
        BrokerLook.Span run = left.get(new TopicPartition(read.topic(), read.partition()));
        if (run != null && read.offset() < run.end()) {
          sink.take(read);
        }
      }
      moved |=
          left.entrySet().removeIf(run -> consumer.position(run.getKey()) >= run.getValue().end());
      consumer.assign(Set.copyOf(left.keySet()));
      if (moved) {
        heard = System.nanoTime();
      } else if (System.nanoTime() - heard > SILENT_NANOS) {
        throw new KafkaException(
            "the broker at %s has not given the records of %s within 30 s"
                .formatted(bootstrap, left.keySet()));
      }
    }
  }

  @Override
  public void close() {
    consumer.close();
  }
}
