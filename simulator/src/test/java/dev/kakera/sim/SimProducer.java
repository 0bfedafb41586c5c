package dev.kakera.sim;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** A producer over a link that loses, delays and breaks; tries again for 45 s, as ours do. */
public final class SimProducer {
  private static final Duration DELIVERY_TIMEOUT = Duration.ofSeconds(45);
  private static final Duration AGAIN = Duration.ofSeconds(1);

  private final World world;
  private final SimBroker broker;
  private final Process process;
  private final List<Sent> open = new ArrayList<>();
  private int count;

  private SimProducer(World world, SimBroker broker, Process process) {
    this.world = world;
    this.broker = broker;
    this.process = process;
  }

  @SuppressWarnings("unchecked")
  public static Producer<byte[], byte[]> of(World world, SimBroker broker, Process process) {
    SimProducer producer = new SimProducer(world, broker, process);
    return (Producer<byte[], byte[]>)
        Proxy.newProxyInstance(
            SimProducer.class.getClassLoader(),
            new Class<?>[] {Producer.class},
            (_, method, arguments) ->
                switch (method.getName()) {
                  case "send" ->
                      producer.send(
                          (ProducerRecord<byte[], byte[]>) arguments[0],
                          arguments.length > 1 ? (Callback) arguments[1] : null);
                  case "partitionsFor" -> producer.partitions((String) arguments[0]);
                  case "flush" -> producer.flush();
                  case "close" -> null;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  /** Copies what it is given before it returns, as Kafka's does: its caller uses arrays again. */
  private Sent send(ProducerRecord<byte[], byte[]> given, Callback callback) {
    process.call();
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(
            given.topic(),
            given.partition(),
            given.key().clone(),
            given.value() == null ? null : given.value().clone(),
            given.headers());
    Sent sent = new Sent(world, process);
    open.add(sent);
    int partition = record.partition() != null ? record.partition() : partition(record);
    long end = world.nanos() + DELIVERY_TIMEOUT.toNanos();
    world.soon(() -> attempt(record, partition, sent, callback, end));
    return sent;
  }

  /** By key, but for keys that are drawn by chance: those of requests. */
  private int partition(ProducerRecord<byte[], byte[]> record) {
    int hash = record.topic().contains(".requests.") ? count++ : Arrays.hashCode(record.key());
    return Math.floorMod(hash, SimBroker.PARTITIONS);
  }

  private void attempt(
      ProducerRecord<byte[], byte[]> record,
      int partition,
      Sent sent,
      Callback callback,
      long end) {
    if (!process.isAlive() && world.chance(0.5)) {
      return; // it never left
    }
    if (world.nanos() > end) {
      end(sent, callback, null, new TimeoutException("not acknowledged within 45 s"));
      return;
    }
    if (!process.reachesBroker() || !broker.isUp() || !broker.hasRoom()) {
      world.after(AGAIN, () -> attempt(record, partition, sent, callback, end));
      return;
    }
    long offset = broker.append(record, partition);
    RecordMetadata metadata =
        new RecordMetadata(new TopicPartition(record.topic(), partition), offset, 0, 0L, 0, 0);
    acknowledge(sent, callback, metadata, end);
  }

  private void acknowledge(Sent sent, Callback callback, RecordMetadata metadata, long end) {
    world.soon(
        () -> {
          if (process.hearsBroker() && broker.isUp()) {
            end(sent, callback, metadata, null);
          } else if (world.nanos() > end) {
            world.mark("broker has it, but its acknowledgement never came");
            end(sent, callback, null, new TimeoutException("not acknowledged within 45 s"));
          } else {
            world.after(AGAIN, () -> acknowledge(sent, callback, metadata, end));
          }
        });
  }

  private void end(Sent sent, Callback callback, RecordMetadata metadata, Exception failure) {
    open.remove(sent);
    sent.end(metadata, failure);
    if (callback != null && process.isAlive()) {
      callback.onCompletion(metadata, failure);
    }
  }

  private List<PartitionInfo> partitions(String topic) {
    process.call();
    if (!process.reachesBroker() || !process.hearsBroker() || !broker.isUp()) {
      // What a client knows it knows for a while; now and then it must ask.
      if (world.chance(0.2)) {
        world.pass(Duration.ofSeconds(20));
        process.call();
        throw new TimeoutException("topic " + topic + " not known within 20 s");
      }
    }
    return Collections.nCopies(SimBroker.PARTITIONS, new PartitionInfo(topic, 0, null, null, null));
  }

  private Object flush() {
    process.call();
    List<Sent> waited = List.copyOf(open);
    world.pump(
        DELIVERY_TIMEOUT.plusSeconds(30),
        () -> !process.isAlive() || waited.stream().allMatch(Sent::isDone));
    process.call();
    return null;
  }
}
