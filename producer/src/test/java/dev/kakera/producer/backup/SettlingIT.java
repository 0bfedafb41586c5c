package dev.kakera.producer.backup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.broker.BrokerExtension;
import dev.kakera.broker.EmbeddedBroker;
import dev.kakera.producer.ledger.LedgerHome;
import dev.kakera.producer.ledger.ReceiptLedger;
import dev.kakera.producer.publish.OwedShards;
import dev.kakera.schemas.ClientSettings;
import dev.kakera.schemas.TopicCreator;
import dev.kakera.schemas.TopicSettings;
import dev.kakera.schemas.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What a run finds in the broker that a run before it left there. */
@ExtendWith(BrokerExtension.class)
@Timeout(300)
class SettlingIT {
  private static final long WAIT_SECONDS = 120;

  @TempDir Path folder;
  private LedgerHome home;
  private Topics topics;
  private Admin admin;
  private KafkaProducer<byte[], byte[]> producer;
  private ReceiptLedger ledger;
  private Settling settling;

  @BeforeEach
  void open(EmbeddedBroker broker, Topics prefixed) {
    topics = prefixed;
    home = new LedgerHome(folder.resolve("catalog"), 3);
    admin = Admin.create(ClientSettings.admin(broker.bootstrap(), "test"));
    producer =
        new KafkaProducer<>(
            ClientSettings.producer(broker.bootstrap(), "test", ClientSettings.Role.SCANNER));
    List<String> peers = home.peers().stream().map(peer -> peer.name()).toList();
    new TopicCreator(admin, Duration.ofSeconds(WAIT_SECONDS))
        .ensure(TopicSettings.plan(topics, peers, TopicSettings.Partitions.STANDARD), Map.of());
    ledger =
        new ReceiptLedger(
            broker.bootstrap(), topics, home.catalog(), home.keys().repo(), () -> Instant.EPOCH);
    ledger.start(admin);
    // Each look at the clock lets ten seconds pass, so that deadlines come soon.
    AtomicLong nanos = new AtomicLong();
    settling =
        new Settling(
            new AdminLook(admin, topics),
            topics,
            home.catalog(),
            ledger,
            Duration.ofSeconds(45),
            Pause.REAL,
            () -> nanos.addAndGet(TimeUnit.SECONDS.toNanos(10)));
  }

  @AfterEach
  void close() {
    ledger.close();
    producer.close();
    admin.close();
    home.close();
  }

  @Test
  void asksNobodyWhenNothingIsOpen() throws Exception {
    admin.close();

    assertThat(settling.run()).isEqualTo(new OwedShards(Set.of()));
  }

  @Test
  void setsOutWhenNoEncoderHasEverJoined() throws Exception {
    home.pin("left open", 1);

    assertThat(settling.run().laggingPeers()).isEmpty();
  }

  @Test
  void dropsChunksThatNoEncoderTakesAndNamesPeersThatHaveNotRead() throws Exception {
    home.pin("left open", 1);
    producer.send(new ProducerRecord<>(topics.chunks(), 0, null, new byte[10])).get();
    producer.send(new ProducerRecord<>(topics.shards("peer-2"), 1, null, new byte[10])).get();
    producer.send(new ProducerRecord<>(topics.shards("peer-3"), 1, null, new byte[10])).get();
    admin
        .alterConsumerGroupOffsets(
            topics.storeGroup("peer-3"),
            Map.of(new TopicPartition(topics.shards("peer-3"), 1), new OffsetAndMetadata(1)))
        .all()
        .get(WAIT_SECONDS, TimeUnit.SECONDS);

    OwedShards owed = settling.run();

    assertThat(owed.laggingPeers()).containsExactly("peer-2");
    TopicPartition chunks = new TopicPartition(topics.chunks(), 0);
    assertThat(
            admin
                .listOffsets(Map.of(chunks, OffsetSpec.earliest()))
                .partitionResult(chunks)
                .get(WAIT_SECONDS, TimeUnit.SECONDS)
                .offset())
        .as("this run sends them again, from the source")
        .isEqualTo(1);
  }
}
