package dev.kakera.producer.backup;

import dev.kakera.producer.ledger.Catalog;
import dev.kakera.producer.ledger.Chunks;
import dev.kakera.producer.ledger.ReceiptLedger;
import dev.kakera.producer.publish.OwedShards;
import dev.kakera.schemas.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
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

  private final BrokerLook look;
  private final Topics topics;
  private final Catalog catalog;
  private final ReceiptLedger ledger;
  private final Duration awayAfter;
  private final Pause pause;
  private final LongSupplier nanos;

  /**
   * @param awayAfter how long a peer may take for what lies in its topic
   */
  Settling(
      BrokerLook look,
      Topics topics,
      Catalog catalog,
      ReceiptLedger ledger,
      Duration awayAfter,
      Pause pause,
      LongSupplier nanos) {
    this.look = look;
    this.topics = topics;
    this.catalog = catalog;
    this.ledger = ledger;
    this.awayAfter = awayAfter;
    this.pause = pause;
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
        encoded = look.chunksConsumed();
        pause.of(LOOK_MILLIS);
      }
      // What is left of an earlier session's chunks is sent again by this one, from the source.
      look.trimChunks();
      Set<String> lagging = laggingPeers();
      long encodedAt = nanos.getAsLong();
      while (!lagging.isEmpty() && nanos.getAsLong() - encodedAt < awayAfter.toNanos()) {
        pause.of(LOOK_MILLIS);
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
              .formatted(AdminLook.CALL_SECONDS),
          e);
    }
  }

  private Set<String> laggingPeers()
      throws ExecutionException, InterruptedException, TimeoutException {
    Set<String> lagging = new HashSet<>();
    for (var peer : catalog.peers()) {
      if (look.isBehind(peer.name())) {
        lagging.add(peer.name());
      }
    }
    return lagging;
  }

  /** The ledger holds all stripes and receipts that the broker had when the last store was done. */
  private void awaitLedger(long started)
      throws ExecutionException, InterruptedException, TimeoutException {
    Map<TopicPartition, Long> ends = new HashMap<>(look.ends(topics.stripes()));
    for (var peer : catalog.peers()) {
      ends.putAll(look.ends(topics.receipts(peer.name())));
    }
    while (nanos.getAsLong() - started < DEADLINE.plus(awayAfter).toNanos()) {
      Map<TopicPartition, Long> durable = ledger.durablePositions();
      if (ends.entrySet().stream()
          .allMatch(end -> durable.getOrDefault(end.getKey(), 0L) >= end.getValue())) {
        return;
      }
      pause.of(LOOK_MILLIS);
    }
  }
}
