package dev.kakera.producer.ledger;

import dev.kakera.schemas.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes from the topics what nobody needs any more, once a second: chunks behind the lowest that
 * is not receipted, stripes and receipts behind what the catalog holds, shards behind what their
 * store has committed. A store commits only what it has synced, and the home sends again what it
 * has no receipt for, so nothing is lost by it.
 */
public final class TopicTrimmer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TopicTrimmer.class);
  private static final Duration EVERY = Duration.ofSeconds(1);
  private static final long CALL_SECONDS = 20;

  private final Admin admin;
  private final Topics topics;
  private final List<String> peers;
  private final List<Supplier<Map<TopicPartition, Long>>> floors;
  private final Map<TopicPartition, Long> trimmed = new HashMap<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;

  /**
   * @param floors each gives, by partition, the first offset that is still needed
   */
  public TopicTrimmer(
      Admin admin,
      Topics topics,
      List<String> peers,
      List<Supplier<Map<TopicPartition, Long>>> floors) {
    this.admin = admin;
    this.topics = topics;
    this.peers = List.copyOf(peers);
    this.floors = List.copyOf(floors);
    this.thread = Thread.ofPlatform().name("topic-trimmer").daemon(true).start(this::loop);
  }

  private void loop() {
    boolean ended = false;
    while (!ended) {
      try {
        ended = closing.await(EVERY.toMillis(), TimeUnit.MILLISECONDS);
        trim();
      } catch (InterruptedException e) {
        ended = true;
      } catch (ExecutionException | TimeoutException | RuntimeException e) {
        LOG.warn("trimming the topics failed, trying again: {}", reason(e));
      }
    }
  }

  /** A deadline that passed has no words of its own. */
  private static String reason(Exception e) {
    return e.getMessage() == null
        ? "no answer from the broker within %d s".formatted(CALL_SECONDS)
        : e.getMessage();
  }

  private void trim() throws ExecutionException, InterruptedException, TimeoutException {
    Map<TopicPartition, Long> floor = new HashMap<>(committedByStores());
    floors.forEach(source -> floor.putAll(source.get()));
    Map<TopicPartition, RecordsToDelete> deletions = new HashMap<>();
    floor.forEach(
        (partition, offset) -> {
          if (offset > trimmed.getOrDefault(partition, 0L)) {
            deletions.put(partition, RecordsToDelete.beforeOffset(offset));
          }
        });
    if (deletions.isEmpty()) {
      return;
    }
    ExecutionException failed = null;
    for (var deleted : admin.deleteRecords(deletions).lowWatermarks().entrySet()) {
      try {
        deleted.getValue().get(CALL_SECONDS, TimeUnit.SECONDS);
        trimmed.put(deleted.getKey(), floor.get(deleted.getKey()));
      } catch (ExecutionException e) {
        failed = e; // the others go on
      }
    }
    if (failed != null) {
      throw failed;
    }
  }

  private Map<TopicPartition, Long> committedByStores()
      throws ExecutionException, InterruptedException, TimeoutException {
    Map<String, ListConsumerGroupOffsetsSpec> groups =
        peers.stream()
            .collect(Collectors.toMap(topics::storeGroup, _ -> new ListConsumerGroupOffsetsSpec()));
    Map<TopicPartition, Long> committed = new HashMap<>();
    Map<String, Map<TopicPartition, OffsetAndMetadata>> offsets =
        admin.listConsumerGroupOffsets(groups).all().get(CALL_SECONDS, TimeUnit.SECONDS);
    for (String peer : peers) {
      offsets
          .getOrDefault(topics.storeGroup(peer), Map.of())
          .forEach(
              (partition, offset) -> {
                if (offset != null && partition.topic().equals(topics.shards(peer))) {
                  committed.put(partition, offset.offset());
                }
              });
    }
    return committed;
  }

  /** Trims once more and ends. */
  @Override
  public void close() {
    closing.countDown();
    try {
      thread.join(Duration.ofSeconds(2 * CALL_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
