package dev.kakera.producer.publish;

import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.id.ChunkId;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.placement.PeerRef;
import dev.kakera.core.placement.Placement;
import dev.kakera.core.spool.ChunkTask;
import dev.kakera.core.spool.SpoolSealer;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.stripe.StripeNaming;
import dev.kakera.producer.ledger.Catalog;
import dev.kakera.producer.ledger.CatalogWriter;
import dev.kakera.producer.ledger.Chunks;
import dev.kakera.schemas.EventHeaders;
import dev.kakera.schemas.EventType;
import dev.kakera.schemas.RecordKey;
import dev.kakera.schemas.RecordLimits;
import dev.kakera.schemas.Topics;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Publishes chunks: names them, skips what the catalog has whole, pins the others, seals and sends
 * them. Confined to one thread, but for what the producer calls back.
 */
public final class ChunkPublisher {
  /**
   * Pins under way before the thread waits for the oldest: hides the disk's sync behind hashing and
   * sealing.
   */
  private static final int PINS_AHEAD = 4;

  private final Settings settings;
  private final Catalog catalog;
  private final Producer<byte[], byte[]> producer;
  private final InFlight inFlight;
  private final StripeNaming naming;
  private final SecureRandom random = new SecureRandom();
  private final ArrayDeque<Pinned> pinned = new ArrayDeque<>();
  private final AtomicReference<Exception> sendFailure = new AtomicReference<>();
  private final PublishCounts counts = new PublishCounts();
  private int nextPartition;

  /**
   * What a session publishes with.
   *
   * @param session its number in the catalog
   * @param peers that take shards
   * @param owed which shards without a receipt are still on their way
   */
  public record Settings(
      Topics topics,
      RepositoryKeys keys,
      SpoolKeys spoolKeys,
      Geometry geometry,
      List<PeerRef> peers,
      long session,
      OwedShards owed,
      InstantSource clock) {
    public Settings {
      peers = List.copyOf(peers);
    }
  }

  /** A small file in a pack: the keyed hash of its contents, and where they lie. */
  public record Member(ChunkId content, int start, int length) {}

  private record Pinned(
      ChunkId chunk, ProducerRecord<byte[], byte[]> record, CompletableFuture<?> onDisk) {}

  public ChunkPublisher(
      Settings settings, Catalog catalog, Producer<byte[], byte[]> producer, InFlight inFlight) {
    this.settings = settings;
    this.catalog = catalog;
    this.producer = producer;
    this.inFlight = inFlight;
    this.naming = new StripeNaming(settings.keys());
  }

  public ChunkId nameOf(byte[] plain, int offset, int length) {
    return naming.chunkId(plain, offset, length);
  }

  public PublishCounts counts() {
    return counts;
  }

  /** Publishes {@code length} bytes unless all their shards are receipted already. */
  public ChunkId publish(byte[] plain, int length, List<Member> members)
      throws InterruptedException {
    return publish(plain, length, members, settings.geometry());
  }

  /**
   * Publishes a manifest's chunk: with more parity, so that even too few peers can still say what
   * is lost.
   */
  public ChunkId publishManifest(byte[] plain) throws InterruptedException {
    return publish(plain, plain.length, List.of(), manifestGeometry(settings.geometry()));
  }

  /** Half as many data shards over as many peers: 2+4 for 4+2. */
  static Geometry manifestGeometry(Geometry geometry) {
    int k = Math.max(1, geometry.k() / 2);
    return new Geometry(k, geometry.n() - k);
  }

