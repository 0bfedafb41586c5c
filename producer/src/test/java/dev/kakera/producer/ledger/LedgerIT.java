package dev.kakera.producer.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.broker.BrokerExtension;
import dev.kakera.broker.EmbeddedBroker;
import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.order.Receipt;
import dev.kakera.core.order.Receipt.Kind;
import dev.kakera.core.seal.ObjectType;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.schemas.ClientSettings;
import dev.kakera.schemas.Framing;
import dev.kakera.schemas.Topics;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The ledger against a broker. */
@ExtendWith(BrokerExtension.class)
@Timeout(300)
class LedgerIT {
  private static final long WAIT_SECONDS = 120;

  @TempDir Path folder;
  private LedgerHome home;
  private Topics topics;
  private String bootstrap;
  private Admin admin;
  private KafkaProducer<byte[], byte[]> producer;
  private ReceiptLedger ledger;
  private final LinkedBlockingQueue<LedgerEvent> events = new LinkedBlockingQueue<>();

  @BeforeEach
  void open(EmbeddedBroker broker, Topics prefixed) throws Exception {
    topics = prefixed;
    bootstrap = broker.bootstrap();
    home = new LedgerHome(folder.resolve("catalog"), 6);
    admin = Admin.create(ClientSettings.admin(bootstrap, "test"));
    producer =
        new KafkaProducer<>(
            ClientSettings.producer(bootstrap, "test", ClientSettings.Role.SCANNER));
    create();
    start();
  }

  @AfterEach
  void close() {
    ledger.close();
    producer.close();
    admin.close();
    home.close();
  }

  @Test
  @DisplayName("I-10: receipts that are read before their stripe wait for it")
  void takesReceiptsBeforeTheirStripe() throws Exception {
    ChunkRef ref = home.ref(home.pin("a", 1), 0);
    ledger.close();
    for (int index = 0; index < 6; index++) {
      send(home.receipt(Kind.STORED, ref, index));
    }
    start();
    send(ref);

    await(event -> event instanceof LedgerEvent.Receipted receipted && receipted.missing() == 0);

    assertThat(home.find(ref.chunk()).complete()).isTrue();
    assertThat(home.catalog().read(Cleanups::count)).isZero();
  }

  @Test
  @DisplayName("I-21: a receipt that no stripe in the broker explains names a stray")
  void namesAStray() throws Exception {
    ChunkRef nobodys = home.ref(home.chunk("nobody's"), 0);
    send(home.receipt(Kind.STORED, nobodys, 3));
    ChunkRef later = home.ref(home.pin("later", 1), 0);
    awaitDurable();
    send(later);
    await(LedgerEvent.Announced.class::isInstance);
    awaitDurable();

    assertThat(home.catalog().read(Cleanups::all))
        .extracting(Cleanups.Cleanup::locator)
        .containsExactly(home.locator(nobodys, 3));
  }

  @Test
  void goesOnWhereItStopped() throws Exception {
    ChunkRef first = home.ref(home.pin("first", 1), 0);
    send(first);
    send(home.receipt(Kind.STORED, first, 0));
    await(LedgerEvent.Receipted.class::isInstance);
    awaitDurable();
    Map<TopicPartition, Long> before = ledger.durablePositions();
    ledger.close();
    events.clear();

    start();
    assertThat(ledger.brokerIsNew()).isFalse();
    assertThat(ledger.durablePositions()).isEqualTo(before);
    ChunkRef second = home.ref(home.pin("second", 1), 0);
    send(second);

    assertThat(await(LedgerEvent.Announced.class::isInstance))
        .isEqualTo(new LedgerEvent.Announced(second.chunk(), -1));
    assertThat(events)
        .filteredOn(event -> !(event instanceof LedgerEvent.Encoded)) // of the second one
        .as("what was read before is not read again")
        .isEmpty();
  }

  @Test
  @DisplayName("I-06: topics that were made anew are read from the beginning")
  void readsANewBrokerFromTheBeginning() throws Exception {
    ChunkRef first = home.ref(home.pin("first", 1), 0);
    for (int times = 0; times < 5; times++) {
      send(first);
    }
    send(home.receipt(Kind.STORED, first, 0));
    await(LedgerEvent.Receipted.class::isInstance);
    awaitDurable();
    ledger.close();
    admin.deleteTopics(names()).all().get(WAIT_SECONDS, TimeUnit.SECONDS);
    create();
    events.clear();

    start();
    assertThat(ledger.brokerIsNew()).isTrue();
    ChunkRef second = home.ref(home.pin("second", 1), 0);
    send(second);
    send(home.receipt(Kind.STORED, second, 1));
    await(LedgerEvent.Receipted.class::isInstance);

    assertThat(home.find(first.chunk()).missing()).as("what was receipted stays").isEqualTo(5);
    assertThat(home.find(second.chunk()).missing()).isEqualTo(5);
    awaitDurable();
    ledger.close();
    start();
    assertThat(ledger.brokerIsNew()).as("known from then on").isFalse();
  }

