package dev.kakera.console.inspect;

import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** The end of a topic, and single records of it. */
public final class TopicTail {
  /** Most that are kept in memory and shown. */
  public static final int RECORDS_MAX = 10_000;

  private static final Comparator<SeenRecord> BY_TIME =
      Comparator.comparingLong(SeenRecord::timeMillis)
          .thenComparingInt(seen -> seen.place().partition())
          .thenComparingLong(seen -> seen.place().offset());

  private TopicTail() {}

  /**
   * What is wanted.
   *
   * @param from below 0: the last so many records; else from this offset on in each partition
   * @param key what their keys begin with; empty for any
   * @param withValue whether values are looked at
   */
  public record Wanted(String topic, long from, String key, boolean withValue) {
    public Wanted {
      if (from < -RECORDS_MAX) {
        throw new CommandFailure(
            MessageId.USAGE, "--from: got %d, expected -%d or more".formatted(from, RECORDS_MAX));
      }
    }

    int countMax() {
      return from < 0 ? (int) -from : RECORDS_MAX;
    }
  }

  /** Oldest first. */
  public static List<SeenRecord> of(BrokerLook look, Wanted wanted) throws InterruptedException {
    Map<TopicPartition, BrokerLook.Span> runs = new HashMap<>();
    look.spans(look.partitions(wanted.topic()))
        .forEach((partition, span) -> runs.put(partition, run(span, wanted)));
    PriorityQueue<SeenRecord> newest = new PriorityQueue<>(BY_TIME);
    try (TopicReader reader = new TopicReader(look.bootstrap())) {
      reader.read(
          runs,
          read -> {
            if (hasKey(read, wanted.key())) {
              newest.add(RecordDecoder.decode(read, wanted.withValue()));
              if (newest.size() > wanted.countMax()) {
                newest.poll();
              }
            }
          });
    }
    List<SeenRecord> tail = new ArrayList<>(newest);
    tail.sort(BY_TIME);
    return tail;
  }

  /** The part of a partition that has to be read. */
  static BrokerLook.Span run(BrokerLook.Span there, Wanted wanted) {
    long begin = there.begin();
    if (wanted.from() >= 0) {
      begin = Math.max(begin, wanted.from());
    } else if (wanted.key().isEmpty()) {
      begin = Math.max(begin, there.end() + wanted.from());
    }
    return new BrokerLook.Span(Math.min(begin, there.end()), there.end());
  }

  /** Everything in some topics whose key is wanted, each partition's in order. */
  public static void each(
      BrokerLook look,
      Collection<String> topics,
      Predicate<String> wantedKey,
      Consumer<SeenRecord> taker)
      throws InterruptedException {
    List<TopicPartition> partitions = new ArrayList<>();
    for (String topic : topics) {
      partitions.addAll(look.partitions(topic));
    }
    try (TopicReader reader = new TopicReader(look.bootstrap())) {
      reader.read(
          look.spans(partitions),
          read -> {
            if (wantedKey.test(Printable.bytes(read.key()))) {
              taker.accept(RecordDecoder.decode(read, true));
            }
          });
    }
  }

  private static boolean hasKey(ConsumerRecord<byte[], byte[]> read, String start) {
    return start.isEmpty()
        || read.key() != null
            && new String(read.key(), StandardCharsets.ISO_8859_1).startsWith(start);
  }

  /**
   * One record.
   *
   * @throws CommandFailure if it is not there
   */
  public static SeenRecord one(BrokerLook look, SeenRecord.Place place)
      throws InterruptedException {
    TopicPartition partition = new TopicPartition(place.topic(), place.partition());
    if (!look.partitions(place.topic()).contains(partition)) {
      throw unknown(place, "the topic has no such partition");
    }
    BrokerLook.Span there = look.spans(List.of(partition)).get(partition);
    List<SeenRecord> found = new ArrayList<>();
    if (place.offset() >= there.begin() && place.offset() < there.end()) {
      try (TopicReader reader = new TopicReader(look.bootstrap())) {
        reader.read(
            Map.of(partition, new BrokerLook.Span(place.offset(), place.offset() + 1)),
            read -> found.add(RecordDecoder.decode(read, true)));
      }
    }
    return Optional.ofNullable(found.isEmpty() ? null : found.getFirst())
        .orElseThrow(
            () ->
                unknown(
                    place,
                    there.count() == 0
                        ? "the partition is empty"
                        : "the partition has %d to %d".formatted(there.begin(), there.end() - 1)));
  }

  private static CommandFailure unknown(SeenRecord.Place place, String why) {
    return new CommandFailure(
        MessageId.RECORD_UNKNOWN,
        "there is no record %s: %s. See the last ones: kakera topics tail %s"
            .formatted(place, why, place.topic()));
  }
}
