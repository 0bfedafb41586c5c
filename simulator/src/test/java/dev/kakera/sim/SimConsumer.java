package dev.kakera.sim;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.record.TimestampType;

/** A consumer, with a group or without, that resets nothing by itself. */
public final class SimConsumer {
  private static final int RECORDS_MAX = 16;
  private static final long ALERT = -2;

  private final World world;
  private final SimBroker broker;
  private final Process process;
  private final String group;
  private final Map<TopicPartition, Long> positions = new LinkedHashMap<>();
  private final Set<TopicPartition> assigned = new LinkedHashSet<>();
  private boolean fenced;

  /** Of how many brokers, one after the other, its group knows the last. */
  private long lives;

  /** The state of the broker in which nothing was left to be read. */
  private long restsAt = ALERT;

  private SimConsumer(World world, SimBroker broker, Process process, String group) {
    this.world = world;
    this.broker = broker;
    this.process = process;
    this.group = group;
    this.lives = broker.lives();
  }

  /** A consumer and the hand by which its group takes its partitions away. */
  public record Made(Consumer<byte[], byte[]> consumer, Runnable rebalance) {}

  /**
   * @param group null for one that is assigned by hand
   */
  @SuppressWarnings("unchecked")
  public static Made of(World world, SimBroker broker, Process process, String group) {
    SimConsumer consumer = new SimConsumer(world, broker, process, group);
    Object proxy =
        Proxy.newProxyInstance(
            SimConsumer.class.getClassLoader(),
            new Class<?>[] {Consumer.class},
            (_, method, arguments) -> consumer.call(method.getName(), arguments));
    return new Made((Consumer<byte[], byte[]>) proxy, () -> consumer.fenced = true);
  }

  @SuppressWarnings("unchecked")
  private Object call(String method, Object[] arguments) {
    process.call();
    return switch (method) {
      case "subscribe" -> {
        for (String topic : (Collection<String>) arguments[0]) {
          for (int partition = 0; partition < SimBroker.PARTITIONS; partition++) {
            assigned.add(new TopicPartition(topic, partition));
          }
        }
        yield null;
      }
      case "assign" -> {
        assigned.addAll((Collection<TopicPartition>) arguments[0]);
        yield null;
      }
      case "assignment" -> Set.copyOf(assigned);
      case "poll" -> poll();
      case "seek" -> {
        restsAt = ALERT;
        yield positions.put((TopicPartition) arguments[0], (Long) arguments[1]);
      }
      case "seekToBeginning" -> {
        restsAt = ALERT;
        for (TopicPartition each : (Collection<TopicPartition>) arguments[0]) {
          positions.put(each, broker.log(each).start);
        }
        yield null;
      }
      case "seekToEnd" -> {
        for (TopicPartition each : (Collection<TopicPartition>) arguments[0]) {
          positions.put(each, broker.log(each).end());
        }
        yield null;
      }
      case "position" -> positions.getOrDefault((TopicPartition) arguments[0], 0L);
      case "beginningOffsets" -> offsets((Collection<TopicPartition>) arguments[0], true);
      case "endOffsets" -> offsets((Collection<TopicPartition>) arguments[0], false);
      case "commitSync" -> commit();
      case "close", "wakeup" -> null;
      default -> throw new UnsupportedOperationException(method);
    };
  }

  private ConsumerRecords<byte[], byte[]> poll() {
    if (fenced) {
      forget();
      world.mark("a group was rebalanced");
    }
    if (!process.reachesBroker() || !process.hearsBroker() || !broker.isUp()) {
      return ConsumerRecords.empty();
    }
    if (group != null && lives != broker.lives()) {
      lives = broker.lives();
      forget();
      world.mark("a group that a new broker does not know joined again");
    }
    if (restsAt == broker.changes()) {
      return ConsumerRecords.empty();
    }
    long before = broker.changes();
    Map<TopicPartition, Long> lost = new LinkedHashMap<>();
    for (TopicPartition each : assigned) {
      if (!positions.containsKey(each) && group != null) {
        Long committed = broker.committed(group).get(each);
        if (committed == null) {
          throw new NoOffsetForPartitionException(Set.copyOf(assigned));
        }
        positions.put(each, committed);
      }
      long position = positions.get(each);
      SimBroker.Log log = broker.log(each);
      if (position < log.start || position > log.end()) {
        lost.put(each, position);
      }
    }
    if (!lost.isEmpty()) {
      world.mark("a reader's position is gone");
      throw new OffsetOutOfRangeException(lost);
    }
    ConsumerRecords<byte[], byte[]> fetched = fetch();
    restsAt = fetched.isEmpty() ? before : ALERT;
    return fetched;
  }

  private void forget() {
    fenced = false;
    restsAt = ALERT;
    positions.clear();
  }

  private ConsumerRecords<byte[], byte[]> fetch() {
    Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> fetched = new LinkedHashMap<>();
    int left = RECORDS_MAX;
    for (TopicPartition each : assigned) {
      SimBroker.Log log = broker.log(each);
      List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
      for (long offset = positions.get(each); offset < log.end() && left > 0; offset++, left--) {
        records.add(record(each, offset, log.records.get((int) offset), Optional.empty()));
      }
      if (!records.isEmpty()) {
        positions.put(each, records.getLast().offset() + 1);
        fetched.put(each, records);
      }
    }
    return new ConsumerRecords<>(fetched, Map.of());
  }

  static ConsumerRecord<byte[], byte[]> record(
      TopicPartition partition, long offset, SimBroker.Stored stored, Optional<Short> delivery) {
    return new ConsumerRecord<>(
        partition.topic(),
        partition.partition(),
        offset,
        0L,
        TimestampType.LOG_APPEND_TIME,
        stored.key().length,
        stored.value() == null ? 0 : stored.value().length,
        stored.key(),
        stored.value(),
        stored.headers(),
        Optional.empty(),
        delivery);
  }

  private Map<TopicPartition, Long> offsets(Collection<TopicPartition> which, boolean first) {
    requireBroker();
    Map<TopicPartition, Long> offsets = new LinkedHashMap<>();
    for (TopicPartition each : which) {
      offsets.put(each, first ? broker.log(each).start : broker.log(each).end());
    }
    return offsets;
  }

  private Object commit() {
    requireBroker();
    if (fenced) {
      throw new CommitFailedException("the group was rebalanced");
    }
    broker.committed(group).putAll(positions);
    return null;
  }

  private void requireBroker() {
    if (!process.reachesBroker() || !process.hearsBroker() || !broker.isUp()) {
      world.pass(Duration.ofSeconds(15));
      process.call();
      throw new TimeoutException("the broker did not answer");
    }
  }
}
