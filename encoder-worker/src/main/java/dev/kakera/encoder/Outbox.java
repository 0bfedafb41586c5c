package dev.kakera.encoder;

import dev.kakera.schemas.DeadLetterHeaders;
import dev.kakera.schemas.Topics;
import dev.kakera.schemas.record.DeadLetterRecord;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * A loop's way to the producer. The end of each send is put into the loop's queue: nothing is sent
 * from the producer's own thread, since a send may wait for memory that only that thread can free.
 * Confined to its loop.
 */
final class Outbox {
  private final Producer<byte[], byte[]> producer;
  private final Topics topics;
  private final EncoderStats stats;
  private final BlockingQueue<LoopEvent> events;
  private final Map<String, Integer> partitions = new HashMap<>();
  private final Map<String, Exception> unavailable = new HashMap<>();

  Outbox(LoopContext context, BlockingQueue<LoopEvent> events) {
    producer = context.producer();
    topics = context.settings().topics();
    stats = context.stats();
    this.events = events;
  }

  /** Forgets which topics could not be found: they are asked for again, once. */
  void beginBatch() {
    unavailable.clear();
  }

  void announce(Group group, ProducerRecord<byte[], byte[]> announcement) {
    Consumer<Optional<Exception>> end =
        failure -> events.add(new LoopEvent.StripeEnded(group, failure));
    try {
      int unused = partitions(announcement.topic());
      send(announcement, end);
    } catch (KafkaException e) {
      end.accept(Optional.of(e));
    }
  }

  void publish(Group group, OutgoingShard shard) {
    ShardRef ref = shard.ref(); // not the shard: a report that waits would hold its bytes
    Consumer<Optional<Exception>> end =
        failure -> events.add(new LoopEvent.ShardEnded(group, ref, failure));
    String topic = topics.shards(ref.peer());
    try {
      send(shard.toKafka(topic, partitions(topic)), end);
    } catch (KafkaException e) {
      end.accept(Optional.of(e));
    } finally {
      shard.handedOver();
    }
  }

  /** A failed send may mean that the topic is another one now. */
  void forget(String peer) {
    partitions.remove(topics.shards(peer));
  }

  /**
   * Copies a record to its dead-letter topic, as it was, and waits until the broker has it.
   *
   * @return why it could not
   */
  Optional<Exception> park(ConsumerRecord<byte[], byte[]> record, String reason, Duration wait) {
    RecordHeaders headers = new RecordHeaders(record.headers());
    DeadLetterHeaders.write(
        DeadLetterRecord.newBuilder()
            .setTopic(record.topic())
            .setPartition(record.partition())
            .setOffset(record.offset())
            .setAttempts(record.deliveryCount().orElse((short) 1))
            .setReason(reason)
            .build(),
        headers);
    try {
      RecordMetadata unused =
          producer
              .send(
                  new ProducerRecord<>(
                      topics.dlq(record.topic()),
                      null,
                      null,
                      record.key(),
                      record.value(),
                      headers))
              .get(wait.toNanos(), TimeUnit.NANOSECONDS);
      return Optional.empty();
    } catch (ExecutionException | TimeoutException | KafkaException | IllegalStateException e) {
      return Optional.of(e);
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
  }

  private void send(ProducerRecord<byte[], byte[]> record, Consumer<Optional<Exception>> end) {
    long started = System.nanoTime();
    try {
      var unused =
          producer.send(record, (sent, failure) -> end.accept(Optional.ofNullable(failure)));
    } catch (IllegalStateException e) {
      end.accept(Optional.of(e)); // the producer was closed
    } finally {
      stats.spent(EncoderStats.Step.SEND, System.nanoTime() - started);
    }
  }

  /**
   * Partitions of a topic. A topic that is not there is waited for once in a batch, not once for
   * each record: the records' locks would run out.
   */
  private int partitions(String topic) {
    Integer known = partitions.get(topic);
    if (known != null) {
      return known;
    }
    Exception before = unavailable.get(topic);
    if (before != null) {
      throw new KafkaException(before.getMessage(), before);
    }
    try {
      int count = producer.partitionsFor(topic).size();
      if (count == 0) {
        throw new UnknownTopicOrPartitionException("topic " + topic + " has no partition");
      }
      partitions.put(topic, count);
      return count;
    } catch (KafkaException e) {
      unavailable.put(topic, e);
      throw e;
    }
  }
}
