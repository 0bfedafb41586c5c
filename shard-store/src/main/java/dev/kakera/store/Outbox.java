package dev.kakera.store;

import dev.kakera.core.id.Locator;
import dev.kakera.core.order.Receipt;
import dev.kakera.core.order.Signed;
import dev.kakera.core.seal.ObjectType;
import dev.kakera.schemas.ClientSettings;
import dev.kakera.schemas.EventHeaders;
import dev.kakera.schemas.EventType;
import dev.kakera.schemas.Framing;
import dev.kakera.schemas.RecordKey;
import dev.kakera.schemas.Topics;
import dev.kakera.schemas.record.HeartbeatRecord;
import dev.kakera.schemas.record.ReceiptRecord;
import dev.kakera.schemas.record.ReplyRecord;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.zip.CRC32C;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything a store sends, through one producer that is made when first needed and anew when it
 * broke. Thread-safe.
 */
final class Outbox implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);
  private static final long ACK_TIMEOUT_MILLIS = ClientSettings.DELIVERY_TIMEOUT_MILLIS + 5_000L;

  private final StoreClients clients;
  private final StoreSettings settings;
  private final Topics topics;
  private final String peer;
  private @Nullable Producer<byte[], byte[]> producer; // guarded by this
  private boolean closed; // guarded by this

  Outbox(StoreClients clients, StoreSettings settings) {
    this.clients = clients;
    this.settings = settings;
    this.topics = settings.topics();
    this.peer = settings.peer();
  }

  Future<RecordMetadata> receipt(Locator locator, Signed receipt) {
    Receipt body = Receipt.decode(receipt.body().toBytes());
    EventHeaders headers =
        headers(EventType.RECEIPT, body.store() + "/" + body.storeSequence()).build();
    ReceiptRecord record =
        new ReceiptRecord(
            peer,
            ByteBuffer.wrap(receipt.body().toBytes()),
            ByteBuffer.wrap(receipt.signature().toBytes()));
    return send(
        topics.receipts(peer),
        RecordKey.encode(locator.toString()),
        Framing.encode(record),
        headers);
  }

  Future<RecordMetadata> reply(ReplyRecord reply) {
    EventHeaders headers = headers(EventType.REPLY, reply.getRequestId()).build();
    return send(
        topics.replies(peer),
        RecordKey.encode(reply.getRequestId()),
        Framing.encode(reply),
        headers);
  }

  /** Answers a fetch with the sealed object itself; its record type is that of what it is. */
  Future<RecordMetadata> reply(String requestId, ObjectType type, byte[] sealed) {
    CRC32C crc = new CRC32C();
    crc.update(sealed, 0, sealed.length);
    EventType event = type == ObjectType.SHARD ? EventType.SHARD : EventType.OBJECT;
    EventHeaders headers = headers(event, requestId).digest((int) crc.getValue()).build();
    return send(topics.replies(peer), RecordKey.encode(requestId), sealed, headers);
  }

  Future<RecordMetadata> heartbeat(HeartbeatRecord heartbeat) {
    EventHeaders headers =
        headers(EventType.HEARTBEAT, heartbeat.getStoreId() + "/" + heartbeat.getTimeMillis())
            .build();
    return send(topics.peers(), RecordKey.encode(peer), Framing.encode(heartbeat), headers);
  }

  /** Sends a record as it is. */
  Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record) {
    try {
      return producer().send(record);
    } catch (KafkaException | IllegalStateException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /**
   * Waits until the broker has all of them.
   *
   * @throws UnacknowledgedException if it has not one of them in time
   */
  void awaitAll(String what, List<Future<RecordMetadata>> sent) {
    long end =
        settings.time().ticker().getAsLong() + TimeUnit.MILLISECONDS.toNanos(ACK_TIMEOUT_MILLIS);
    for (Future<RecordMetadata> each : sent) {
      try {
        each.get(Math.max(0, end - settings.time().ticker().getAsLong()), TimeUnit.NANOSECONDS);
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof RetriableException)) {
          renew();
        }
        throw unacknowledged(what, sent.size(), e.getCause());
      } catch (TimeoutException e) {
        throw unacknowledged(what, sent.size(), e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw unacknowledged(what, sent.size(), e);
      }
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    Producer<byte[], byte[]> open = producer;
    producer = null;
    if (open != null) {
      open.close(CLOSE_TIMEOUT);
    }
  }

  private Future<RecordMetadata> send(
      String topic, byte[] key, byte[] value, EventHeaders headers) {
    return send(new ProducerRecord<>(topic, null, null, key, value, headers.toKafka()));
  }

  private EventHeaders.Builder headers(EventType type, String id) {
    return EventHeaders.builder(type)
        .id(id)
        .source("store/" + peer)
        .time(settings.time().clock().instant());
  }

  private synchronized Producer<byte[], byte[]> producer() {
    if (closed) {
      throw new IllegalStateException("the store is closed");
    }
    Producer<byte[], byte[]> open = producer;
    if (open == null) {
      open = clients.producer();
      producer = open;
    }
    return open;
  }

  /** A producer may stay broken after an error that is not the broker's absence. */
  private synchronized void renew() {
    Producer<byte[], byte[]> broken = producer;
    producer = null;
    if (broken != null) {
      broken.close(Duration.ZERO);
      LOG.debug("store of {}: producer is made anew", peer);
    }
  }

  private UnacknowledgedException unacknowledged(
      String what, int count, @Nullable Throwable cause) {
    return new UnacknowledgedException(
        "%s: the broker at %s did not acknowledge all of %d (%s); they are sent again"
            .formatted(what, settings.bootstrap(), count, cause),
        cause);
  }
}
