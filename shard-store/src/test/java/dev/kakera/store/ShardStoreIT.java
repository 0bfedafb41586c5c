package dev.kakera.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.broker.BrokerExtension;
import dev.kakera.broker.EmbeddedBroker;
import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.id.PeerId;
import dev.kakera.core.key.Signatures;
import dev.kakera.core.order.Order;
import dev.kakera.core.order.Receipt;
import dev.kakera.core.order.Signed;
import dev.kakera.core.wire.Bytes;
import dev.kakera.schemas.ClientSettings;
import dev.kakera.schemas.DeadLetterHeaders;
import dev.kakera.schemas.EventHeaders;
import dev.kakera.schemas.EventType;
import dev.kakera.schemas.Framing;
import dev.kakera.schemas.RecordKey;
import dev.kakera.schemas.TopicCreator;
import dev.kakera.schemas.TopicSettings;
import dev.kakera.schemas.Topics;
import dev.kakera.schemas.record.HeartbeatRecord;
import dev.kakera.schemas.record.ReceiptRecord;
import dev.kakera.schemas.record.ReplyOutcome;
import dev.kakera.schemas.record.ReplyRecord;
import dev.kakera.schemas.record.RequestRecord;
import dev.kakera.store.object.StoreStep;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(BrokerExtension.class)
class ShardStoreIT {
  private static final String PEER = "sister";
  private static final int PARTITIONS = 4;
  private static final Duration DEADLINE = Duration.ofSeconds(90);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  @TempDir Path temp;
  private final TestHome home = new TestHome(91);
  private final Map<String, KafkaConsumer<byte[], byte[]>> readers = new HashMap<>();
  private EmbeddedBroker broker;
  private Topics topics;
  private Admin admin;
  private KafkaProducer<byte[], byte[]> producer;
  private ShardStore store;
  private PeerId peerId;
  private int requests;

  @BeforeEach
  void makeTopics(EmbeddedBroker shared, Topics own) throws IOException {
    broker = shared;
    topics = own;
    admin = Admin.create(ClientSettings.admin(broker.bootstrap(), "test-admin"));
    new TopicCreator(admin, DEADLINE)
        .ensure(
            TopicSettings.plan(topics, List.of(PEER), TopicSettings.Partitions.STANDARD), Map.of());
    producer =
        new KafkaProducer<>(
            ClientSettings.producer(broker.bootstrap(), "test-home", ClientSettings.Role.ENCODER));
    start(StoreStep.Listener.NONE);
  }

  @AfterEach
  void stop() throws IOException {
    store.close();
    producer.close();
    admin.close();
    readers.values().forEach(KafkaConsumer::close);
  }

