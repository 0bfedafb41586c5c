package dev.kakera.producer.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.id.ChunkId;
import dev.kakera.core.order.Receipt.Kind;
import dev.kakera.core.spool.ChunkTask;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.producer.ledger.Chunks;
import dev.kakera.producer.ledger.LedgerHome;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChunkPublisherTest {
  @TempDir Path folder;
  private LedgerHome home;
  private TestPublishing publishing;
  private final InFlight inFlight = new InFlight(64 << 20, () -> 0L);

  @BeforeEach
  void open() {
    home = new LedgerHome(folder.resolve("catalog"), 6);
    publishing = new TestPublishing(home);
  }

  @AfterEach
  void close() {
    home.close();
  }

  @Test
  void sendsANewChunkSealedWithATaskForAllItsShards() throws Exception {
    ChunkId chunk = publish(publisher(1), "content");

    ChunkTask task = publishing.tasks().getFirst();
    assertThat(task.chunk()).isEqualTo(chunk);
    assertThat(task.geometry()).isEqualTo(LedgerHome.GEOMETRY);
    assertThat(task.wanted().cardinality()).isEqualTo(6);
    assertThat(task.peers()).containsExactlyInAnyOrderElementsOf(home.peers());
    assertThat(task.sequence()).isEqualTo(1);
    assertThat(publishing.plain(chunk)).isEqualTo(bytes("content"));
    var record = publishing.producer().history().getFirst();
    assertThat(new String(record.value(), StandardCharsets.ISO_8859_1)).doesNotContain("content");
  }

  @Test
  @DisplayName("I-24: a chunk is pinned on disk before its record is sent")
  void pinsBeforeItSends() throws Exception {
    for (int number = 0; number < 20; number++) {
      publish(publisher(1), "content " + number);
      for (ChunkTask task : publishing.tasks()) {
        assertThat(home.find(task.chunk()).session()).isEqualTo(1);
      }
    }
    assertThat(publishing.tasks()).hasSize(20);
  }

  @Test
  void sendsNothingAheadOfAPinThatFails() throws Exception {
    ChunkPublisher publisher = publisher(1);
    publisher.publish(bytes("a"), 1, List.of());
    home.catalog().close();

    assertThatThrownBy(
            () -> {
              publisher.publish(bytes("b"), 1, List.of());
              publisher.flush();
            })
        .hasMessageContaining("closed");
    assertThat(publishing.tasks()).hasSizeLessThanOrEqualTo(1);
  }

  @Test
  void neverSendsAChunkThatIsWhole() throws Exception {
    ChunkId chunk = publish(publisher(1), "content");
    publishing.encodeAll(inFlight);
    assertThat(home.find(chunk).complete()).isTrue();

    ChunkPublisher second = publisher(2);
    publish(second, "content");

    assertThat(publishing.tasks()).hasSize(1);
    assertThat(second.counts().publishedChunks()).isZero();
    assertThat(second.counts().offeredBytes()).isEqualTo(7);
  }

  @Test
  void sendsAChunkOnceInASession() throws Exception {
    ChunkPublisher publisher = publisher(1);
    for (int times = 0; times < 10; times++) {
      publisher.publish(bytes("same"), 4, List.of());
      publisher.publish(bytes("other " + times), 7, List.of());
    }
    publisher.publish(bytes("same"), 4, List.of());
    publisher.flush();

    assertThat(publishing.tasks()).hasSize(11);
    assertThat(inFlight.waitingShards().values()).containsOnly(11);
  }

  @Test
  void sendsOnlyTheShardsThatAreMissing() throws Exception {
    ChunkId chunk = publish(publisher(1), "content");
    ChunkRef ref = publishing.ref(publishing.tasks().getFirst(), 7);
    home.announce(home.stripe(ref));
    for (int index : List.of(0, 2, 5)) {
      home.receive(home.receipt(Kind.STORED, ref, index));
    }

    InFlight fresh = new InFlight(64 << 20, () -> 0L);
    publish(publisher(2, Set.of(), fresh), "content");

    ChunkTask task = publishing.tasks().get(1);
    assertThat(task.chunk()).isEqualTo(chunk);
    assertThat(task.wanted().stream().toArray()).containsExactly(1, 3, 4);
    for (Chunks.Shard shard :
        home.catalog()
            .<List<Chunks.Shard>>read(
                connection -> Chunks.shards(connection, home.find(chunk).row()))) {
      assertThat(task.peers().get(shard.place()).name()).isEqualTo(shard.peer());
    }
    assertThat(fresh.waitingShards()).hasSize(3);
  }

  @Test
  void doesNotSendAgainWhatLiesUnreadInAPeersTopic() throws Exception {
    publish(publisher(1), "content");
    ChunkRef ref = publishing.ref(publishing.tasks().getFirst(), 7);
    home.store(ref, 5);
    String sleeper = home.places(ref).get(5).name();

    publish(publisher(2, Set.of(sleeper), inFlight), "content");
    assertThat(publishing.tasks()).hasSize(1);

    publish(publisher(3, Set.of(), inFlight), "content");
    assertThat(publishing.tasks()).hasSize(2);
    assertThat(publishing.tasks().get(1).wanted().stream().toArray()).containsExactly(5);
  }

  @Test
  void keepsTheGeometryOfAChunkThatIsThereInPart() throws Exception {
    byte[] bytes = bytes("a list, and a file too");
    ChunkId chunk = home.chunk("a list, and a file too");
    home.pin("a list, and a file too", 1);
    ChunkRef ref =
        new ChunkRef(
            chunk,
            home.ref(chunk, 0).stripe(),
            1,
            LedgerHome.GEOMETRY,
            dev.kakera.core.stripe.Codec.NONE,
            bytes.length,
            bytes.length);
    home.store(ref, 3);
    ChunkPublisher publisher = publisher(2);

    publisher.publishManifest(bytes);
    publisher.flush();

    assertThat(publishing.tasks().getFirst().geometry()).isEqualTo(LedgerHome.GEOMETRY);
  }

  @Test
  void givesAListMoreParity() throws Exception {
    ChunkPublisher publisher = publisher(1);
    publisher.publishManifest(bytes("list"));
    publisher.flush();

    assertThat(publishing.tasks().getFirst().geometry()).isEqualTo(new Geometry(2, 4));
    assertThat(ChunkPublisher.manifestGeometry(new Geometry(1, 1))).isEqualTo(new Geometry(1, 1));
    assertThat(ChunkPublisher.manifestGeometry(new Geometry(5, 1))).isEqualTo(new Geometry(2, 4));
  }

  @Test
  void notesWhereTheMembersOfAPackLie() throws Exception {
    ChunkPublisher publisher = publisher(1);
    ChunkId member = home.chunk("second");
    ChunkId chunk =
        publisher.publish(
            bytes("firstsecond"), 11, List.of(new ChunkPublisher.Member(member, 5, 6)));
    publisher.flush();

    var extent = home.catalog().read(connection -> Chunks.packed(connection, member));
    assertThat(extent.orElseThrow().chunk()).isEqualTo(chunk);
    assertThat(extent.orElseThrow().offset()).isEqualTo(5);
    assertThat(extent.orElseThrow().length()).isEqualTo(6);
  }

  @Test
  void spreadsChunksOverThePartitions() throws Exception {
    ChunkPublisher publisher = publisher(1);
    for (int number = 0; number < 8; number++) {
      publisher.publish(bytes("content " + number), 9, List.of());
    }
    publisher.flush();

    assertThat(
            publishing.producer().history().stream()
                .collect(
                    java.util.stream.Collectors.groupingBy(
                        record -> record.partition(), java.util.stream.Collectors.counting())))
        .isEqualTo(Map.of(0, 2L, 1, 2L, 2, 2L, 3, 2L));
  }

  @Test
  void saysThatTheBrokerDidNotTakeAChunk() throws Exception {
    TestPublishing failing = new TestPublishing(home, false);
    ChunkPublisher publisher = failing.publisher(1, new OwedShards(Set.of()), inFlight);
    for (int number = 0; number < 6; number++) {
      publisher.publish(bytes("content " + number), 9, List.of());
    }
    assertThat(
            failing
                .producer()
                .errorNext(new org.apache.kafka.common.errors.DisconnectException("gone")))
        .isTrue();

    assertThatThrownBy(() -> publisher.publish(bytes("one more"), 8, List.of()))
        .isInstanceOf(PipelineStalledException.class)
        .hasMessageContaining("gone")
        .hasMessageContaining("kakera status");
  }

  private ChunkPublisher publisher(long session) {
    return publisher(session, Set.of(), inFlight);
  }

  private ChunkPublisher publisher(long session, Set<String> lagging, InFlight flights) {
    return publishing.publisher(session, new OwedShards(lagging), flights);
  }

  private static ChunkId publish(ChunkPublisher publisher, String content) throws Exception {
    byte[] bytes = bytes(content);
    ChunkId chunk = publisher.publish(bytes, bytes.length, List.of());
    publisher.flush();
    return chunk;
  }

  private static byte[] bytes(String content) {
    return content.getBytes(StandardCharsets.UTF_8);
  }
}
