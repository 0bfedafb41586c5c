package dev.kakera.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.header.Headers;

/**
 * A lone broker: what it acknowledged it has flushed a while later, and what was not flushed a
 * power cut may take. It repeats, delivers again, stands still, is full, and is wiped.
 */
public final class SimBroker {
  public static final int PARTITIONS = 4;

  private static final Duration LOCK = Duration.ofSeconds(30);
  private static final int DELIVERIES_MAX = 5;

  /** A record as it lies in a log; its arrays are shared. */
  public static final class Stored {
    private final byte[] key;
    private final byte[] value;
    private final Headers headers;

    Stored(ProducerRecord<byte[], byte[]> sent) {
      key = sent.key();
      value = sent.value();
      headers = sent.headers();
    }

    public byte[] key() {
      return key;
    }

    public byte[] value() {
      return value;
    }

    public Headers headers() {
      return headers;
    }
  }

  /** One partition. */
  public static final class Log {
    public final List<Stored> records = new ArrayList<>();
    public long start;
    long flushed;

    /** The offset that the next record gets. */
    public long end() {
      return records.size();
    }
  }

  /** How a share group stands with one record. */
  private static final class Delivery {
    int count;
    long lockedUntil;
    SimShareConsumer by;
    boolean done;
  }

  private final World world;
  private final Map<String, List<Log>> topics = new LinkedHashMap<>();
  private final Map<String, Map<TopicPartition, Long>> committed = new TreeMap<>();
  private final Map<TopicPartition, TreeMap<Long, Delivery>> deliveries = new HashMap<>();
  private long upAt;
  private long roomAt;
  private int wiped;
  private Watch watch;
  private long changes;
  public double repeats;

  public SimBroker(World world) {
    this.world = world;
  }