  @Test
  @DisplayName("I-10: 200 shards, each twice, with a stop in the middle: one receipt for each")
  void storesEverythingOnceOverARestart() throws Exception {
    List<byte[]> shards = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      shards.add(home.shard(20_000));
    }
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 100; i++) {
        send(shards.get(i), i % PARTITIONS);
      }
    }
    awaitTrue("half of the shards", () -> store.counts().storedObjects() >= 60);
    store.close();
    assertThat(store.state()).isEqualTo(StoreState.CLOSED);
    for (int i = 100; i < 200; i++) {
      send(shards.get(i), i % PARTITIONS);
      send(shards.get(i), (i + 1) % PARTITIONS);
    }
    start(StoreStep.Listener.NONE);

    Map<Locator, List<Signed>> receipts = new HashMap<>();
    awaitTrue(
        "400 receipts",
        () -> {
          for (ConsumerRecord<byte[], byte[]> record : poll(topics.receipts(PEER))) {
            Signed receipt = receipt(record);
            receipts
                .computeIfAbsent(read(receipt).locator(), each -> new ArrayList<>())
                .add(receipt);
          }
          return receipts.size() == 200
              && receipts.values().stream().mapToInt(List::size).sum() >= 400;
        });

    receipts.values().forEach(each -> assertThat(each.stream().distinct()).hasSize(1));
    assertThat(receipts.values().stream().map(each -> read(each.getFirst()).storeSequence()))
        .doesNotHaveDuplicates()
        .allMatch(sequence -> sequence >= 1 && sequence <= 200);
    for (byte[] shard : shards) {
      assertThat(file(shard)).hasBinaryContent(shard);
    }
    assertThat(store.usage().storedObjects()).isEqualTo(200);
    awaitTrue("all offsets", () -> lag() == 0);
    assertThat(store.troubles()).isEmpty();
  }

  @Test
  @DisplayName(
      "I-13: a store that fails behind the rename says nothing, and completes when restarted")
  void completesAfterAFailure() throws Exception {
    store.close();
    AtomicBoolean failing = new AtomicBoolean(true);
    start(
        step -> {
          if (step == StoreStep.RENAMED && failing.get()) {
            throw new IllegalStateException("power cut");
          }
        });
    byte[] shard = home.shard(1_000);
    send(shard, 0);
    awaitTrue("the failure", () -> store.state() == StoreState.FAILED);
    assertThat(store.failure().orElseThrow()).hasMessageContaining("power cut");
    assertThat(store.counts().storedObjects()).isZero();
    store.close();
    failing.set(false);
    start(StoreStep.Listener.NONE);

    Receipt receipt = read(receipt(awaitOne(topics.receipts(PEER))));

    assertThat(receipt.locator()).isEqualTo(TestHome.locatorOf(shard));
    assertThat(receipt.storeSequence()).isEqualTo(1);
    assertThat(file(shard)).hasBinaryContent(shard);
  }

  @Test
  void answersFetchAuditDeleteAndInventory() throws Exception {
    byte[] shard = home.shard(300_000);
    byte[] other = home.shard(1_000);
    send(shard, 1);
    send(other, 2);
    awaitTrue("both shards", () -> store.usage().storedObjects() == 2);
    Locator locator = TestHome.locatorOf(shard);

    ConsumerRecord<byte[], byte[]> fetched = ask(Order.Kind.FETCH, locator);
    assertThat(fetched.value()).isEqualTo(shard);
    EventHeaders headers = EventHeaders.read(fetched.headers());
    assertThat(headers.type()).isEqualTo(EventType.SHARD);
    assertThat(headers.digest()).hasValue(TestHome.crc(shard));
    assertThat(headers.id()).isEqualTo(RecordKey.decode(fetched.key()));

    assertThat(reply(Order.Kind.AUDIT, locator).getOutcome()).isEqualTo(ReplyOutcome.ATTESTED);
    assertThat(reply(Order.Kind.FETCH, home.locator()).getOutcome())
        .isEqualTo(ReplyOutcome.MISSING);
    ReplyRecord listed = reply(Order.Kind.INVENTORY, new Locator(Digest.ZERO));
    assertThat(listed.getBody().remaining())
        .isEqualTo(2 * (Receipt.BYTES + Signatures.SIGNATURE_BYTES));

    ReplyRecord deleted = reply(Order.Kind.DELETE, locator);
    assertThat(deleted.getOutcome()).isEqualTo(ReplyOutcome.DELETED);
    awaitTrue(
        "the receipt of the delete",
        () -> {
          for (ConsumerRecord<byte[], byte[]> record : poll(topics.receipts(PEER))) {
            Receipt receipt = read(receipt(record));
            if (receipt.kind() == Receipt.Kind.DELETED) {
              return receipt.locator().equals(locator);
            }
          }
          return false;
        });
    assertThat(file(shard)).doesNotExist();
    assertThat(reply(Order.Kind.FETCH, locator).getOutcome()).isEqualTo(ReplyOutcome.DELETED);
  }

  @Test
  void parksForgedShardsAndGoesOn() throws Exception {
    byte[] forged = home.shard(1_000);
    byte[] good = home.shard(1_000);
    Signed foreign = new TestHome(4).sign(order(forged));
    send(forged, 3, foreign);
    send(good, 3);

    assertThat(read(receipt(awaitOne(topics.receipts(PEER)))).locator())
        .isEqualTo(TestHome.locatorOf(good));
    ConsumerRecord<byte[], byte[]> parked = awaitOne(topics.dlq(topics.shards(PEER)));
    assertThat(parked.value()).isEqualTo(forged);
    assertThat(DeadLetterHeaders.read(parked.headers()).getReason()).startsWith("BAD_SIGNATURE");
    assertThat(file(forged)).doesNotExist();
  }

  @Test
  @DisplayName("I-26: a store gives a sign of life with its id, sequence and room")
  void givesSignsOfLife() {
    HeartbeatRecord heartbeat = Framing.decodeHeartbeat(awaitOne(topics.peers()).value());
    assertThat(heartbeat.getPeer()).isEqualTo(PEER);
    assertThat(heartbeat.getStoreId()).isEqualTo(store.storeId().toString());
    assertThat(heartbeat.getFreeBytes()).isPositive();
  }

  @Test
  void hasThreeThreadsOfItsOwnAndLeavesNoneBehind() throws IOException {
    String start = topics.storeGroup(PEER);
    assertThat(threads(start)).hasSize(3);
    store.close();
    assertThat(threads(start)).isEmpty();
  }

  private static List<String> threads(String start) {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith(start))
        .toList();
  }

  private void start(StoreStep.Listener steps) throws IOException {
    store =
        ShardStore.start(
            StoreSettings.of(broker.bootstrap(), topics, PEER, temp.resolve("store"), home.ref())
                .withTime(
                    new StoreSettings.Time(Instant::now, System::nanoTime, Duration.ofMillis(500)))
                .withSteps(steps));
    peerId = store.peerId();
  }

  private Path file(byte[] shard) {
    String name = TestHome.locatorOf(shard).toString();
    return temp.resolve("store/shards/" + name.substring(0, 2) + "/" + name);
  }

  private Order order(byte[] shard) {
    return new Order(
        Order.Kind.PUT,
        home.repo(),
        peerId,
        TestHome.locatorOf(shard),
        shard.length,
        TestHome.crc(shard),
        1,
        0,
        Instant.now().getEpochSecond() + 3_600);
  }

  private void send(byte[] shard, int partition) throws Exception {
    send(shard, partition, home.sign(order(shard)));
  }

  private void send(byte[] shard, int partition, Signed order) throws Exception {
    EventHeaders headers =
        EventHeaders.builder(EventType.SHARD)
            .id(TestHome.locatorOf(shard) + "/3")
            .order(Base64.getUrlDecoder().decode(order.toText()))
            .build();
    Future<?> sent =
        producer.send(
            new ProducerRecord<>(
                topics.shards(PEER),
                partition,
                RecordKey.encode(TestHome.locatorOf(shard) + "/3"),
                shard,
                headers.toKafka()));
    sent.get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
  }

  private ReplyRecord reply(Order.Kind kind, Locator locator) throws Exception {
    return Framing.decodeReply(ask(kind, locator).value());
  }

  private ConsumerRecord<byte[], byte[]> ask(Order.Kind kind, Locator locator) throws Exception {
    String id = "request-" + ++requests;
    long expiry = Instant.now().getEpochSecond() + 600;
    Signed order = home.sign(new Order(kind, home.repo(), peerId, locator, 0, 0, 5, 0, expiry));
    RequestRecord request =
        new RequestRecord(
            id,
            ByteBuffer.wrap(order.body().toBytes()),
            ByteBuffer.wrap(order.signature().toBytes()),
            topics.replies(PEER),
            expiry * 1_000);
    Future<?> sent =
        producer.send(
            new ProducerRecord<>(
                topics.requests(PEER),
                null,
                RecordKey.encode(id),
                Framing.encode(request),
                EventHeaders.builder(EventType.REQUEST).id(id).build().toKafka()));
    sent.get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
    List<ConsumerRecord<byte[], byte[]>> found = new ArrayList<>();
    awaitTrue(
        "the reply to " + kind,
        () -> {
          for (ConsumerRecord<byte[], byte[]> record : poll(topics.replies(PEER))) {
            if (RecordKey.decode(record.key()).equals(id)) {
              found.add(record);
            }
          }
          return !found.isEmpty();
        });
    return found.getFirst();
  }

  private ConsumerRecord<byte[], byte[]> awaitOne(String topic) {
    List<ConsumerRecord<byte[], byte[]>> found = new ArrayList<>();
    awaitTrue(
        "a record in " + topic,
        () -> {
          found.addAll(poll(topic));
          return !found.isEmpty();
        });
    return found.getFirst();
  }

  private List<ConsumerRecord<byte[], byte[]>> poll(String topic) {
    KafkaConsumer<byte[], byte[]> reader =
        readers.computeIfAbsent(
            topic,
            name -> {
              KafkaConsumer<byte[], byte[]> made =
                  new KafkaConsumer<>(
                      ClientSettings.assignedConsumer(
                          broker.bootstrap(), "test-" + name, ClientSettings.Load.BULK));
              List<TopicPartition> partitions =
                  made.partitionsFor(name).stream()
                      .map(info -> new TopicPartition(name, info.partition()))
                      .toList();
              made.assign(partitions);
              made.seekToBeginning(partitions);
              return made;
            });
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    reader.poll(Duration.ofMillis(200)).forEach(records::add);
    return records;
  }

  private static Signed receipt(ConsumerRecord<byte[], byte[]> record) {
    ReceiptRecord receipt = Framing.decodeReceipt(record.value());
    return new Signed(bytes(receipt.getBody()), bytes(receipt.getSignature()));
  }

  private Receipt read(Signed receipt) {
    return Receipt.decode(
        receipt.verified(store.publicKey().toBytes(), Signatures.Context.RECEIPT));
  }

  private static Bytes bytes(ByteBuffer buffer) {
    byte[] copy = new byte[buffer.remaining()];
    buffer.duplicate().get(copy);
    return Bytes.takeOwnershipOf(copy);
  }

  /** Records in the shards topic that the store has not committed. */
  private long lag() {
    try {
      Map<TopicPartition, OffsetAndMetadata> committed =
          admin
              .listConsumerGroupOffsets(topics.storeGroup(PEER))
              .partitionsToOffsetAndMetadata()
              .get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
      long done = committed.values().stream().mapToLong(OffsetAndMetadata::offset).sum();
      return 400 - done;
    } catch (Exception e) {
      throw new AssertionError("lag cannot be read", e);
    }
  }

  private static void awaitTrue(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + DEADLINE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waited too long for %s", what).isLessThan(end);
      LockSupport.parkNanos(POLL_NANOS);
    }
  }
}
