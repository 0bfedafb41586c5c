package dev.kakera.producer.backup;

import dev.kakera.producer.ledger.Catalog;
import dev.kakera.producer.ledger.Chunks;
import dev.kakera.producer.ledger.ReceiptLedger;
import dev.kakera.producer.publish.OwedShards;
import dev.kakera.schemas.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListShareGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.SharePartitionOffsetInfo;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets what an earlier session left in the broker run through before a new one publishes: adopted
 * where it lands, so that nothing that is receipted is sent twice; what does not land is known as
 * lost then, and sent again.
 */
final class Settling {
  private static final Logger LOG = LoggerFactory.getLogger(Settling.class);
  private static final Duration DEADLINE = Duration.ofSeconds(90);
  private static final long LOOK_MILLIS = 100;
  private static final long CALL_SECONDS = 60;

  private final Admin admin;
  private final Topics topics;
  private final Catalog catalog;
  private final ReceiptLedger ledger;
  private final Duration awayAfter;
  private final LongSupplier nanos;

  /**
   * @param awayAfter how long a peer may take for what lies in its topic
   */
  Settling(
      Admin admin,
      Topics topics,
      Catalog catalog,
      ReceiptLedger ledger,
      Duration awayAfter,
      LongSupplier nanos) {
    this.admin = admin;
    this.topics = topics;
    this.catalog = catalog;
    this.ledger = ledger;
    this.awayAfter = awayAfter;
    this.nanos = nanos;
  }

  /** Returns at once when nothing was left. */
  OwedShards run() throws InterruptedException {
    if (!catalog.read(Chunks::anyOpen) || ledger.brokerIsNew()) {
      return new OwedShards(Set.of());
    }
    try {
      long started = nanos.getAsLong();
      boolean encoded = false;
      while (!encoded && nanos.getAsLong() - started < DEADLINE.toNanos()) {
        encoded = chunksConsumed();
        pause();
      }
      trimChunks();
      Set<String> lagging = laggingPeers();
      long encodedAt = nanos.getAsLong();
      while (!lagging.isEmpty() && nanos.getAsLong() - encodedAt < awayAfter.toNanos()) {
        pause();
        lagging = laggingPeers();
      }
      awaitLedger(started);
      LOG.info(
          "what an earlier run left was settled in {} ms: chunks {}, peers behind {}",
          (nanos.getAsLong() - started) / 1_000_000,
          encoded ? "all encoded" : "not all encoded",
          lagging);
      return new OwedShards(lagging);
    } catch (ExecutionException e) {
      throw new KafkaException(
          "what an earlier run left in the broker cannot be seen: " + e.getCause().getMessage(), e);
    } catch (TimeoutException e) {
      throw new KafkaException(
          "what an earlier run left in the broker cannot be seen: no answer within %d s"
              .formatted(CALL_SECONDS),
          e);
    }
  }

  private static void pause() throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
  }

  private boolean chunksConsumed()
      throws ExecutionException, InterruptedException, TimeoutException {
    Map<TopicPartition, Long> ends = ends(topics.chunks());
    Map<TopicPartition, Long> firsts = offsets(topics.chunks(), OffsetSpec.earliest());
    Map<TopicPartition, SharePartitionOffsetInfo> starts =
        admin
            .listShareGroupOffsets(
                Map.of(
                    topics.encoderGroup(),
                    new ListShareGroupOffsetsSpec().topicPartitions(ends.keySet())))
            .partitionsToOffsetInfo(topics.encoderGroup())
            .get(CALL_SECONDS, TimeUnit.SECONDS);
    return ends.entrySet().stream()
        .allMatch(
            end -> isConsumed(end.getValue(), firsts.get(end.getKey()), starts.get(end.getKey())));
  }

  /**
   * Whether nothing of a partition is left for an encoder. The group's start offset does not tell
   * alone: it moves past settled records only when a later one is delivered, which may never come;
   * the lag counts what is settled behind it.
   */
  static boolean isConsumed(long end, long first, @Nullable SharePartitionOffsetInfo group) {
    if (first >= end) {
      return true;
    }
    return group != null && (group.startOffset() >= end || group.lag().orElse(-1L) == 0);
  }

  /** What is left of an earlier session's chunks is sent again by this one, from the source. */
  private void trimChunks() throws ExecutionException, InterruptedException, TimeoutException {
    Map<TopicPartition, RecordsToDelete> deletions = new HashMap<>();
    ends(topics.chunks())
        .forEach(
            (partition, end) -> {
              if (end > 0) {
                deletions.put(partition, RecordsToDelete.beforeOffset(end));
              }
            });
    if (!deletions.isEmpty()) {
      admin.deleteRecords(deletions).all().get(CALL_SECONDS, TimeUnit.SECONDS);
    }
  }

  private Set<String> laggingPeers()
      throws ExecutionException, InterruptedException, TimeoutException {
    Set<String> lagging = new HashSet<>();
    for (var peer : catalog.peers()) {
      String group = topics.storeGroup(peer.name());
      Map<TopicPartition, OffsetAndMetadata> committed =
          admin
              .listConsumerGroupOffsets(Map.of(group, new ListConsumerGroupOffsetsSpec()))
              .partitionsToOffsetAndMetadata(group)
              .get(CALL_SECONDS, TimeUnit.SECONDS);
      Map<TopicPartition, Long> ends = ends(topics.shards(peer.name()));
      boolean behind =
          ends.entrySet().stream()
              .anyMatch(
                  end -> {
                    OffsetAndMetadata offset = committed.get(end.getKey());
                    return end.getValue() > (offset == null ? 0 : offset.offset());
                  });
      if (behind) {
        lagging.add(peer.name());
      }
    }
    return lagging;
  }

  /** The ledger holds all stripes and receipts that the broker had when the last store was done. */
  private void awaitLedger(long started)
      throws ExecutionException, InterruptedException, TimeoutException {
    Map<TopicPartition, Long> ends = new HashMap<>(ends(topics.stripes()));
    for (var peer : catalog.peers()) {
      ends.putAll(ends(topics.receipts(peer.name())));
    }
    while (nanos.getAsLong() - started < DEADLINE.plus(awayAfter).toNanos()) {
      Map<TopicPartition, Long> durable = ledger.durablePositions();
      if (ends.entrySet().stream()
          .allMatch(end -> durable.getOrDefault(end.getKey(), 0L) >= end.getValue())) {
        return;
      }
      pause();
    }
  }

  private Map<TopicPartition, Long> ends(String topic)
      throws ExecutionException, InterruptedException, TimeoutException {
    return offsets(topic, OffsetSpec.latest());
  }

  private Map<TopicPartition, Long> offsets(String topic, OffsetSpec which)
      throws ExecutionException, InterruptedException, TimeoutException {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    admin
        .describeTopics(List.of(topic))
        .allTopicNames()
        .get(CALL_SECONDS, TimeUnit.SECONDS)
        .get(topic)
        .partitions()
        .forEach(info -> asked.put(new TopicPartition(topic, info.partition()), which));
    Map<TopicPartition, Long> offsets = new HashMap<>();
    admin
        .listOffsets(asked)
        .all()
        .get(CALL_SECONDS, TimeUnit.SECONDS)
        .forEach((partition, info) -> offsets.put(partition, info.offset()));
    return offsets;
  }
}
