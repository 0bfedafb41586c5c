package dev.kakera.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.core.order.Signed;
import dev.kakera.schemas.DeadLetterHeaders;
import dev.kakera.schemas.EventHeaders;
import dev.kakera.schemas.EventType;
import dev.kakera.schemas.Framing;
import dev.kakera.schemas.Topics;
import dev.kakera.store.disk.StoreDirectory;
import dev.kakera.store.object.ObjectStore;
import dev.kakera.store.object.Rejection;
import dev.kakera.store.object.StoreRules;
import dev.kakera.store.object.StoreStep;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IngestWorkTest {
  private static final String PEER = "sister";
  private static final String TOPIC = "kakera.shards.sister";
  private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);

  @TempDir Path temp;
  private final TestHome home = new TestHome(81);
  private final StoreCounters counters = new StoreCounters();
  private final List<String> events = new ArrayList<>();
  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
  private MockProducer<byte[], byte[]> producer;
  private StoreDirectory directory;
  private ObjectStore store;
  private Outbox outbox;
  private IngestWork work;

  @BeforeEach
  void open() throws IOException {
    directory = StoreDirectory.openOrCreate(temp.resolve("store"), PEER);
    StoreRules rules =
        new StoreRules(home.ref(), 0, 0, 14, () -> Instant.ofEpochSecond(TestHome.NOW), this::step);
    store = ObjectStore.open(directory, rules);
    producer = newProducer();
    outbox =
        new Outbox(
            clients(), StoreSettings.of("unused:1", Topics.standard(), PEER, temp, home.ref()));
    DeadLetters deadLetters = new DeadLetters(outbox, Topics.standard(), () -> 0);
    work =
        IngestWork.open(
            consumer,
            TOPIC,
            store,
            outbox,
            new IngestWork.Context(deadLetters, counters, this::step));
    consumer.rebalance(Set.of(PARTITION));
    consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
    consumer.updateEndOffsets(Map.of(PARTITION, 0L));
  }

  @AfterEach
  void close() throws IOException {
    outbox.close();
    store.close();
    directory.close();
  }

  private void step(StoreStep step) {
    events.add(step.crashPoint() + " committed " + committed());
  }

  @Test
  @DisplayName("I-12: T1 to T10 in order, and the offset is committed last of all")
  void commitsLast() throws IOException {
    assertThat(work.step()).isFalse(); // no offset yet: to the beginning
    deliver(0, home.shard(100));
    deliver(1, home.shard(200));

    assertThat(work.step()).isTrue();

    assertThat(events)
        .containsExactly(
            "T1 committed -1",
            "T2 committed -1",
            "T3 committed -1",
            "T4 committed -1",
            "T5 committed -1",
            "T6 committed -1",
            "T7 committed -1",
            "T8 committed -1",
            "T9 committed -1",
            "T10 committed 2");
    assertThat(producer.history()).hasSize(2);
    assertThat(counters.snapshot().storedObjects()).isEqualTo(2);
  }

  @Test
  void sendsReceiptsThatToolsCanRead() throws IOException {
    work.step();
    byte[] shard = home.shard(100);
    deliver(0, shard);
    work.step();

    ProducerRecord<byte[], byte[]> sent = producer.history().getFirst();
    assertThat(sent.topic()).isEqualTo("kakera.receipts.sister");
    assertThat(new String(sent.key(), java.nio.charset.StandardCharsets.US_ASCII))
        .isEqualTo(TestHome.locatorOf(shard).toString());
    EventHeaders headers = EventHeaders.read(sent.headers());
    assertThat(headers.type()).isEqualTo(EventType.RECEIPT);
    assertThat(headers.id()).isEqualTo(directory.storeId() + "/1");
    assertThat(headers.source()).contains("store/sister");
    assertThat(Framing.decodeReceipt(sent.value()).getPeer()).isEqualTo(PEER);
  }

  @Test
  @DisplayName("I-10: without the broker's word no offset moves, and the receipt is sent again")
  void doesNotCommitWithoutAcknowledgement() throws IOException {
    work.step();
    byte[] shard = home.shard(100);
    deliver(0, shard);
    producer.sendException = new TimeoutException("the broker is gone");

    assertThatThrownBy(() -> work.step())
        .isInstanceOf(UnacknowledgedException.class)
        .hasMessageContaining("unused:1")
        .hasMessageContaining("sent again");

    assertThat(committed()).isEqualTo(-1);
    assertThat(store.usage().storedObjects()).isEqualTo(1);
    Signed first = store.inventory(null, 1).getFirst().receipt().orElseThrow();
    producer = newProducer();
    outbox.close();
    MockConsumer<byte[], byte[]> next = new MockConsumer<>("none");
    Outbox nextOutbox =
        new Outbox(
            clients(), StoreSettings.of("unused:1", Topics.standard(), PEER, temp, home.ref()));
    IngestWork again =
        IngestWork.open(
            next,
            TOPIC,
            store,
            nextOutbox,
            new IngestWork.Context(
                new DeadLetters(nextOutbox, Topics.standard(), () -> 0), counters, step -> {}));
    next.rebalance(Set.of(PARTITION));
    next.updateBeginningOffsets(Map.of(PARTITION, 0L));
    again.step();
    next.addRecord(record(0, home.sign(home.putOrder(directory.peerId(), shard, 1)), shard));
    again.step();
    assertThat(Framing.decodeReceipt(producer.history().getFirst().value()).getSignature())
        .isEqualTo(ByteBuffer.wrap(first.signature().toBytes()));
    assertThat(next.committed(Set.of(PARTITION)).get(PARTITION).offset()).isEqualTo(1);
    assertThat(counters.snapshot().repeated()).isEqualTo(1);
    nextOutbox.close();
  }

  @Test
  void parksWhatItRejectsAndGoesOn() throws IOException {
    work.step();
    byte[] forged = home.shard(100);
    byte[] good = home.shard(200);
    Signed foreign = new TestHome(9).sign(home.putOrder(directory.peerId(), forged, 1));
    consumer.addRecord(record(0, foreign, forged));
    consumer.addRecord(
        new ConsumerRecord<>(TOPIC, 0, 1, new byte[] {'k'}, null)); // no value, no headers
    deliver(2, good);

    work.step();

    assertThat(committed()).isEqualTo(3);
    List<ProducerRecord<byte[], byte[]>> parked =
        producer.history().stream().filter(sent -> sent.topic().endsWith(".dlq")).toList();
    assertThat(parked).hasSize(2);
    assertThat(parked.getFirst().topic()).isEqualTo(TOPIC + ".dlq");
    assertThat(parked.getFirst().value()).isEqualTo(forged);
    assertThat(DeadLetterHeaders.read(parked.getFirst().headers()).getReason())
        .startsWith("BAD_SIGNATURE: ");
    assertThat(DeadLetterHeaders.read(parked.getLast().headers()).getOffset()).isEqualTo(1);
    assertThat(counters.snapshot().rejected())
        .containsEntry(Rejection.BAD_SIGNATURE, 1L)
        .containsEntry(Rejection.MALFORMED, 1L);
    assertThat(store.usage().storedObjects()).isEqualTo(1);
  }

  @Test
  @DisplayName("I-06: when the broker no longer has what comes next, it is read from the earliest")
  void goesToTheEarliestWhenItsPositionIsGone() throws IOException {
    work.step();
    deliver(0, home.shard(100));
    work.step();
    consumer.updateBeginningOffsets(Map.of(PARTITION, 7L));
    consumer.setOffsetsException(
        new org.apache.kafka.clients.consumer.OffsetOutOfRangeException(Map.of(PARTITION, 1L)));

    assertThat(work.step()).isFalse();
    byte[] shard = home.shard(100);
    consumer.updateEndOffsets(Map.of(PARTITION, 8L));
    deliver(7, shard);
    boolean worked = work.step();
    worked = worked || work.step(); // the first may only look the beginning up

    assertThat(worked).isTrue();
    assertThat(committed()).isEqualTo(8);
    assertThat(store.usage().storedObjects()).isEqualTo(2);
  }

  private long committed() {
    var found = consumer.committed(Set.of(PARTITION)).get(PARTITION);
    return found == null ? -1 : found.offset();
  }

  private void deliver(long offset, byte[] sealed) {
    consumer.addRecord(
        record(offset, home.sign(home.putOrder(directory.peerId(), sealed, 1)), sealed));
  }

  private static ConsumerRecord<byte[], byte[]> record(long offset, Signed order, byte[] sealed) {
    Headers headers =
        EventHeaders.builder(EventType.SHARD)
            .id("i" + offset)
            .order(Base64.getUrlDecoder().decode(order.toText()))
            .build()
            .toKafka();
    return new ConsumerRecord<>(
        TOPIC,
        0,
        offset,
        0L,
        TimestampType.LOG_APPEND_TIME,
        1,
        sealed.length,
        new byte[] {'k'},
        sealed,
        headers,
        Optional.empty());
  }

  private static MockProducer<byte[], byte[]> newProducer() {
    return new MockProducer<>(
        true, new RoundRobinPartitioner(), new ByteArraySerializer(), new ByteArraySerializer());
  }

  private StoreClients clients() {
    return new StoreClients() {
      @Override
      public Producer<byte[], byte[]> producer() {
        return producer;
      }

      @Override
      public Consumer<byte[], byte[]> shards() {
        return consumer;
      }

      @Override
      public Consumer<byte[], byte[]> requests() {
        throw new UnsupportedOperationException("no requests here");
      }
    };
  }
}
