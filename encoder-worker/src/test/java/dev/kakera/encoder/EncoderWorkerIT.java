package dev.kakera.encoder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.broker.EmbeddedBroker;
import dev.kakera.core.id.ChunkId;
import dev.kakera.core.id.StripeId;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.stripe.Codec;
import dev.kakera.core.stripe.StripeDecoder;
import dev.kakera.schemas.Framing;
import dev.kakera.schemas.RecordKey;
import dev.kakera.schemas.record.StripeRecord;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EncoderWorkerIT {
  private static final int CHUNK_COUNT = 100;
  private static final int KILLED_CHUNK_COUNT = 30;
  private static final long SEED = 20261130;

  @TempDir private static Path directory;
  private static EmbeddedBroker broker;

  private final TestHome home = new TestHome();
  private Map<String, byte[]> chunks = chunks(CHUNK_COUNT);

  @BeforeAll
  static void startBroker() {
    // On a machine that builds something else beside, heartbeats are late and a lone broker would
    // be
    // taken for dead.
    broker = EmbeddedBroker.start(directory, 0, Map.of("broker.session.timeout.ms", "60000"));
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  /** Photos, texts and crumbs. */
  private static Map<String, byte[]> chunks(int count) {
    SplittableRandom random = new SplittableRandom(SEED);
    Map<String, byte[]> chunks = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      byte[] plain = new byte[random.nextInt(1, 300_000)];
      random.nextBytes(plain);
      if (i % 3 == 0) {
        for (int at = 0; at < plain.length; at++) {
          plain[at] = (byte) ('a' + (plain[at] & 3));
        }
      }
      plain[0] = (byte) i; // the test's nonce is made of it
      chunks.put("spool-%03d".formatted(i), plain);
    }
    return chunks;
  }

  private EncoderWorker start(TestCluster cluster, String name) {
    return EncoderWorker.start(
        EncoderSettings.of(cluster.bootstrap, cluster.topics, home.keys, home.spoolKeys, name)
            .withThreads(2));
  }

  private boolean hasAll(TestCluster cluster) {
    return cluster.shardValues().size() == chunks.size() * 6;
  }

  @Test
  void twoWorkersMakeEachStripeOnceInAQuietRun() {
    try (TestCluster cluster = new TestCluster(broker.bootstrap(), "quiet")) {
      cluster.publish(home, chunks);
      EncoderWorker one = start(cluster, "one");
      EncoderWorker two = start(cluster, "two");
      try (one;
          two) {
        cluster.readUntil(this::hasAll);
      }
      cluster.readToEnd();
      assertThat(cluster.stripes()).hasSize(CHUNK_COUNT);
      assertThat(cluster.shards()).hasSize(CHUNK_COUNT * 6);
      assertThat(one.stats().chunks() + two.stats().chunks()).isEqualTo(CHUNK_COUNT);
      assertThat(one.stats().errors() + two.stats().errors()).isZero();
      assertThat(one.failure()).isEmpty();
      assertThat(cluster.unsettled()).isZero();
      assertChunksComeBack(cluster);
    }
  }

  private void assertChunksComeBack(TestCluster cluster) {
    Map<String, List<byte[]>> shards = cluster.shardValues();
    try (StripeDecoder decoder = new StripeDecoder(home.keys)) {
      for (var announced : cluster.stripes()) {
        StripeRecord stripe = Framing.decodeStripe(announced.value());
        ChunkRef ref =
            new ChunkRef(
                ChunkId.copyOf(stripe.getChunk().bytes()),
                StripeId.copyOf(stripe.getStripe().bytes()),
                stripe.getEpoch(),
                TestHome.GEOMETRY,
                Codec.byId(stripe.getCodec()),
                stripe.getPlainSize(),
                stripe.getEncodedSize());
        byte[][] payloads = new byte[6][];
        for (int index = 2; index < 6; index++) {
          byte[] locator = stripe.getShards().get(index).getLocator().bytes();
          byte[] sealed = shards.get(RecordKey.shard(locator, index)).getFirst();
          payloads[index] = decoder.open(ref, index, sealed);
        }
        assertThat(decoder.decode(ref, payloads))
            .isEqualTo(chunks.get(TestCluster.spoolId(announced)));
      }
    }
  }

  @Test
  void handsOverWithoutRepeatingAnythingWhenItIsClosed() {
    try (TestCluster cluster = new TestCluster(broker.bootstrap(), "handover")) {
      cluster.publish(home, chunks);
      try (EncoderWorker first = start(cluster, "first")) {
        cluster.readUntil(any -> !cluster.stripes().isEmpty());
        assertThat(first.isRunning()).isTrue();
      }
      try (EncoderWorker second = start(cluster, "second")) {
        cluster.readUntil(this::hasAll);
        assertThat(second.failure()).isEmpty();
      }
      cluster.readToEnd();
      assertThat(cluster.stripes()).hasSize(CHUNK_COUNT);
      assertThat(cluster.shards()).hasSize(CHUNK_COUNT * 6);
      assertThat(cluster.unsettled()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"E6", "E7.3", "E8"})
  @DisplayName(
      "I-07, I-10: what a worker that is killed in mid-batch began, another one finishes, and what is there twice is"
          + " the same bytes")
  void finishesWhatAKilledWorkerBegan(String crashPoint) throws Exception {
    String prefix = "killed-" + crashPoint.toLowerCase(java.util.Locale.ROOT).replace('.', '-');
    chunks = chunks(KILLED_CHUNK_COUNT);
    try (TestCluster cluster = new TestCluster(broker.bootstrap(), prefix)) {
      cluster.publish(home, chunks);
      assertThat(runUntilItCrashes(cluster, crashPoint)).isEqualTo(137);
      try (EncoderWorker survivor = start(cluster, "survivor")) {
        cluster.readUntil(
            any ->
                hasAll(cluster)
                    && survivor.stats().chunks() == chunks.size()
                    && cluster.unsettled() == 0);
        assertThat(survivor.failure()).isEmpty();
      }
      cluster.readToEnd();
      Map<String, List<byte[]>> values = cluster.shardValues();
      values.forEach(
          (key, same) -> assertThat(same).as(key).allMatch(value -> equal(value, same.getFirst())));
      assertThat(cluster.stripes()).hasSizeGreaterThan(chunks.size());
      if (crashPoint.equals("E8")) {
        assertThat(cluster.shards()).hasSizeGreaterThanOrEqualTo(chunks.size() * 6 + 6);
      }
    }
  }

  private static boolean equal(byte[] one, byte[] other) {
    return java.util.Arrays.equals(one, other);
  }

  private static int runUntilItCrashes(TestCluster cluster, String crashPoint)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-D" + CrashPoint.PROPERTY + "=" + crashPoint,
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                CrashingWorker.class.getName(),
                cluster.bootstrap,
                cluster.topics.prefix())
            .redirectErrorStream(true)
            .redirectOutput(new File(directory.toFile(), cluster.topics.prefix() + ".log"))
            .start();
    try {
      assertThat(process.waitFor(90, TimeUnit.SECONDS)).as("the worker ended").isTrue();
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void closesWithoutABroker() {
    EncoderSettings settings = home.settings("alone"); // nobody listens where these point to
    EncoderWorker worker = EncoderWorker.start(settings);
    assertThat(worker.isRunning()).isTrue();
    worker.close();
    assertThat(worker.isRunning()).isFalse();
    assertThat(worker.failure()).isEmpty();
  }
}
