package dev.kakera.schemas;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.schemas.record.Bytes32;
import dev.kakera.schemas.record.DeadLetterRecord;
import dev.kakera.schemas.record.HeartbeatRecord;
import dev.kakera.schemas.record.ReceiptRecord;
import dev.kakera.schemas.record.ReplyOutcome;
import dev.kakera.schemas.record.ReplyRecord;
import dev.kakera.schemas.record.RequestRecord;
import dev.kakera.schemas.record.StripeRecord;
import dev.kakera.schemas.record.StripeShardRecord;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FramingTest {

  private static final ReceiptRecord RECEIPT =
      new ReceiptRecord(
          "attic", ByteBuffer.wrap("body".getBytes(UTF_8)), ByteBuffer.wrap(new byte[64]));

  static Stream<Arguments> records() {
    return Stream.of(
        Arguments.of(SchemaId.STRIPE, stripe(6), Framing.encode(stripe(6))),
        Arguments.of(SchemaId.STRIPE, stripe(0), Framing.encode(stripe(0))),
        Arguments.of(SchemaId.STRIPE, stripe(255), Framing.encode(stripe(255))),
        Arguments.of(SchemaId.RECEIPT, RECEIPT, Framing.encode(RECEIPT)),
        Arguments.of(SchemaId.REQUEST, request(), Framing.encode(request())),
        Arguments.of(SchemaId.REPLY, reply(null), Framing.encode(reply(null))),
        Arguments.of(SchemaId.REPLY, reply(new byte[9]), Framing.encode(reply(new byte[9]))),
        Arguments.of(SchemaId.HEARTBEAT, heartbeat(), Framing.encode(heartbeat())),
        Arguments.of(SchemaId.DEAD_LETTER, deadLetter(), Framing.encode(deadLetter())));
  }

  @ParameterizedTest
  @MethodSource("records")
  void roundTripsEveryRecordUnderItsId(SchemaId id, SpecificRecord record, byte[] value) {
    assertThat(value[0]).isZero();
    assertThat(ByteBuffer.wrap(value).getInt(1)).isEqualTo(id.id());
    assertThat(Framing.idOf(value)).isEqualTo(id);
    assertThat(Framing.decodeAny(value)).isEqualTo(record);
  }

  @Test
  void writesTheBytesThatTheGrammarSays() {
    assertThat(HexFormat.of().formatHex(Framing.encode(deadLetter())))
        .isEqualTo("00" + "00000006" + "0274" + "06" + "d209" + "0272" + "0a");
  }

  @Test
  void givesOutEachIdOnce() {
    assertThat(Arrays.stream(SchemaId.values()).map(SchemaId::id))
        .containsExactly(1, 2, 3, 4, 5, 6);
    assertThat(SchemaId.of(RequestRecord.class)).isEqualTo(SchemaId.REQUEST);
    assertThat(SchemaId.of(99)).isEmpty();
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        Arguments.of("control record: expected a value, got none", null),
        Arguments.of("control record: expected 5 to 65536 bytes, got 0 bytes", hex("")),
        Arguments.of("control record: expected 5 to 65536 bytes, got 4 bytes", hex("00000000")),
        Arguments.of("control record: expected 5 to 65536 bytes, got 65537 bytes", new byte[65537]),
        Arguments.of("magic byte: expected 0x00, got 0xc3", hex("c30000000602740600027200")),
        Arguments.of("schema id: expected 1 to 6, got 7", hex("000000000702740600027200")),
        Arguments.of("schema id: expected 1 to 6, got 0", hex("000000000002740600027200")),
        Arguments.of("schema id: expected 1 to 6, got -1", hex("00ffffffff02740600027200")),
        Arguments.of(
            "schema id: expected 6 (DEAD_LETTER), got 2 (RECEIPT)", hex("0000000002000000")),
        Arguments.of("nothing behind its end, got 1 more bytes", hex("00000000060274060002720a00")),
        Arguments.of(
            "DeadLetterRecord.topic: expected 1 more bytes, got the end", hex("0000000006")),
        Arguments.of("DeadLetterRecord.topic: expected 0 to 1 bytes, got 2", hex("00000000060474")),
        Arguments.of("topic: expected 0 to 5 bytes, got -1", hex("0000000006017406000272")),
        Arguments.of("got 9223372036854775807", hex("0000000006feffffffffffffffff01")),
        Arguments.of(
            "a number of 64 bits, got a larger one", hex("0000000006feffffffffffffffff02")),
        Arguments.of("topic: expected text in UTF-8", hex("000000000602ff060002720a")),
        Arguments.of(
            "partition: expected a number in its shortest form", hex("0000000006027486000002720a")),
        Arguments.of(
            "partition: expected a number of 32 bits", hex("00000000060274feffffff1f0002720a")),
        Arguments.of(
            "attempts: expected 1 more bytes, got the end after 0", hex("0000000006027406000272")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refusals")
  @DisplayName("I-35: refuses what is not exactly one record, and says what is wrong")
  void refusesWhatIsNotExactlyOneRecord(String message, byte[] value) {
    assertThatThrownBy(() -> Framing.decodeDeadLetter(value))
        .isInstanceOf(UndecodableRecordException.class)
        .hasMessageContaining(message);
  }

  @Test
  void refusesUnknownChoicesAndListsInPieces() {
    byte[] reply = Framing.encode(reply(null));
    byte[] badOutcome = reply.clone();
    badOutcome[5 + 1 + 3 + 1 + 5] = 16;
    assertThatThrownBy(() -> Framing.decodeReply(badOutcome))
        .hasMessageContaining("ReplyRecord.outcome: expected a choice from 0 to 7, got 8");

    byte[] badUnion = reply.clone();
    badUnion[badUnion.length - 1] = 4;
    assertThatThrownBy(() -> Framing.decodeReply(badUnion))
        .hasMessageContaining("ReplyRecord.signature: expected a choice from 0 to 1, got 2");

    byte[] stripe = Framing.encode(stripe(0));
    byte[] counted = Arrays.copyOf(stripe, stripe.length + 1);
    counted[stripe.length - 1] = 1;
    assertThatThrownBy(() -> Framing.decodeStripe(counted))
        .hasMessageContaining("StripeRecord.shards: expected 0 to 1 items, got -1");

    byte[] one = Framing.encode(stripe(1));
    byte[] twice = Arrays.copyOf(one, one.length + 1);
    twice[one.length - 1] = 2;
    assertThatThrownBy(() -> Framing.decodeStripe(twice))
        .hasMessageContaining("StripeRecord.shards: expected one run of items, got another run");

    byte[] notBoolean = one.clone();
    notBoolean[one.length - 2] = 2;
    assertThatThrownBy(() -> Framing.decodeStripe(notBoolean))
        .hasMessageContaining("StripeRecord.shards[0].sent: expected 0 or 1, got 2");
  }

  @Test
  void refusesToWriteMoreThanItReads() {
    ReceiptRecord large =
        new ReceiptRecord("attic", ByteBuffer.allocate(70_000), ByteBuffer.allocate(64));
    assertThatThrownBy(() -> Framing.encode(large))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("RECEIPT record is 70")
        .hasMessageContaining("allowed are 0 to 65536");
  }

  @Test
  @DisplayName("I-35: whatever is accepted encodes again to the same bytes")
  void acceptsOnlyTheCanonicalForm() {
    long seed = 20261130;
    SplittableRandom random = new SplittableRandom(seed);
    List<byte[]> originals = records().map(a -> (byte[]) a.get()[2]).toList();
    int accepted = 0;
    for (int i = 0; i < 50_000; i++) {
      byte[] mutated = mutate(random, originals.get(random.nextInt(originals.size())));
      SpecificRecord record;
      try {
        record = Framing.decodeAny(mutated);
      } catch (UndecodableRecordException e) {
        continue;
      }
      accepted++;
      assertThat(encodeAny(record)).as("seed %d, case %d", seed, i).isEqualTo(mutated);
    }
    assertThat(accepted).isPositive();
  }

  private static byte[] mutate(SplittableRandom random, byte[] original) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int at = random.nextInt(original.length);
    out.write(original, 0, at);
    switch (random.nextInt(4)) {
      case 0 -> out.write(random.nextInt(256));
      case 1 -> out.write(original[at] ^ (1 << random.nextInt(8)));
      case 2 -> {
        out.write(original[at]);
        out.write(random.nextInt(256));
      }
      default -> {
        return out.toByteArray();
      }
    }
    out.write(original, at + 1, original.length - at - 1);
    return out.toByteArray();
  }

  private static byte[] encodeAny(SpecificRecord record) {
    return switch (record) {
      case StripeRecord stripe -> Framing.encode(stripe);
      case ReceiptRecord receipt -> Framing.encode(receipt);
      case RequestRecord request -> Framing.encode(request);
      case ReplyRecord reply -> Framing.encode(reply);
      case HeartbeatRecord heartbeat -> Framing.encode(heartbeat);
      case DeadLetterRecord deadLetter -> Framing.encode(deadLetter);
      default -> throw new AssertionError(record.getClass());
    };
  }

  private static StripeRecord stripe(int shards) {
    List<StripeShardRecord> list = new ArrayList<>();
    for (int i = 0; i < shards; i++) {
      list.add(
          new StripeShardRecord(
              i, bytes32(i), "peer-of-a-friend-of-mine-" + i, -i, bytes32(7), i % 2 == 0));
    }
    return StripeRecord.newBuilder()
        .setSpoolId("spool-1")
        .setChunk(bytes32(1))
        .setStripe(bytes32(2))
        .setEpoch(3)
        .setK(4)
        .setM(2)
        .setMatrixId(1)
        .setCodec(1)
        .setPlainSize(4194304)
        .setEncodedSize(4194304)
        .setShardSize(1048700)
        .setSequence(1L << 40)
        .setWorker("4f1c")
        .setAttempt(1)
        .setOpenedMicros(1)
        .setEncodedMicros(2)
        .setProvedMicros(3)
        .setSealedMicros(4)
        .setShards(list)
        .build();
  }

  private static RequestRecord request() {
    return new RequestRecord(
        "r-1", ByteBuffer.wrap(new byte[100]), ByteBuffer.wrap(new byte[64]), "t", Long.MIN_VALUE);
  }

  private static ReplyRecord reply(byte[] body) {
    ByteBuffer bytes = body == null ? null : ByteBuffer.wrap(body);
    return new ReplyRecord("r-1", "attic", ReplyOutcome.MISSING, "ない", bytes, bytes);
  }

  private static HeartbeatRecord heartbeat() {
    return new HeartbeatRecord("attic", "00ff", Long.MAX_VALUE, 1L, 2L, 3L, "0.1.0");
  }

  private static DeadLetterRecord deadLetter() {
    return new DeadLetterRecord("t", 3, 617L, "r", 5);
  }

  private static Bytes32 bytes32(int fill) {
    byte[] bytes = new byte[32];
    Arrays.fill(bytes, (byte) fill);
    return new Bytes32(bytes);
  }

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text);
  }
}