  public void make(String topic) {
    List<Log> logs = new ArrayList<>();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      logs.add(new Log());
    }
    topics.put(topic, logs);
  }

  public boolean isUp() {
    return world.nanos() >= upAt;
  }

  public boolean hasRoom() {
    return world.nanos() >= roomAt;
  }

  public boolean knows(String topic) {
    return topics.containsKey(topic);
  }

  public Log log(TopicPartition partition) {
    return topics.get(partition.topic()).get(partition.partition());
  }

  /** How often it was wiped. */
  long lives() {
    return wiped;
  }

  /** Another one after each wipe. */
  public String topicId(String topic) {
    return new Uuid(topic.hashCode(), 1000L + wiped).toString();
  }

  /** Grows with whatever a reader might see. */
  public long changes() {
    return isUp() ? changes : -1;
  }

  long append(ProducerRecord<byte[], byte[]> record, int partition) {
    changes++;
    Log log = topics.get(record.topic()).get(partition);
    long offset = log.end();
    Stored stored = new Stored(record);
    log.records.add(stored);
    if (watch != null) {
      watch.sees(record.topic(), stored);
    }
    if (world.chance(repeats)) {
      world.mark("broker has a record twice");
      log.records.add(stored);
    }
    return offset;
  }

  Map<TopicPartition, Long> committed(String group) {
    return committed.computeIfAbsent(group, _ -> new HashMap<>());
  }

  public long committed(String group, TopicPartition partition) {
    return committed(group).getOrDefault(partition, 0L);
  }

  public void trim(TopicPartition partition, long before) {
    Log log = log(partition);
    long start = Math.min(before, log.end());
    if (start > log.start) {
      log.start = start;
      changes++;
    }
  }

  /** Takes records for one member of the share group of encoders. */
  void acquire(String topic, int countMax, SimShareConsumer member, Taken taken) {
    int count = 0;
    for (int number = 0; number < PARTITIONS; number++) {
      TopicPartition partition = new TopicPartition(topic, number);
      Log log = log(partition);
      TreeMap<Long, Delivery> known = deliveries.computeIfAbsent(partition, _ -> new TreeMap<>());
      for (long offset = log.start; offset < log.end() && count < countMax; offset++) {
        Delivery delivery = known.computeIfAbsent(offset, _ -> new Delivery());
        if (delivery.done || delivery.lockedUntil > world.nanos()) {
          continue;
        }
        if (delivery.count == DELIVERIES_MAX) {
          world.mark("broker drops a record that was delivered too often");
          delivery.done = true;
          continue;
        }
        if (++delivery.count > 1) {
          world.mark("chunk delivered again");
        }
        delivery.by = member;
        delivery.lockedUntil = world.nanos() + LOCK.toNanos();
        taken.record(partition, offset, log.records.get((int) offset), delivery.count);
        count++;
      }
    }
  }

  /** Told of each record that was acquired. */
  interface Taken {
    void record(TopicPartition partition, long offset, Stored record, int count);
  }

  /** Whether the member still had it. */
  boolean settle(
      TopicPartition partition, long offset, AcknowledgeType type, SimShareConsumer member) {
    Delivery delivery = deliveries.getOrDefault(partition, new TreeMap<>()).get(offset);
    changes++;
    boolean had = delivery != null && delivery.by == member && delivery.lockedUntil > world.nanos();
    if (had) {
      delivery.lockedUntil = 0;
      delivery.by = null;
      delivery.done = type != AcknowledgeType.RELEASE;
      if (type == AcknowledgeType.ACCEPT) {
        watch.accepts(log(partition).records.get((int) offset));
      }
    } else {
      world.mark("chunk settled after its lock ran out");
    }
    return had;
  }

  public boolean isConsumed(TopicPartition partition) {
    Log log = log(partition);
    for (long offset = log.start; offset < log.end(); offset++) {
      Delivery delivery = deliveries.getOrDefault(partition, new TreeMap<>()).get(offset);
      if (delivery == null || !delivery.done) {
        return false;
      }
    }
    return true;
  }

  void watch(Watch by) {
    watch = by;
  }

  /** An old record of a topic comes again. */
  public void replay(String topic, int which) {
    for (Log log : topics.get(topic)) {
      if (!log.records.isEmpty() && isUp() && hasRoom()) {
        world.mark("an old record came again");
        changes++;
        log.records.add(log.records.get(which % log.records.size()));
      }
    }
  }

  /** Puts what the logs hold on the broker's disk. */
  public void flush() {
    logs(log -> log.flushed = log.end());
  }

  public void stop(Duration time) {
    changes++;
    upAt = Math.max(upAt, world.nanos() + time.toNanos());
  }

  public void fill(Duration time) {
    roomAt = Math.max(roomAt, world.nanos() + time.toNanos());
  }

  /** A power cut: of what was not flushed any tail is gone, of offsets and locks any part. */
  public void cutPower(Duration time) {
    stop(time);
    logs(
        log -> {
          long keep = Math.max(log.start, world.random.nextLong(log.flushed, log.end() + 1));
          if (keep < log.end()) {
            world.mark("broker lost what it had acknowledged");
            List<Stored> gone = log.records.subList((int) keep, log.records.size());
            gone.forEach(watch::loses);
            gone.clear();
          }
          log.flushed = Math.min(log.flushed, keep);
        });
    for (Map<TopicPartition, Long> offsets : new TreeMap<>(committed).values()) {
      if (world.chance(0.3)) {
        offsets.clear();
      }
    }
    deliveries.values().forEach(known -> known.values().removeIf(_ -> world.chance(0.3)));
    for (TreeMap<Long, Delivery> known : deliveries.values()) {
      known.values().forEach(delivery -> delivery.lockedUntil = 0);
    }
    deliveries.forEach((partition, known) -> known.tailMap(log(partition).end(), true).clear());
  }

  /** Everything is gone; the topics are made anew. */
  public void wipe(Duration time) {
    stop(time);
    wiped++;
    world.mark("broker wiped");
    logs(log -> log.records.stream().skip(log.start).forEach(watch::loses));
    List.copyOf(topics.keySet()).forEach(this::make);
    committed.clear();
    deliveries.clear();
  }

  public void heal() {
    upAt = 0;
    roomAt = 0;
    repeats = 0;
  }

  private void logs(Consumer<Log> each) {
    topics.values().forEach(logs -> logs.forEach(each));
  }
}
