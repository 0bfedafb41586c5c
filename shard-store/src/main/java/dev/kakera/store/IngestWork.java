package dev.kakera.store;

import dev.kakera.core.id.Locator;
import dev.kakera.core.key.Signatures;
import dev.kakera.core.order.Signed;
import dev.kakera.core.wire.Bytes;
import dev.kakera.schemas.EventHeaders;
import dev.kakera.schemas.RecordKey;
import dev.kakera.schemas.UndecodableRecordException;
import dev.kakera.store.object.ObjectStore;
import dev.kakera.store.object.PutOutcome;
import dev.kakera.store.object.PutRequest;
import dev.kakera.store.object.StoreStep;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Shards from the topic to the disk, receipts from there to their topic, and only then the offsets.
 * Confined to its thread.
 */
final class IngestWork implements StoreLoop.Work {
  private static final int BATCH_MAX_BYTES = 8 << 20;

  private final Consumer<byte[], byte[]> consumer;
  private final ObjectStore store;
  private final Outbox outbox;
  private final DeadLetters deadLetters;
  private final StoreCounters counters;
  private final StoreStep.Listener steps;

  IngestWork(Consumer<byte[], byte[]> consumer, ObjectStore store, Outbox outbox, Context context) {
    this.consumer = consumer;
    this.store = store;
    this.outbox = outbox;
    this.deadLetters = context.deadLetters();
    this.counters = context.counters();
    this.steps = context.steps();
  }

  /** What outlives one consumer. */
  record Context(DeadLetters deadLetters, StoreCounters counters, StoreStep.Listener steps) {}

  static IngestWork open(
      Consumer<byte[], byte[]> consumer,
      String topic,
      ObjectStore store,
      Outbox outbox,
      Context context) {
    consumer.subscribe(Set.of(topic));
    return new IngestWork(consumer, store, outbox, context);
  }

  @Override
  public boolean step() throws IOException {
    ConsumerRecords<byte[], byte[]> polled = Positions.poll(consumer);
    if (polled.isEmpty()) {
      return false;
    }
    steps.reached(StoreStep.POLLED);
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    List<ConsumerRecord<byte[], byte[]>> batch = new ArrayList<>();
    long batchBytes = 0;
    for (ConsumerRecord<byte[], byte[]> record : polled) {
      int size = Math.max(0, record.serializedValueSize());
      if (!batch.isEmpty() && batchBytes + size > BATCH_MAX_BYTES) {
        ingest(batch, sent);
        batch.clear();
        batchBytes = 0;
      }
      batch.add(record);
      batchBytes += size;
    }
    ingest(batch, sent);
    outbox.awaitAll("receipts", sent);
    steps.reached(StoreStep.RECEIPT_ACKED);
    Positions.commit(consumer);
    steps.reached(StoreStep.OFFSET_COMMITTED);
    return true;
  }

  @Override
  public void close() {
    Positions.close(consumer);
  }

  private void ingest(List<ConsumerRecord<byte[], byte[]>> batch, List<Future<RecordMetadata>> sent)
      throws IOException {
    List<PutRequest> requests = new ArrayList<>(batch.size());
    for (ConsumerRecord<byte[], byte[]> record : batch) {
      requests.add(read(record));
    }
    List<PutOutcome> outcomes = store.ingest(requests);
    for (int i = 0; i < outcomes.size(); i++) {
      settle(batch.get(i), outcomes.get(i), sent);
    }
  }

  private void settle(
      ConsumerRecord<byte[], byte[]> record,
      PutOutcome outcome,
      List<Future<RecordMetadata>> sent) {
    switch (outcome) {
      case PutOutcome.Stored(Locator locator, Signed receipt, boolean isNew) -> {
        if (isNew) {
          counters.stored(record.serializedValueSize());
        } else {
          counters.repeated();
        }
        sent.add(outbox.receipt(locator, receipt));
      }
      case PutOutcome.NoSpace(Locator locator, Signed receipt, long missingBytes) -> {
        counters.refusedNoSpace(locator.toString(), missingBytes);
        sent.add(outbox.receipt(locator, receipt));
      }
      case PutOutcome.Superseded(Locator locator, Optional<Signed> receipt) -> {
        counters.superseded();
        receipt.ifPresent(deleted -> sent.add(outbox.receipt(locator, deleted)));
      }
      case PutOutcome.Rejected rejected -> {
        counters.rejected(
            rejected.what().map(Locator::toString).orElseGet(() -> describe(record)),
            rejected.rejection(),
            rejected.message());
        deadLetters.park(record, rejected.rejection() + ": " + rejected.message());
      }
    }
  }

  /** Where nothing in it can be believed, where it came from. */
  private static String describe(ConsumerRecord<byte[], byte[]> record) {
    String place = "%s-%d@%d".formatted(record.topic(), record.partition(), record.offset());
    try {
      return place + " (key " + RecordKey.decode(record.key()) + ")";
    } catch (UndecodableRecordException e) {
      return place;
    }
  }

  private static PutRequest read(ConsumerRecord<byte[], byte[]> record) {
    byte @Nullable [] sealed = record.value();
    if (sealed == null) {
      return PutRequest.malformed("the record has no value");
    }
    try {
      Optional<byte[]> order = EventHeaders.read(record.headers()).order();
      return order.isEmpty()
          ? PutRequest.malformed("the record has no order")
          : PutRequest.wrap(split(order.get()), sealed);
    } catch (UndecodableRecordException e) {
      return PutRequest.malformed(e.getMessage());
    }
  }

  private static Signed split(byte[] signedOrder) {
    int bodySize = Math.max(0, signedOrder.length - Signatures.SIGNATURE_BYTES);
    return new Signed(
        Bytes.takeOwnershipOf(Arrays.copyOf(signedOrder, bodySize)),
        Bytes.takeOwnershipOf(Arrays.copyOfRange(signedOrder, bodySize, signedOrder.length)));
  }
}