  @Test
  void setsAsideWhatItCannotReadAndGoesOn() throws Exception {
    producer
        .send(new ProducerRecord<>(topics.receipts("peer-1"), 0, null, new byte[] {1, 2, 3}))
        .get();
    ChunkRef ref = home.ref(home.pin("a", 1), 0);
    Receipt receipt = home.receipt(Kind.STORED, ref, 0);
    String other = home.nameOf(receipt).equals("peer-2") ? "peer-3" : "peer-2";
    send(ref);
    producer
        .send(
            new ProducerRecord<>(
                topics.receipts(other), 0, null, Framing.encode(home.signed(receipt))))
        .get();
    send(receipt);

    await(LedgerEvent.Receipted.class::isInstance);

    awaitDurable();
    assertThat(home.find(ref.chunk()).missing()).isEqualTo(5);
    assertThat(ledger.failure()).isEmpty();
  }

  @Test
  @DisplayName("I-03: a head's late receipts are taken after a restart")
  void takesLateReceiptsOfAHead() throws Exception {
    var head = TestHeads.sealed(home, 1, Digest.ZERO);
    home.catalog()
        .write(
            connection -> {
              Snapshots.add(connection, TestHeads.snapshot(head, 1, true));
              return true;
            });
    ledger.close();
    start();

    send(
        home.receipt(
            Kind.STORED,
            ObjectType.HEAD,
            home.peers().get(4),
            head.locator(),
            head.sealed().length()));

    assertThat(await(LedgerEvent.HeadReceipted.class::isInstance))
        .isEqualTo(new LedgerEvent.HeadReceipted(1, "peer-5"));
  }

  @Test
  void deletesOnlyWhatLiesBehindItsFloor() throws Exception {
    String shards = topics.shards("peer-1");
    TopicPartition trimmed = new TopicPartition(shards, 0);
    TopicPartition chunks = new TopicPartition(topics.stripes(), 1);
    for (int number = 0; number < 10; number++) {
      producer.send(new ProducerRecord<>(shards, 0, null, new byte[10])).get();
      producer.send(new ProducerRecord<>(topics.stripes(), 1, null, new byte[10])).get();
    }
    admin
        .alterConsumerGroupOffsets(
            topics.storeGroup("peer-1"), Map.of(trimmed, new OffsetAndMetadata(7)))
        .all()
        .get(WAIT_SECONDS, TimeUnit.SECONDS);

    TopicPartition unknown = new TopicPartition(topics.stripes(), 2);
    TopicTrimmer trimmer =
        new TopicTrimmer(
            admin,
            topics,
            List.of("peer-1", "peer-2"),
            List.of(() -> Map.of(chunks, 4L, unknown, 99L)));
    trimmer.close();

    assertThat(earliest(trimmed)).isEqualTo(7);
    assertThat(earliest(chunks)).as("though another partition's floor is wrong").isEqualTo(4);
    assertThat(earliest(new TopicPartition(shards, 1))).isZero();
  }

  private void start() {
    ledger =
        new ReceiptLedger(
            bootstrap, topics, home.catalog(), home.keys().repo(), () -> Instant.EPOCH);
    ledger.listen(events::add);
    ledger.start(admin);
  }

  private List<String> names() {
    List<String> names = new ArrayList<>(List.of(topics.stripes()));
    for (var peer : home.peers()) {
      names.add(topics.receipts(peer.name()));
      names.add(topics.shards(peer.name()));
    }
    return names;
  }

  /** Again and again: a topic's deletion is not over when it is acknowledged. */
  private void create() throws Exception {
    List<NewTopic> wanted = names().stream().map(name -> new NewTopic(name, 4, (short) 1)).toList();
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
    while (true) {
      try {
        admin.createTopics(wanted).all().get(WAIT_SECONDS, TimeUnit.SECONDS);
        return;
      } catch (java.util.concurrent.ExecutionException e) {
        if (System.nanoTime() > until) {
          throw e;
        }
      }
    }
  }

  private void send(ChunkRef ref) throws Exception {
    producer
        .send(
            new ProducerRecord<>(
                topics.stripes(),
                ref.chunk().toBytes()[0] & 3,
                null,
                Framing.encode(home.stripe(ref))))
        .get();
  }

  private void send(Receipt receipt) throws Exception {
    Locator locator = receipt.locator();
    producer
        .send(
            new ProducerRecord<>(
                topics.receipts(home.nameOf(receipt)),
                locator.toBytes()[0] & 3,
                null,
                Framing.encode(home.signed(receipt))))
        .get();
  }

  private LedgerEvent await(java.util.function.Predicate<LedgerEvent> wanted) throws Exception {
    while (true) {
      LedgerEvent event = events.poll(WAIT_SECONDS, TimeUnit.SECONDS);
      assertThat(event).as("within %d s", WAIT_SECONDS).isNotNull();
      if (wanted.test(event)) {
        return event;
      }
    }
  }

  /** Until the catalog holds all that the broker has. */
  private void awaitDurable() throws Exception {
    Map<TopicPartition, OffsetSpec> latest = new java.util.HashMap<>();
    ledger.durablePositions().keySet().forEach(at -> latest.put(at, OffsetSpec.latest()));
    var ends = admin.listOffsets(latest).all().get(WAIT_SECONDS, TimeUnit.SECONDS);
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
    while (ends.entrySet().stream()
        .anyMatch(end -> ledger.durablePositions().get(end.getKey()) < end.getValue().offset())) {
      assertThat(System.nanoTime()).as("durable in time").isLessThan(until);
      Thread.onSpinWait();
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private long earliest(TopicPartition partition) throws Exception {
    return admin
        .listOffsets(Map.of(partition, OffsetSpec.earliest()))
        .partitionResult(partition)
        .get(WAIT_SECONDS, TimeUnit.SECONDS)
        .offset();
  }
}