  private ChunkId publish(byte[] plain, int length, List<Member> members, Geometry wished)
      throws InterruptedException {
    ChunkId chunk = naming.chunkId(plain, 0, length);
    requireSent();
    counts.offered(length);
    if (pinned.stream().anyMatch(waiting -> waiting.chunk().equals(chunk))) {
      return chunk;
    }
    Optional<Chunks.Chunk> known = catalog.read(connection -> Chunks.find(connection, chunk));
    if (known.isPresent()
        && (settings.owed().holds(catalog, known.get())
            || known.get().session() == settings.session())) {
      return chunk;
    }
    counts.published(length);
    Geometry geometry = known.flatMap(Chunks.Chunk::ref).map(ChunkRef::geometry).orElse(wished);
    BitSet wanted = wanted(known, geometry);
    List<PeerRef> placed = placed(chunk, known, geometry);
    List<String> waitFor = new ArrayList<>();
    wanted.stream().forEach(place -> waitFor.add(placed.get(place).name()));
    // What waits for its pin cannot land, so nothing may be held back when room is waited for.
    sendPinned(inFlight.hasRoom(length) ? PINS_AHEAD : 0);
    inFlight.enter(chunk, length, waitFor);
    CompletableFuture<?> onDisk =
        catalog.submit(connection -> pin(connection, chunk, length, members));
    ChunkTask task =
        new ChunkTask(
            chunk, settings.session(), settings.keys().epoch(), geometry, true, placed, wanted);
    pinned.add(new Pinned(chunk, record(chunk, task, plain, length), onDisk));
    return chunk;
  }

  private Void pin(Connection connection, ChunkId chunk, int length, List<Member> members)
      throws SQLException {
    Chunks.pin(connection, chunk, length, settings.session());
    for (Member member : members) {
      Chunks.pack(connection, member.content(), chunk, member.start(), member.length());
    }
    return null;
  }

  /** Sends all that is pinned and waits until the broker has it. */
  public void flush() throws InterruptedException {
    sendPinned(0);
    producer.flush();
    requireSent();
  }

  private BitSet wanted(Optional<Chunks.Chunk> known, Geometry geometry) {
    if (known.isPresent() && known.get().ref().isPresent()) {
      return settings.owed().toSend(catalog, known.get());
    }
    BitSet all = new BitSet(geometry.n());
    all.set(0, geometry.n());
    return all;
  }

  /** Where the shards go: where they were announced to go before, if they were. */
  private List<PeerRef> placed(ChunkId chunk, Optional<Chunks.Chunk> known, Geometry geometry) {
    Map<Integer, PeerRef> announced = new HashMap<>();
    if (known.isPresent() && known.get().ref().isPresent()) {
      for (Chunks.Shard shard :
          catalog.read(connection -> Chunks.shards(connection, known.get().row()))) {
        settings.peers().stream()
            .filter(peer -> peer.name().equals(shard.peer()))
            .findFirst()
            .ifPresent(peer -> announced.put(shard.place(), peer));
      }
    }
    return Placement.complete(announced, settings.peers(), chunk, geometry);
  }

  private ProducerRecord<byte[], byte[]> record(
      ChunkId chunk, ChunkTask task, byte[] plain, int length) {
    byte[] nonce = new byte[SpoolSealer.NONCE_BYTES];
    random.nextBytes(nonce);
    byte[] value = SpoolSealer.seal(settings.spoolKeys().current(), nonce, task, plain, length);
    RecordLimits.requireBulkValue("spool record", value.length);
    String spoolId = settings.session() + "-" + chunk.toString().substring(0, 16);
    EventHeaders headers =
        EventHeaders.builder(EventType.CHUNK)
            .id(spoolId)
            .source("home")
            .time(settings.clock().instant())
            .chunk(chunk.toString())
            .geometry(task.geometry().k(), task.geometry().m())
            .build();
    String topic = settings.topics().chunks();
    int partition = Math.floorMod(nextPartition++, producer.partitionsFor(topic).size());
    return new ProducerRecord<>(
        topic, partition, RecordKey.encode(spoolId), value, headers.toKafka());
  }

  private void sendPinned(int keep) throws InterruptedException {
    while (pinned.size() > keep) {
      Pinned next = pinned.poll();
      CatalogWriter.await(next.onDisk());
      var _ = // the callback takes the outcome
          producer.send(
              next.record(),
              (metadata, failure) -> {
                if (failure != null) {
                  sendFailure.compareAndSet(null, failure);
                } else {
                  inFlight.sent(
                      next.chunk(),
                      new TopicPartition(metadata.topic(), metadata.partition()),
                      metadata.offset());
                }
              });
    }
  }

  private void requireSent() {
    Exception failure = sendFailure.get();
    if (failure != null) {
      throw new PipelineStalledException(
          "the broker did not take a chunk: "
              + failure.getMessage()
              + ". Is it running, and has its disk room? See: kakera status");
    }
  }
}
