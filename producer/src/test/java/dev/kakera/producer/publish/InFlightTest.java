package dev.kakera.producer.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.core.id.ChunkId;
import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.producer.ledger.LedgerEvent;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class InFlightTest {
  private static final List<String> PEERS = List.of("p1", "p2", "p3", "p4", "p5", "p6");
  private static final TopicPartition ZERO = new TopicPartition("chunks", 0);
  private static final TopicPartition ONE = new TopicPartition("chunks", 1);

  private final AtomicLong nanos = new AtomicLong(1);
  private final InFlight inFlight = new InFlight(1000, nanos::get);

  @Test
  @DisplayName("I-33: a chunk waits until it fits the budget")
  void waitsForRoom() throws Exception {
    inFlight.enter(chunk(1), 600, PEERS);
    assertThat(inFlight.hasRoom(400)).isTrue();
    assertThat(inFlight.hasRoom(401)).isFalse();
    CountDownLatch entered = new CountDownLatch(1);
    Thread scanner =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    inFlight.enter(chunk(2), 500, PEERS);
                    entered.countDown();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
    assertThat(entered.getCount()).isEqualTo(1);
    assertThat(inFlight.bytes()).isEqualTo(600);

    receiptAll(1);

    assertThat(entered.await(30, TimeUnit.SECONDS)).isTrue();
    scanner.join();
    assertThat(inFlight.bytes()).isEqualTo(500);
  }

  @Test
  void takesAChunkThatIsLargerThanTheBudgetWhenNothingElseIsThere() throws Exception {
    inFlight.enter(chunk(1), 5000, PEERS);

    assertThat(inFlight.bytes()).isEqualTo(5000);
    assertThat(inFlight.hasRoom(1)).isFalse();
  }

  @Test
  void endsTheDrainWhenEverythingHasLanded() throws Exception {
    inFlight.enter(chunk(1), 100, PEERS);
    inFlight.enter(chunk(2), 100, PEERS);
    receiptAll(1);
    receiptAll(2);

    inFlight.drain();

    assertThat(inFlight.waitingShards()).isEmpty();
    assertThat(inFlight.away()).isEmpty();
  }

  @Test
  void takesNoNoticeOfChunksOfOtherSessions() throws Exception {
    inFlight.enter(chunk(1), 100, PEERS);

    receiptAll(77);

    assertThat(inFlight.bytes()).isEqualTo(100);
    assertThat(inFlight.waitingShards()).hasSize(6);
  }

  @Test
  @DisplayName("I-26: a silent peer is passed over after 45 s, named, and nobody waits on it")
  void passesOverASilentPeer() throws Exception {
    inFlight.enter(chunk(1), 100, PEERS);
    announce(1);
    for (int peer = 1; peer <= 5; peer++) {
      receipt(1, "p" + peer, 6 - peer, peer - 4);
    }
    pass(Duration.ofSeconds(44));
    inFlight.awaitProgress();
    assertThat(inFlight.away()).isEmpty();

    pass(Duration.ofSeconds(2));
    inFlight.drain();

    assertThat(inFlight.away()).containsExactly("p6");
    assertThat(inFlight.waitingShards()).isEqualTo(Map.of("p6", 1));
    assertThat(inFlight.bytes()).isZero();
  }

  @Test
  void doesNotPassOverAPeerForChunksThatNoEncoderHasTakenYet() throws Exception {
    inFlight.enter(chunk(1), 100, PEERS);
    pass(Duration.ofSeconds(100));
    inFlight.awaitProgress();
    assertThat(inFlight.away()).isEmpty();

    announce(1);
    inFlight.awaitProgress();

    assertThat(inFlight.away()).as("they have had no time to answer").isEmpty();
  }

  @Test
  void countsAPeerAgainWhenItIsBack() throws Exception {
    inFlight.enter(chunk(1), 100, PEERS);
    announce(1);
    for (int peer = 1; peer <= 5; peer++) {
      receipt(1, "p" + peer, 6 - peer, peer - 4);
    }
    pass(Duration.ofSeconds(46));
    inFlight.drain();
    assertThat(inFlight.away()).containsExactly("p6");

    receipt(1, "p6", 0, 2);

    assertThat(inFlight.away()).isEmpty();
    assertThat(inFlight.waitingShards()).isEmpty();
    assertThat(inFlight.bytes()).isZero();
  }

  @Test
  @DisplayName("I-01: a chunk that would not survive a loss is waited for, whoever is away")
  void holdsAFragileChunkThoughItsPeersAreAway() throws Exception {
    inFlight.enter(chunk(1), 100, PEERS);
    announce(1);
    for (int peer = 1; peer <= 4; peer++) {
      receipt(1, "p" + peer, 6 - peer, peer - 4);
    }
    pass(Duration.ofSeconds(50));
    inFlight.awaitProgress();

    assertThat(inFlight.away()).containsExactlyInAnyOrder("p5", "p6");
    assertThat(inFlight.bytes()).isEqualTo(100);
    pass(Duration.ofSeconds(75));
    assertThatThrownBy(inFlight::drain)
        .isInstanceOf(PipelineStalledException.class)
        .hasMessageContaining("p5=1")
        .hasMessageContaining("p6=1");
  }

  @Test
  void releasesAChunkThatHasEnoughWhenOnlyAFullPeerIsMissing() throws Exception {
    inFlight.enter(chunk(1), 100, PEERS);
    announce(1);
    inFlight.on(
        new LedgerEvent.Refused(
            new Locator(new Digest(1, 1, 1, 1)), Optional.of(chunk(1)), "p6", 4096));
    for (int peer = 1; peer <= 5; peer++) {
      receipt(1, "p" + peer, 6 - peer, peer - 4);
    }

    inFlight.drain();

    assertThat(inFlight.bytes()).isZero();
    assertThat(inFlight.waitingShards()).isEqualTo(Map.of("p6", 1));
    assertThat(inFlight.noRoom()).contains("p6=4096");
    assertThat(inFlight.away()).as("it answers").isEmpty();
  }

  @Test
  void releasesAChunkOfWhichOnlyTheOwedShardWasSentAgainToAFullPeer() throws Exception {
    inFlight.enter(chunk(1), 100, List.of("p6"));
    inFlight.on(new LedgerEvent.Announced(chunk(1), 1));
    inFlight.on(
        new LedgerEvent.Refused(
            new Locator(new Digest(1, 1, 1, 1)), Optional.of(chunk(1)), "p6", 4096));

    inFlight.drain();

    assertThat(inFlight.bytes()).isZero();
  }

  @Test
  void releasesAChunkWhoseOtherShardsAreOnTheirWaySinceAnEarlierRun() throws Exception {
    inFlight.enter(chunk(1), 100, List.of("p5"));
    inFlight.on(new LedgerEvent.Announced(chunk(1), 0));

    receipt(1, "p5", 1, 1);
    inFlight.drain();

    assertThat(inFlight.bytes()).isZero();
  }

  @Test
  void saysThatNoEncoderRuns() throws Exception {
    inFlight.enter(chunk(1), 100, PEERS);
    pass(Duration.ofSeconds(121));

    assertThatThrownBy(inFlight::drain)
        .isInstanceOf(PipelineStalledException.class)
        .hasMessageContaining("no encoder has taken a chunk for 120 s; 1 chunks wait")
        .hasMessageContaining("kakera encoder");
  }

  @Test
  void namesThePeersThatAllWaitFor() throws Exception {
    inFlight.enter(chunk(1), 100, PEERS);
    announce(1);
    pass(Duration.ofSeconds(121));

    assertThatThrownBy(inFlight::drain)
        .isInstanceOf(PipelineStalledException.class)
        .hasMessageContaining("nothing was acknowledged for 120 s")
        .hasMessageContaining("p3=1");
  }

  @Test
  void doesNotCountTheTimeInWhichNothingWasUnderWay() throws Exception {
    inFlight.enter(chunk(1), 100, PEERS);
    announce(1);
    for (int peer = 1; peer <= 5; peer++) {
      receipt(1, "p" + peer, 6 - peer, peer - 4);
    }
    pass(Duration.ofSeconds(50));
    inFlight.drain();
    pass(Duration.ofHours(1)); // a long walk over files that did not change

    inFlight.enter(chunk(2), 100, PEERS);
    inFlight.awaitProgress();

    assertThat(inFlight.bytes()).isEqualTo(100);
  }

  @Test
  void tellsThatTheLedgerStopped() throws Exception {
    inFlight.enter(chunk(1), 100, PEERS);
    inFlight.on(new LedgerEvent.Stopped("its disk is gone"));

    assertThatThrownBy(inFlight::drain)
        .isInstanceOf(PipelineStalledException.class)
        .hasMessageContaining("its disk is gone");
  }

  @Test
  void keepsTheRecordsOfAPartitionFromTheFirstThatIsNeeded() throws Exception {
    for (int number = 1; number <= 4; number++) {
      inFlight.enter(chunk(number), 10, PEERS);
    }
    inFlight.sent(chunk(1), ZERO, 10);
    inFlight.sent(chunk(2), ZERO, 11);
    inFlight.sent(chunk(3), ZERO, 12);
    inFlight.sent(chunk(4), ONE, 3);
    assertThat(inFlight.floors()).isEqualTo(Map.of(ZERO, 10L, ONE, 3L));

    receiptAll(2);
    assertThat(inFlight.floors()).isEqualTo(Map.of(ZERO, 10L, ONE, 3L));
    receiptAll(1);
    assertThat(inFlight.floors()).isEqualTo(Map.of(ZERO, 12L, ONE, 3L));
    receiptAll(3);
    receiptAll(4);
    assertThat(inFlight.floors()).isEqualTo(Map.of(ZERO, 13L, ONE, 4L));
  }

  @Test
  void doesNotKeepTheRecordOfAChunkThatIsOnlyOwed() throws Exception {
    inFlight.enter(chunk(1), 100, PEERS);
    inFlight.sent(chunk(1), ZERO, 10);
    announce(1);
    for (int peer = 1; peer <= 5; peer++) {
      receipt(1, "p" + peer, 6 - peer, peer - 4);
    }
    pass(Duration.ofSeconds(50));
    inFlight.drain();

    assertThat(inFlight.floors()).isEqualTo(Map.of(ZERO, 11L));
  }

  @Test
  void takesAnAcknowledgementThatComesAfterTheReceipts() throws Exception {
    inFlight.enter(chunk(1), 100, PEERS);
    receiptAll(1);

    inFlight.sent(chunk(1), ZERO, 10);

    assertThat(inFlight.floors()).isEqualTo(Map.of(ZERO, 11L));
  }

  @Test
  void measuresHowLongTheScannerWaited() throws Exception {
    inFlight.enter(chunk(1), 1000, PEERS);
    assertThat(inFlight.blockedNanos()).isZero();
    CountDownLatch entered = new CountDownLatch(1);
    Thread.ofPlatform()
        .start(
            () -> {
              try {
                inFlight.enter(chunk(2), 500, PEERS);
                entered.countDown();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    while (entered.getCount() > 0) {
      pass(Duration.ofMillis(1));
      receiptAll(1);
    }

    assertThat(entered.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(inFlight.blockedNanos()).isNotNegative();
  }

  private static ChunkId chunk(int number) {
    return new ChunkId(new Digest(number, 0, 0, 0));
  }

  private void announce(int number) {
    inFlight.on(new LedgerEvent.Announced(chunk(number), -1));
  }

  private void receipt(int number, String peer, int missing, int losses) {
    inFlight.on(new LedgerEvent.Receipted(chunk(number), peer, missing, losses));
  }

  private void receiptAll(int number) {
    announce(number);
    for (int peer = 1; peer <= 6; peer++) {
      receipt(number, "p" + peer, 6 - peer, peer - 4);
    }
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }
}
