package dev.kakera.encoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.core.spool.SpoolSealer;
import dev.kakera.schemas.DeadLetterHeaders;
import dev.kakera.schemas.record.DeadLetterRecord;
import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EncodeLoopTest {
  private static final Patience NO_BACK_OFF =
      new Patience(Duration.ofSeconds(50), Duration.ZERO, Duration.ZERO);

  private final TestHome home = new TestHome();
  private final Network network = new Network(1);
  private final StopSignal stop = new StopSignal(() -> network.nanos);

  private ConsumerRecord<byte[], byte[]> good(String spoolId, int attempt) {
    byte[] plain = TestHome.plain(spoolId.hashCode(), 2000);
    return home.delivered(spoolId, home.sealed(plain, TestHome.all()), attempt);
  }

  private ConsumerRecord<byte[], byte[]> tampered(String spoolId, int attempt) {
    byte[] sealed = good(spoolId, attempt).value();
    sealed[sealed.length / 2] ^= 1;
    return home.delivered(spoolId, sealed, attempt);
  }

  private EncodeLoop loop() {
    return network.loop(home.settings("w"), stop, NO_BACK_OFF);
  }

  @Test
  void acceptsAfterTheLastAcknowledgement() {
    network.consumer.deliver(good("s1", 1));
    try (EncodeLoop loop = loop()) {
      loop.step();
    }
    assertThat(network.journal).startsWith("send stripe s1", "landed stripe s1");
    assertThat(network.journal).hasSize(2 + 6 + 6 + 1).endsWith("settle s1 ACCEPT");
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  @DisplayName(
      "I-09, I-21: whatever fails and in whatever order sends end, no shard goes before its stripe record has landed,"
          + " and no record is settled before all its sends have ended")
  void sendsAndSettlesInOrderWhateverFails(long base) {
    for (long seed = base * 1000; seed < base * 1000 + 30; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      double rate = random.nextInt(3) * 0.1;
      Network network = new Network(seed);
      Map<String, Boolean> failing = new HashMap<>();
      network.failures =
          name ->
              failing.computeIfAbsent(name, any -> random.nextDouble() < rate)
                  ? new TimeoutException("no answer")
                  : null;
      int count = random.nextInt(1, 5);
      @SuppressWarnings({"unchecked", "rawtypes"})
      ConsumerRecord<byte[], byte[]>[] batch = new ConsumerRecord[count];
      Map<String, BitSet> wanted = new HashMap<>();
      for (int i = 0; i < count; i++) {
        String spoolId = "s" + i;
        wanted.put(spoolId, BitSet.valueOf(new long[] {random.nextInt(64)}));
        byte[] plain = TestHome.plain(seed + i, random.nextInt(1, 5000));
        batch[i] = home.delivered(spoolId, home.sealed(plain, wanted.get(spoolId)), 1);
      }
      network.consumer.deliver(batch);
      long limit = random.nextBoolean() ? 1 : 1 << 20;
      try (EncodeLoop loop =
          network.loop(home.settings("w").withInFlightMaxBytes(limit), stop, NO_BACK_OFF)) {
        loop.step();
      }
      wanted.forEach((spoolId, indices) -> assertJournal(network.journal, spoolId, indices));
    }
  }

  private static void assertJournal(List<String> journal, String spoolId, BitSet wanted) {
    int stripeLanded = journal.indexOf("landed stripe " + spoolId);
    boolean allLanded = stripeLanded >= 0;
    int lastEnd = Math.max(stripeLanded, journal.indexOf("failed stripe " + spoolId));
    for (int index = 0; index < 6; index++) {
      String shard = "shard " + spoolId + "/" + index;
      int sent = journal.indexOf("send " + shard);
      assertThat(sent >= 0).as(shard).isEqualTo(stripeLanded >= 0 && wanted.get(index));
      if (sent >= 0) {
        assertThat(sent).as(journal.toString()).isGreaterThan(stripeLanded);
        assertThat(journal.lastIndexOf("send " + shard)).isEqualTo(sent);
        int end = Math.max(journal.indexOf("landed " + shard), journal.indexOf("failed " + shard));
        assertThat(end).as(shard + " ended").isPositive();
        lastEnd = Math.max(lastEnd, end);
        allLanded &= journal.contains("landed " + shard);
      }
    }
    int settled = journal.indexOf("settle " + spoolId + (allLanded ? " ACCEPT" : " RELEASE"));
    assertThat(settled).as(spoolId + " in " + journal).isGreaterThan(lastEnd);
  }

  @Test
  void sendsOnlyTheWantedShards() {
    byte[] plain = TestHome.plain(1, 3000);
    BitSet wanted = TestHome.wanted(1, 4);
    network.consumer.deliver(home.delivered("s1", home.sealed(plain, wanted), 1));
    try (EncodeLoop loop = loop()) {
      loop.step();
    }
    assertThat(network.shardsSent())
        .extracting(ProducerRecord::topic)
        .containsExactly(TestHome.TOPICS.shards("barn"), TestHome.TOPICS.shards("east"));
    assertThat(network.journal).endsWith("settle s1 ACCEPT");
  }

  @Test
  void announcesAndAcceptsAChunkOfWhichNoShardIsWanted() {
    byte[] sealed = home.sealed(TestHome.plain(1, 3000), new BitSet());
    network.consumer.deliver(home.delivered("s1", sealed, 1));
    try (EncodeLoop loop = loop()) {
      loop.step();
    }
    assertThat(network.journal)
        .containsExactly("send stripe s1", "landed stripe s1", "settle s1 ACCEPT");
  }

  @Test
  void encodesTheNextChunkWhileTheFirstIsAnnounced() {
    network.consumer.deliver(good("s1", 1), good("s2", 1));
    try (EncodeLoop loop = loop()) {
      loop.step();
    }
    assertThat(network.journal).startsWith("send stripe s1", "send stripe s2");
  }

  @Test
  void sendsTheShardsOfAnAnnouncedStripeBeforeItEncodesTheNextChunk() {
    network.prompt = true;
    network.consumer.deliver(good("s1", 1), good("s2", 1));
    try (EncodeLoop loop = loop()) {
      loop.step();
    }
    assertThat(network.journal.indexOf("landed shard s1/5"))
        .isBetween(0, network.journal.indexOf("send stripe s2"));
  }

  @Test
  @DisplayName("I-33: begins no chunk while the sealed bytes that it may hold are held")
  void holdsNoMoreThanItMay() {
    network.consumer.deliver(good("s1", 1), good("s2", 1));
    try (EncodeLoop loop =
        network.loop(home.settings("w").withInFlightMaxBytes(1), stop, NO_BACK_OFF)) {
      loop.step();
    }
    assertThat(network.journal.indexOf("landed stripe s1"))
        .isLessThan(network.journal.indexOf("send stripe s2"));
  }

  @Test
  void setsAPoisonRecordAsideAtItsThirdTryAndGoesOn() {
    network.consumer.deliver(tampered("bad", 1), good("s1", 1));
    network.consumer.deliver(tampered("bad", 2));
    network.consumer.deliver(tampered("bad", 3), good("s2", 1));
    try (EncodeLoop loop = loop()) {
      loop.step();
      loop.step();
      assertThat(network.sentTo(TestHome.TOPICS.dlq(TestHome.TOPICS.chunks()))).isEmpty();
      loop.step();
    }
    assertThat(network.journal.stream().filter(line -> line.startsWith("settle")))
        .containsExactly(
            "settle s1 ACCEPT",
            "settle bad RELEASE",
            "settle bad RELEASE",
            "settle s2 ACCEPT",
            "settle bad REJECT");
    ProducerRecord<byte[], byte[]> parked =
        network.sentTo(TestHome.TOPICS.dlq(TestHome.TOPICS.chunks())).getFirst();
    assertThat(parked.value()).isEqualTo(tampered("bad", 3).value());
    assertThat(parked.key()).isEqualTo(tampered("bad", 3).key());
    DeadLetterRecord why = DeadLetterHeaders.read(parked.headers());
    assertThat(why.getAttempts()).isEqualTo(3);
    assertThat(why.getOffset()).isEqualTo(TestHome.offset("bad"));
    assertThat(why.getReason()).contains("tag does not match");
  }

  @Test
  void givesAPoisonRecordBackWhenItCannotBeSetAside() {
    network.failures = name -> name.startsWith("parked") ? new TimeoutException("full") : null;
    network.consumer.deliver(tampered("bad", 3));
    try (EncodeLoop loop = loop()) {
      loop.step();
    }
    assertThat(network.journal)
        .containsExactly("send parked bad", "failed parked bad", "settle bad RELEASE");
  }

  @Test
  void treatsRecordsThatAreNoSpoolRecordsAsPoison() {
    byte[] garbage = {1, 2, 3};
    byte[] otherEpoch =
        SpoolSealer.seal(
            home.spoolKey, new byte[12], home.task(garbage, TestHome.all(), 2), garbage, 3);
    network.consumer.deliver(
        home.delivered("none", null, 3),
        home.delivered("short", garbage, 3),
        home.delivered("epoch", otherEpoch, 3));
    try (EncodeLoop loop = loop()) {
      loop.step();
    }
    assertThat(network.journal)
        .contains("settle none REJECT", "settle short REJECT", "settle epoch REJECT");
    assertThat(network.sentTo(TestHome.TOPICS.dlq(TestHome.TOPICS.chunks())))
        .extracting(record -> DeadLetterHeaders.read(record.headers()).getReason())
        .satisfiesExactly(
            reason -> assertThat(reason).contains("it has no value"),
            reason -> assertThat(reason).contains("spool record"),
            reason -> assertThat(reason).contains("is for key epoch 2"));
  }

  @Test
  void rejectsARecordWhoseSpoolKeyIsGone() {
    byte[] sealed = good("old", 1).value();
    Arrays.fill(sealed, 8, 16, (byte) 0x55); // another key's id
    network.consumer.deliver(home.delivered("old", sealed, 1), good("s1", 1));
    try (EncodeLoop loop = loop()) {
      loop.step();
    }
    assertThat(network.journal).contains("settle old REJECT", "settle s1 ACCEPT");
    assertThat(network.sent).noneMatch(record -> Network.name(record).contains("old"));
  }

  @Test
  void givesARecordBackWhoseSpoolKeyCannotBeRead() {
    EncoderSettings settings =
        EncoderSettings.of(
                "127.0.0.1:9",
                TestHome.TOPICS,
                home.keys,
                id -> {
                  throw new IllegalStateException("disk");
                },
                "w")
            .withThreads(1);
    network.consumer.deliver(good("s1", 3));
    try (EncodeLoop loop = network.loop(settings, stop, NO_BACK_OFF)) {
      loop.step();
    }
    assertThat(network.journal).containsExactly("settle s1 RELEASE");
  }

  @Test
  @DisplayName(
      "I-09: a group whose answers never come is given back, and late answers send nothing")
  void givesBackWhatIsNeverAnswered() {
    network.silent = true;
    network.consumer.deliver(good("s1", 1));
    network.consumer.deliver(good("s2", 1));
    try (EncodeLoop loop = loop()) {
      loop.step();
      assertThat(network.journal).containsExactly("send stripe s1", "settle s1 RELEASE");
      network.silent = false;
      loop.step();
    }
    assertThat(network.journal).contains("landed stripe s1", "settle s2 ACCEPT");
    assertThat(network.journal).noneMatch(line -> line.startsWith("send shard s1"));
  }

  @Test
  void setsAsideWhatFailedOnItsLastDelivery() {
    network.failures = name -> name.equals("shard s1/3") ? new TimeoutException("no answer") : null;
    network.consumer.deliver(good("s1", 5));
    try (EncodeLoop loop = loop()) {
      loop.step();
    }
    assertThat(network.journal).endsWith("send parked s1", "landed parked s1", "settle s1 REJECT");
    DeadLetterRecord why = DeadLetterHeaders.read(network.sent.getLast().headers());
    assertThat(why.getReason()).isEqualTo("shard 4/6 to peer dock: TimeoutException: no answer");
  }

  @Test
  void stopsWhenItMayNotWrite() {
    network.failures =
        name -> name.equals("shard s1/2") ? new TopicAuthorizationException("denied") : null;
    network.consumer.deliver(good("s1", 1));
    try (EncodeLoop loop = loop()) {
      assertThatThrownBy(loop::step)
          .isInstanceOf(EncoderFailedException.class)
          .hasMessageContaining("shard 3/6 to peer cellar")
          .hasCauseInstanceOf(TopicAuthorizationException.class);
    }
    assertThat(network.journal).endsWith("settle s1 RELEASE");
    assertThat(network.journal.stream().filter(line -> line.startsWith("landed shard"))).hasSize(5);
  }

  @Test
  void asksForAMissingTopicOnceInABatch() {
    network.producer.noMetadata = new TimeoutException("topic not present");
    byte[] first = home.sealed(TestHome.plain(1, 500), TestHome.wanted(0));
    byte[] second = home.sealed(TestHome.plain(2, 500), TestHome.wanted(0));
    network.consumer.deliver(home.delivered("s1", first, 1), home.delivered("s2", second, 1));
    try (EncodeLoop loop = loop()) {
      loop.step();
    }
    assertThat(network.journal).contains("settle s1 RELEASE", "settle s2 RELEASE");
    assertThat(network.producer.metadataCount).isEqualTo(2); // stripes, shards.attic
  }

  @Test
  void finishesWhatItBeganWhenItIsStopped() {
    network.consumer.deliver(good("s1", 1), good("s2", 1));
    stop.stop(Duration.ofSeconds(10));
    try (EncodeLoop loop = loop()) {
      loop.step();
    }
    assertThat(network.journal).contains("settle s1 ACCEPT", "settle s2 ACCEPT");
  }

  @Test
  void givesBackWhatIsNotDoneInTimeWhenItIsStopped() {
    network.silent = true;
    network.consumer.deliver(good("s1", 1));
    network.consumer.deliver(good("s2", 1));
    stop.stop(Duration.ofSeconds(10));
    try (EncodeLoop loop = loop()) {
      loop.step();
      loop.step();
    }
    assertThat(network.nanos).isEqualTo(Duration.ofSeconds(10).toNanos());
    assertThat(network.journal)
        .containsExactly("send stripe s1", "settle s1 RELEASE", "settle s2 RELEASE");
  }
}
