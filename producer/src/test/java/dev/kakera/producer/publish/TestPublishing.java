package dev.kakera.producer.publish;

import dev.kakera.core.id.ChunkId;
import dev.kakera.core.id.StripeId;
import dev.kakera.core.order.Receipt;
import dev.kakera.core.spool.ChunkTask;
import dev.kakera.core.spool.SpoolSealer;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.stripe.Codec;
import dev.kakera.producer.ledger.LedgerEvent;
import dev.kakera.producer.ledger.LedgerHome;
import dev.kakera.schemas.Topics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A publisher whose broker is a list, and an encoder and peers that do as a test tells them. */
public final class TestPublishing {
  private final LedgerHome home;
  private final MockProducer<byte[], byte[]> producer;
  private final TestSpoolKeys spoolKeys = new TestSpoolKeys();
  private int encoded;

  public TestPublishing(LedgerHome home) {
    this(home, true);
  }

  public TestPublishing(LedgerHome home, boolean acknowledges) {
    this.home = home;
    Node node = new Node(0, "broker", 1);
    Node[] nodes = {node};
    List<PartitionInfo> partitions = new ArrayList<>();
    List<String> topics = new ArrayList<>(List.of(Topics.standard().chunks()));
    home.peers().forEach(peer -> topics.add(Topics.standard().shards(peer.name())));
    home.peers().forEach(peer -> topics.add(Topics.standard().requests(peer.name())));
    for (String topic : topics) {
      for (int partition = 0; partition < 4; partition++) {
        partitions.add(new PartitionInfo(topic, partition, node, nodes, nodes));
      }
    }
    Cluster cluster = new Cluster("cluster", List.of(node), partitions, Set.of(), Set.of());
    this.producer =
        new MockProducer<>(
            cluster,
            acknowledges,
            new RoundRobinPartitioner(),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  public MockProducer<byte[], byte[]> producer() {
    return producer;
  }

  public ChunkPublisher publisher(long session, OwedShards owed, InFlight inFlight) {
    return new ChunkPublisher(
        new ChunkPublisher.Settings(
            Topics.standard(),
            home.keys(),
            spoolKeys,
            LedgerHome.GEOMETRY,
            home.peers(),
            session,
            owed,
            () -> Instant.EPOCH),
        home.catalog(),
        producer,
        inFlight);
  }

  /** The chunks that were sent, in order. */
  public List<ChunkTask> tasks() {
    return producer.history().stream()
        .filter(record -> record.topic().equals(Topics.standard().chunks()))
        .map(this::task)
        .toList();
  }

  public ChunkTask task(ProducerRecord<byte[], byte[]> record) {
    return SpoolSealer.open(spoolKeys.current(), record.value()).task();
  }

  public byte[] plain(ProducerRecord<byte[], byte[]> record) {
    SpoolSealer.Opened opened = SpoolSealer.open(spoolKeys.current(), record.value());
    return Arrays.copyOfRange(
        opened.body(), opened.dataOffset(), opened.dataOffset() + opened.dataSize());
  }

  /** Plain bytes of a chunk that was sent. */
  public byte[] plain(ChunkId chunk) {
    return producer.history().stream()
        .filter(record -> record.topic().equals(Topics.standard().chunks()))
        .filter(record -> task(record).chunk().equals(chunk))
        .map(this::plain)
        .findFirst()
        .orElseThrow();
  }

  /** What an encoder makes of a chunk that is not compressed. */
  public ChunkRef ref(ChunkTask task, int size) {
    byte[] stripe = task.chunk().toBytes();
    stripe[31] ^= 1;
    return new ChunkRef(
        task.chunk(), StripeId.copyOf(stripe), 1, task.geometry(), Codec.NONE, size, size);
  }

  /** Announces and receipts all that was sent since the last time, every shard of it. */
  public void encodeAll(InFlight inFlight) {
    List<ProducerRecord<byte[], byte[]>> sent =
        producer.history().stream()
            .filter(record -> record.topic().equals(Topics.standard().chunks()))
            .toList();
    for (; encoded < sent.size(); encoded++) {
      ChunkTask task = task(sent.get(encoded));
      ChunkRef ref = ref(task, plain(sent.get(encoded)).length);
      home.announce(home.stripe(ref)).forEach(inFlight::on);
      task.wanted().stream()
          .forEach(
              index -> {
                LedgerEvent event =
                    home.receive(home.receipt(Receipt.Kind.STORED, ref, index)).orElseThrow();
                inFlight.on(event);
              });
    }
  }
}
