package dev.kakera.encoder;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.kakera.schemas.EventHeaders;
import dev.kakera.schemas.EventType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockShareConsumer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/**
 * A broker of which a test decides what it answers, and in which order. It makes one step whenever
 * the loop waits, so that everything runs in the test's thread and each run is the same. Keeps a
 * journal of sends, their ends, and settlements.
 */
final class Network {
  static final int CHANNELS = 4;

  final List<String> journal = new ArrayList<>();
  final List<ProducerRecord<byte[], byte[]>> sent = new ArrayList<>();
  final Events events = new Events();
  final HeldProducer producer = new HeldProducer();
  final FakeConsumer consumer = new FakeConsumer();

  /** Fails a send, by its name in the journal; null lets it land. */
  Function<String, RuntimeException> failures = name -> null;

  /** Ends each send at once. */
  boolean prompt;

  /** Never ends a send while it holds. */
  boolean silent;

  long nanos;

  private final SplittableRandom order;
  private final List<Held> held = new ArrayList<>();

  private record Held(String name, Callback callback, CompletableFuture<RecordMetadata> future) {}

  /**
   * @param seed of the order in which sends end
   */
  Network(long seed) {
    order = new SplittableRandom(seed);
  }

  EncodeLoop loop(EncoderSettings settings, StopSignal stop, Patience patience) {
    LoopContext context =
        new LoopContext(settings, producer, new EncoderStats(), stop, patience, () -> nanos);
    return new EncodeLoop(context, consumer, events);
  }

  /** Ends one of the sends that are out. */
  boolean step() {
    if (silent || held.isEmpty()) {
      return false;
    }
    end(held.remove(order.nextInt(held.size())));
    return true;
  }

  private void end(Held send) {
    RuntimeException failure = failures.apply(send.name);
    journal.add((failure == null ? "landed " : "failed ") + send.name);
    RecordMetadata metadata = new RecordMetadata(new TopicPartition("t", 0), 0, 0, 0, 0, 0);
    if (send.callback != null) {
      send.callback.onCompletion(failure == null ? metadata : null, failure);
    }
    if (failure == null) {
      send.future.complete(metadata);
    } else {
      send.future.completeExceptionally(failure);
    }
  }

  /**
   * How the journal calls a send: {@code stripe id}, {@code shard id/index} or {@code parked id}.
   */
  static String name(ProducerRecord<byte[], byte[]> record) {
    EventHeaders headers = EventHeaders.read(record.headers());
    String chunk = headers.chunk().orElseThrow();
    if (record.topic().endsWith(".dlq")) {
      return "parked " + chunk;
    }
    return headers.type() == EventType.STRIPE
        ? "stripe " + chunk
        : "shard " + chunk + "/" + headers.shard().orElseThrow().index();
  }

  List<ProducerRecord<byte[], byte[]>> shardsSent() {
    return sent.stream().filter(record -> record.topic().contains(".shards.")).toList();
  }

  List<ProducerRecord<byte[], byte[]>> sentTo(String topic) {
    return sent.stream().filter(record -> record.topic().equals(topic)).toList();
  }

  /** The queue of the loop: waiting on it lets the network make steps, or else time pass. */
  final class Events extends LinkedBlockingQueue<LoopEvent> {
    private static final long serialVersionUID = 1L;

    @Override
    public LoopEvent poll(long timeout, TimeUnit unit) {
      LoopEvent event = poll();
      while (event == null && step()) {
        event = poll();
      }
      if (event == null) {
        nanos += unit.toNanos(timeout);
      }
      return event;
    }
  }

  final class HeldProducer extends MockProducer<byte[], byte[]> {
    RuntimeException noMetadata;
    int metadataCount;

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
      String name = name(record);
      journal.add("send " + name);
      sent.add(copied(record));
      Held send = new Held(name, callback, new CompletableFuture<>());
      if (prompt || record.topic().endsWith(".dlq")) {
        end(send);
      } else {
        held.add(send);
      }
      return send.future;
    }

    /** As the real one does before it returns: the array is used again. */
    private static ProducerRecord<byte[], byte[]> copied(ProducerRecord<byte[], byte[]> record) {
      return new ProducerRecord<>(
          record.topic(),
          record.partition(),
          record.timestamp(),
          record.key(),
          record.value() == null ? null : record.value().clone(),
          record.headers());
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record) {
      return send(record, null);
    }

    @Override
    public List<PartitionInfo> partitionsFor(String topic) {
      metadataCount++;
      if (noMetadata != null && topic.contains(".shards.")) {
        throw noMetadata;
      }
      return IntStream.range(0, CHANNELS)
          .mapToObj(
              partition ->
                  new PartitionInfo(topic, partition, Node.noNode(), new Node[0], new Node[0]))
          .toList();
    }
  }

  final class FakeConsumer extends MockShareConsumer<byte[], byte[]> {
    private final List<List<ConsumerRecord<byte[], byte[]>>> batches = new ArrayList<>();

    @SafeVarargs
    final void deliver(ConsumerRecord<byte[], byte[]>... batch) {
      batches.add(List.of(batch));
    }

    @Override
    public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
      Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records =
          new TreeMap<>(Comparator.comparing(TopicPartition::toString));
      if (!batches.isEmpty()) {
        records.put(new TopicPartition(TestHome.TOPICS.chunks(), 0), batches.removeFirst());
      }
      return new ConsumerRecords<>(records, Map.of());
    }

    @Override
    public synchronized void acknowledge(
        ConsumerRecord<byte[], byte[]> record, AcknowledgeType type) {
      journal.add("settle " + new String(record.key(), US_ASCII) + " " + type.name());
    }
  }
}
