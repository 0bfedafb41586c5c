package dev.kakera.catalog.broker;

import dev.kakera.schemas.ClientSettings;
import dev.kakera.schemas.EventHeaders;
import dev.kakera.schemas.Framing;
import dev.kakera.schemas.Topics;
import dev.kakera.schemas.UndecodableRecordException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the replies of all peers from where they end when it starts: what was answered to somebody
 * before is not for us. One thread, which also calls the tick.
 */
final class ReplyReader implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(ReplyReader.class);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final long BACK_OFF_MILLIS = 500;

  /** Hears of replies, and of time passing. */
  interface Hearer {
    void heard(String peer, String requestId, PeerReply reply);

    void tick();
  }

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Topics topics;
  private final List<String> peers;
  private final Hearer hearer;
  private final CompletableFuture<Void> ready = new CompletableFuture<>();
  private volatile boolean closing;

  ReplyReader(BrokerAccess access, String clientId, List<String> peers, Hearer hearer) {
    this.topics = access.topics();
    this.peers = List.copyOf(peers);
    this.hearer = hearer;
    Map<String, Object> settings =
        ClientSettings.assignedConsumer(access.bootstrap(), clientId, ClientSettings.Load.BULK);
    settings.putAll(access.overrides());
    consumer = new KafkaConsumer<>(settings);
  }

  /** Done once every reply from now on will be heard; failed when the broker cannot be asked. */
  CompletableFuture<Void> ready() {
    return ready;
  }

  void stop() {
    closing = true;
    consumer.wakeup();
  }

  @Override
  public void run() {
    try (consumer) {
      begin();
      while (!closing) {
        poll();
        hearer.tick();
      }
    } catch (WakeupException e) {
      LOG.debug("reading of replies was told to stop");
    } catch (RuntimeException e) {
      // Requests that wait end by their deadlines, and say so.
      LOG.error("replies are not read any more: {}", e.toString());
      ready.completeExceptionally(e);
    }
  }

  private void begin() {
    List<TopicPartition> partitions = new ArrayList<>();
    for (String peer : peers) {
      List<PartitionInfo> known = consumer.partitionsFor(topics.replies(peer));
      if (known != null) {
        known.forEach(info -> partitions.add(new TopicPartition(info.topic(), info.partition())));
      }
    }
    consumer.assign(partitions);
    consumer.seekToEnd(partitions);
    // Seeking is lazy: without asking, a reply could come before the end is looked up.
    partitions.forEach(consumer::position);
    ready.complete(null);
  }

  private void poll() {
    try {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        topics.peerOf(record.topic()).ifPresent(peer -> hear(peer, record));
      }
    } catch (InvalidOffsetException e) {
      // The broker lost what it had, or trimmed it; who waits asks again.
      LOG.warn("replies were lost at the broker in {}", e.partitions());
      consumer.seekToEnd(e.partitions());
    } catch (WakeupException e) {
      throw e;
    } catch (KafkaException e) {
      LOG.warn("replies cannot be read now: {}", e.toString());
      pause();
    }
  }

  private void hear(String peer, ConsumerRecord<byte[], byte[]> record) {
    try {
      EventHeaders headers = EventHeaders.read(record.headers());
      switch (headers.type()) {
        case SHARD, OBJECT -> {
          if (record.value() != null) {
            hearer.heard(peer, headers.id(), new PeerReply.Payload(record.value()));
          }
        }
        case REPLY -> {
          var reply = Framing.decodeReply(record.value());
          hearer.heard(peer, reply.getRequestId(), new PeerReply.Told(reply));
        }
        default -> LOG.warn("{} has a {} among its replies", peer, headers.type());
      }
    } catch (UndecodableRecordException e) {
      LOG.warn("a reply of {} cannot be read: {}", peer, e.getMessage());
    }
  }

  private static void pause() {
    try {
      Thread.sleep(BACK_OFF_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
