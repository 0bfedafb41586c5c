package dev.kakera.encoder;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.core.id.ChunkId;
import dev.kakera.core.id.Digest;
import dev.kakera.core.id.StripeId;
import dev.kakera.core.key.Signatures;
import dev.kakera.core.order.Order;
import dev.kakera.core.order.Signed;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.stripe.Codec;
import dev.kakera.core.stripe.StripeDecoder;
import dev.kakera.core.stripe.StripeNaming;
import dev.kakera.core.wire.Bytes;
import dev.kakera.schemas.EventHeaders;
import dev.kakera.schemas.Framing;
import dev.kakera.schemas.record.StripeRecord;
import dev.kakera.schemas.record.StripeShardRecord;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SentBytesTest {
  private static final Patience PATIENCE =
      new Patience(Duration.ofSeconds(50), Duration.ZERO, Duration.ZERO);

  private final TestHome home = new TestHome();
  private final byte[] plain = TestHome.plain(5, 100_000);

  private Network run(EncoderSettings settings, BitSet wanted, int attempt) {
    Network network = new Network(attempt);
    network.consumer.deliver(home.delivered("spool-1", home.sealed(plain, wanted), attempt));
    StopSignal stop = new StopSignal(() -> network.nanos);
    try (EncodeLoop loop = network.loop(settings, stop, PATIENCE)) {
      loop.step();
    }
    assertThat(network.journal).endsWith("settle spool-1 ACCEPT");
    return network;
  }

  private static StripeRecord stripe(Network network) {
    return Framing.decodeStripe(network.sentTo(TestHome.TOPICS.stripes()).getFirst().value());
  }

  private static Map<String, String> valuesByKey(Network network) {
    Map<String, String> values = new TreeMap<>();
    for (ProducerRecord<byte[], byte[]> shard : network.shardsSent()) {
      String place =
          shard.topic() + "-" + shard.partition() + " " + new String(shard.key(), US_ASCII);
      values.put(place, Base64.getEncoder().encodeToString(shard.value()));
    }
    return values;
  }

  @Test
  @DisplayName("I-07: two workers send the same bytes to the same channels for one chunk")
  void twoWorkersSendTheSameBytes() {
    Network first = run(home.settings("one"), TestHome.all(), 1);
    Network second =
        run(
            home.settings("two").withClock(() -> TestHome.NOW.plusSeconds(3600)),
            TestHome.all(),
            2);
    assertThat(valuesByKey(first)).hasSize(6).isEqualTo(valuesByKey(second));
    assertThat(stripe(first).getStripe()).isEqualTo(stripe(second).getStripe());
  }

  @Test
  @DisplayName(
      "I-11: what is sent for a chunk at different times belongs to one stripe, each index once")
  void parcelsOfOneChunkMakeOneStripe() {
    Map<String, String> whole = valuesByKey(run(home.settings("one"), TestHome.all(), 1));
    Map<String, String> parts =
        new TreeMap<>(valuesByKey(run(home.settings("one"), TestHome.wanted(0, 3), 1)));
    parts.putAll(valuesByKey(run(home.settings("two"), TestHome.wanted(1, 2, 4, 5), 1)));
    assertThat(parts).isEqualTo(whole);
  }

  @Test
  void ordersAreTheHomesAndSayWhatIsSent() {
    Network network = run(home.settings("w"), TestHome.all(), 1);
    StripeRecord stripe = stripe(network);
    byte[] homeKey = home.keys.homeKey().publicKey();
    for (ProducerRecord<byte[], byte[]> sent : network.shardsSent()) {
      EventHeaders headers = EventHeaders.read(sent.headers());
      int index = headers.shard().orElseThrow().index();
      byte[] joined = headers.order().orElseThrow();
      int split = joined.length - Signatures.SIGNATURE_BYTES;
      Signed signed =
          new Signed(
              Bytes.copyOf(Arrays.copyOf(joined, split)),
              Bytes.copyOf(Arrays.copyOfRange(joined, split, joined.length)));
      byte[] body = signed.verified(homeKey, Signatures.Context.ORDER);
      Order order = Order.decode(body);
      CRC32C crc = new CRC32C();
      crc.update(sent.value());
      StripeShardRecord announced = stripe.getShards().get(index);
      assertThat(order)
          .isEqualTo(
              new Order(
                  Order.Kind.PUT,
                  home.keys.repo(),
                  home.peers.get(index).id(),
                  new dev.kakera.core.id.Locator(Digest.copyOf(announced.getLocator().bytes(), 0)),
                  sent.value().length,
                  (int) crc.getValue(),
                  TestHome.SEQUENCE,
                  0,
                  TestHome.NOW.plus(Duration.ofDays(30)).getEpochSecond()));
      assertThat(announced.getCrc32c()).isEqualTo((int) crc.getValue());
      assertThat(headers.digest()).hasValue((int) crc.getValue());
      assertThat(announced.getOrderDigest().bytes()).isEqualTo(Order.digest(body).toBytes());
      assertThat(sent.topic()).isEqualTo(TestHome.TOPICS.shards(announced.getPeer()));
      assertThat(new String(sent.key(), US_ASCII)).isEqualTo(order.locator() + "/" + index);
      assertThat(sent.partition())
          .isEqualTo((order.locator().toBytes()[0] & 0xff) % Network.CHANNELS);
    }
  }

  @Test
  void stripeRecordNamesAllShardsAndWhichAreSent() {
    StripeRecord stripe = stripe(run(home.settings("w"), TestHome.wanted(2, 5), 4));
    assertThat(stripe.getShards())
        .extracting(StripeShardRecord::getSent)
        .containsExactly(false, false, true, false, false, true);
    assertThat(stripe.getShards())
        .extracting(StripeShardRecord::getPeer)
        .containsExactlyElementsOf(TestHome.PEER_NAMES);
    assertThat(stripe.getShards().getFirst().getOrderDigest().bytes()).containsOnly(0);
    assertThat(stripe.getShards().getFirst().getCrc32c()).isNotZero();
    assertThat(stripe.getSpoolId()).isEqualTo("spool-1");
    assertThat(stripe.getSequence()).isEqualTo(TestHome.offset("spool-1"));
    assertThat(stripe.getAttempt()).isEqualTo(4);
    assertThat(stripe.getWorker()).isEqualTo("w");
  }

  @Test
  void shardsGiveTheChunkBackFromWhatTheStripeRecordSays() {
    Network network = run(home.settings("w"), TestHome.all(), 1);
    StripeRecord stripe = stripe(network);
    ChunkRef ref =
        new ChunkRef(
            ChunkId.copyOf(stripe.getChunk().bytes()),
            StripeId.copyOf(stripe.getStripe().bytes()),
            stripe.getEpoch(),
            TestHome.GEOMETRY,
            Codec.byId(stripe.getCodec()),
            stripe.getPlainSize(),
            stripe.getEncodedSize());
    assertThat(ref.sealedSize()).isEqualTo(stripe.getShardSize());
    try (StripeDecoder decoder = new StripeDecoder(home.keys)) {
      byte[][] payloads = new byte[6][];
      for (ProducerRecord<byte[], byte[]> sent : network.shardsSent()) {
        int index = EventHeaders.read(sent.headers()).shard().orElseThrow().index();
        payloads[index] = index < 2 ? null : decoder.open(ref, index, sent.value());
      }
      assertThat(decoder.decode(ref, payloads)).isEqualTo(plain);
    }
  }

  @Test
  @DisplayName("I-31: what goes to a peer names the chunk by its spool id, not by its ChunkId")
  void peersAreNotToldTheChunk() {
    Network network = run(home.settings("w"), TestHome.all(), 1);
    String chunk = new StripeNaming(home.keys).chunkId(plain, 0, plain.length).toString();
    for (ProducerRecord<byte[], byte[]> sent : network.shardsSent()) {
      assertThat(new String(sent.key(), US_ASCII)).doesNotContain(chunk);
      for (Header header : sent.headers()) {
        assertThat(new String(header.value(), US_ASCII)).doesNotContain(chunk);
      }
    }
  }
}
