package dev.kakera.producer.backup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.core.id.SourceId;
import dev.kakera.core.order.Order;
import dev.kakera.core.order.Receipt.Kind;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.producer.ledger.Cleanups;
import dev.kakera.producer.ledger.LedgerHome;
import dev.kakera.producer.publish.ObjectSender;
import dev.kakera.producer.publish.TestPublishing;
import dev.kakera.schemas.Framing;
import dev.kakera.schemas.Topics;
import dev.kakera.schemas.record.RequestRecord;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StrayCleanupTest {
  private static final SourceId SOURCE = new SourceId(1, 1);

  @TempDir Path folder;
  private LedgerHome home;
  private TestPublishing publishing;
  private StrayCleanup cleanup;

  @BeforeEach
  void open() {
    home = new LedgerHome(folder.resolve("catalog"), 6);
    publishing = new TestPublishing(home);
    AtomicLong nanos = new AtomicLong();
    ObjectSender sender =
        new ObjectSender(
            publishing.producer(), Topics.standard(), home.keys(), () -> Instant.EPOCH);
    // Each look at the clock lets a second pass, so that no test waits for the deadline.
    cleanup =
        new StrayCleanup(
            home.catalog(),
            sender,
            () -> Instant.EPOCH,
            Pause.REAL,
            () -> nanos.addAndGet(TimeUnit.SECONDS.toNanos(1)));
  }

  @AfterEach
  void close() {
    home.close();
  }

  @Test
  @DisplayName("I-20: every shard of a chunk that nothing needs is ordered away, by its peer")
  void ordersStraysAway() throws Exception {
    ChunkRef ref = stray("a");

    cleanup.run(SOURCE, 3, Set.of());

    assertThat(
            home.catalog()
                .<Boolean>read(
                    c -> dev.kakera.producer.ledger.Chunks.find(c, ref.chunk()).isPresent()))
        .isFalse();
    assertThat(orders()).hasSize(6);
    for (Sent sent : orders()) {
      assertThat(sent.order().kind()).isEqualTo(Order.Kind.DELETE);
      assertThat(sent.order().sequence()).isEqualTo(3);
      assertThat(sent.topic())
          .isEqualTo(
              Topics.standard()
                  .requests(
                      home.peers().stream()
                          .filter(peer -> peer.id().equals(sent.order().peer()))
                          .findFirst()
                          .orElseThrow()
                          .name()));
    }
  }

  @Test
  @DisplayName("I-22: an entry stays until its peer's receipt, and is ordered again until then")
  void asksAgainUntilTheReceipt() throws Exception {
    ChunkRef ref = stray("a");
    cleanup.run(SOURCE, 3, Set.of());
    assertThat(home.catalog().read(Cleanups::count)).isEqualTo(6);
    for (int index = 0; index < 5; index++) {
      home.receive(home.receipt(Kind.DELETED, ref, index));
    }

    cleanup.run(SOURCE, 4, Set.of());

    assertThat(orders()).hasSize(7);
    assertThat(orders().getLast().order().locator()).isEqualTo(home.locator(ref, 5));
  }

  @Test
  void doesNotAskPeersThatAreAway() throws Exception {
    ChunkRef ref = stray("a");
    String away = home.places(ref).get(2).name();

    cleanup.run(SOURCE, 3, Set.of(away));

    assertThat(orders()).hasSize(5).noneMatch(sent -> sent.topic().endsWith(away));
    assertThat(home.catalog().read(Cleanups::count)).isEqualTo(6);
  }

  @Test
  @DisplayName("I-24: what an interrupted run of another source stored is left alone")
  void keepsWhatAnotherSourceStored() throws Exception {
    long other = home.catalog().nextSession(new SourceId(9, 9), 0);
    ChunkRef ref = home.ref(home.pin("of another", other), 0);
    home.store(ref, 6);

    cleanup.run(SOURCE, 3, Set.of());

    assertThat(home.find(ref.chunk()).complete()).isTrue();
    assertThat(orders()).isEmpty();
  }

  @Test
  void discardsManyInPortions() throws Exception {
    home.catalog()
        .write(
            connection -> {
              for (int number = 0; number < 2500; number++) {
                dev.kakera.producer.ledger.Chunks.pin(
                    connection, home.chunk("chunk " + number), 1, 1);
              }
              return true;
            });

    cleanup.run(SOURCE, 3, Set.of());

    assertThat(home.catalog().<Boolean>read(dev.kakera.producer.ledger.Chunks::anyOpen)).isFalse();
  }

  private record Sent(String topic, Order order) {}

  private List<Sent> orders() {
    return publishing.producer().history().stream()
        .map(
            record -> {
              RequestRecord request = Framing.decodeRequest(record.value());
              byte[] body = new byte[request.getOrder().remaining()];
              request.getOrder().duplicate().get(body);
              return new Sent(record.topic(), Order.decode(body));
            })
        .toList();
  }

  private ChunkRef stray(String content) {
    ChunkRef ref = home.ref(home.pin(content, 1), 0);
    home.store(ref, 6);
    return ref;
  }
}
