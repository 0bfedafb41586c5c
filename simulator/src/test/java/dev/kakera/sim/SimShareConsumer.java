package dev.kakera.sim;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.ShareConsumer;
import org.apache.kafka.common.TopicPartition;

/** A member of the encoders' share group. */
public final class SimShareConsumer {
  private static final int RECORDS_MAX = 4;

  private final World world;
  private final SimBroker broker;
  private final Process process;
  private final Map<ConsumerRecord<byte[], byte[]>, AcknowledgeType> settled =
      new LinkedHashMap<>();
  private String topic;

  private SimShareConsumer(World world, SimBroker broker, Process process) {
    this.world = world;
    this.broker = broker;
    this.process = process;
  }

  @SuppressWarnings("unchecked")
  public static ShareConsumer<byte[], byte[]> of(World world, SimBroker broker, Process process) {
    SimShareConsumer consumer = new SimShareConsumer(world, broker, process);
    return (ShareConsumer<byte[], byte[]>)
        Proxy.newProxyInstance(
            SimShareConsumer.class.getClassLoader(),
            new Class<?>[] {ShareConsumer.class},
            (_, method, arguments) -> consumer.call(method.getName(), arguments));
  }

  @SuppressWarnings("unchecked")
  private Object call(String method, Object[] arguments) {
    process.call();
    return switch (method) {
      case "subscribe" -> topic = ((Collection<String>) arguments[0]).iterator().next();
      case "poll" -> poll();
      case "acknowledge" ->
          settled.put(
              (ConsumerRecord<byte[], byte[]>) arguments[0], (AcknowledgeType) arguments[1]);
      case "commitAsync" -> commit();
      case "setAcknowledgementCommitCallback", "wakeup", "close" -> null;
      default -> throw new UnsupportedOperationException(method);
    };
  }

  private ConsumerRecords<byte[], byte[]> poll() {
    if (!process.reachesBroker() || !process.hearsBroker() || !broker.isUp()) {
      return ConsumerRecords.empty();
    }
    Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> taken = new LinkedHashMap<>();
    broker.acquire(
        topic,
        RECORDS_MAX,
        this,
        (partition, offset, stored, count) ->
            taken
                .computeIfAbsent(partition, _ -> new ArrayList<>())
                .add(SimConsumer.record(partition, offset, stored, Optional.of((short) count))));
    return new ConsumerRecords<>(taken, Map.of());
  }

  private Object commit() {
    Map<ConsumerRecord<byte[], byte[]>, AcknowledgeType> sent = new LinkedHashMap<>(settled);
    settled.clear();
    world.soon(
        () -> {
          if (process.reachesBroker() && broker.isUp()) {
            sent.forEach(
                (record, type) -> {
                  TopicPartition partition = new TopicPartition(record.topic(), record.partition());
                  if (record.offset() < broker.log(partition).end()) {
                    broker.settle(partition, record.offset(), type, this);
                  }
                });
          } else {
            world.mark("settling of chunks was lost");
          }
        });
    return null;
  }
}
