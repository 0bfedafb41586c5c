package dev.kakera.console.trace;

import static dev.kakera.console.trace.JudgeTest.CHUNK_SUBJECT;
import static dev.kakera.console.trace.JudgeTest.LOCATOR;
import static dev.kakera.console.trace.JudgeTest.NOW;
import static dev.kakera.console.trace.JudgeTest.SHARDS;
import static dev.kakera.console.trace.JudgeTest.STUCK;
import static dev.kakera.console.trace.JudgeTest.TOPICS;
import static dev.kakera.console.trace.JudgeTest.chunk;
import static dev.kakera.console.trace.JudgeTest.facts;
import static dev.kakera.console.trace.JudgeTest.life;
import static dev.kakera.console.trace.JudgeTest.seen;
import static dev.kakera.console.trace.JudgeTest.sent;
import static dev.kakera.console.trace.JudgeTest.with;
import static dev.kakera.console.trace.JudgeTest.without;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.kakera.console.command.RootCommand;
import dev.kakera.console.inspect.ParkedId;
import dev.kakera.console.inspect.ParkedRecord;
import dev.kakera.console.inspect.SeenRecord;
import dev.kakera.core.id.Digest;
import dev.kakera.core.id.PeerId;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.id.StoreId;
import dev.kakera.core.order.Receipt;
import dev.kakera.schemas.record.DeadLetterRecord;
import dev.kakera.schemas.record.ReceiptRecord;
import dev.kakera.store.object.Rejection;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

/** Each way in which a shard can be stuck, what it is called, and the one command that goes on. */
class StuckShardTest {
  private static final String BACKUP = "kakera backup /source";
  private static final String DOCTOR = "kakera doctor --peer peer-1";
  private static final long LONG_AGO = 60_000;

  /** One way of being stuck. */
  private enum Case {
    NOT_YET_ENCODED(
        ShardVerdict.CHUNK_STUCK,
        "kakera topics lag",
        "encoders are at work",
        chunk(1, seen(TOPICS.chunks(), 3, STUCK))),
    WORKER_GONE(
        ShardVerdict.CHUNK_STUCK,
        "kakera encoder",
        "no encoder runs",
        chunk(0, seen(TOPICS.chunks(), 3, 0))),
    POISON(
        ShardVerdict.CHUNK_PARKED,
        "kakera dlq retry chunks@0",
        "no encoder could work with it: does not open",
        with(
            chunk(1, seen(TOPICS.chunks(), 3, 9)),
            CHUNK_SUBJECT,
            parked(TOPICS.chunks(), "does not open"))),
    STRIPE_UNREAD(
        ShardVerdict.STRIPE_UNREAD,
        "kakera home",
        "the home has not read it",
        chunk(1, seen(TOPICS.stripes(), 3, 0))),
    PEER_ASLEEP(
        ShardVerdict.SHARD_STUCK,
        "kakera store --peer peer-1",
        "its store does not run, last heard of 60 s ago",
        and(sent(0, 1, seen(SHARDS, 3, 0)), "peer-1", seen(TOPICS.peers(), 1, LONG_AGO))),
    PEER_HANGS(
        ShardVerdict.SHARD_STUCK,
        DOCTOR,
        "its store gives no sign of life, last heard of 60 s ago",
        and(sent(1, 1, seen(SHARDS, 3, 0)), "peer-1", seen(TOPICS.peers(), 1, LONG_AGO))),
    PEER_SLOW(
        ShardVerdict.SHARD_STUCK,
        DOCTOR,
        "its store runs",
        and(sent(1, 1, seen(SHARDS, 3, STUCK)), "peer-1", seen(TOPICS.peers(), 1, 1000))),
    PEER_FULL(
        ShardVerdict.PEER_FULL,
        DOCTOR,
        "7.0 MB are missing there",
        sent(1, 4, seen(SHARDS, 3, 0), said(Receipt.Kind.REFUSED_NO_SPACE))),
    RECEIPT_LOST(
        ShardVerdict.RECEIPT_MISSING, BACKUP, "no receipt came", sent(1, 4, seen(SHARDS, 3, 0))),
    RECEIPT_UNREAD(
        ShardVerdict.RECEIPT_UNREAD,
        "kakera home",
        "the home has not read that",
        sent(1, 4, seen(SHARDS, 3, 0), said(Receipt.Kind.STORED))),
    NEVER_SENT(ShardVerdict.SHARD_OWED, BACKUP, "in no topic", sent(1, 4)),
    TOPIC_MISSING(
        ShardVerdict.TOPIC_MISSING,
        "kakera topics create",
        "no topic " + SHARDS,
        without(sent(1, 4), SHARDS));

    private final ShardVerdict verdict;
    private final String next;
    private final String sentence;
    private final Evidence evidence;

    Case(ShardVerdict verdict, String next, String sentence, Evidence evidence) {
      this.verdict = verdict;
      this.next = next;
      this.sentence = sentence;
      this.evidence = evidence;
    }
  }

  @ParameterizedTest
  @EnumSource
  void saysWhatIsTheMatterAndTheOneCommandThatGoesOn(Case stuck) {
    boolean encoded = !stuck.evidence.records().containsKey(CHUNK_SUBJECT);

    ShardLife life = life(facts(encoded, OptionalLong.empty()), stuck.evidence, false);

    assertThat(life.verdict()).as(life.sentence()).isEqualTo(stuck.verdict);
    assertThat(life.sentence()).contains(stuck.sentence);
    assertThat(life.next()).isEqualTo(stuck.next);
    requireCommand(life.next());
  }

  @ParameterizedTest
  @EnumSource
  void saysOfAShardThatItsPeerRefusedWhetherSendingItAnewHelps(Rejection why) {
    ParkedRecord parked = parked(SHARDS, why + ": what was wrong: here");
    Evidence evidence = with(sent(1, 4, seen(SHARDS, 3, 9)), LOCATOR.toString(), parked);

    ShardLife life = life(facts(true, OptionalLong.empty()), evidence, false);

    assertThat(life.verdict()).isEqualTo(ShardVerdict.SHARD_PARKED);
    assertThat(life.sentence()).contains(why.name(), "what was wrong: here");
    boolean helps =
        switch (why) {
          case EXPIRED, SUPERSEDED, MALFORMED, MISMATCH -> true;
          case BAD_SIGNATURE, WRONG_HOME, WRONG_PEER, WRONG_KIND, CONFLICT, WRONG_REPLY_TOPIC ->
              false;
        };
    assertThat(life.next()).isEqualTo(helps ? BACKUP : "kakera dlq show shards.peer-1@0");
    requireCommand(life.next());
  }

  @ParameterizedTest
  @EnumSource
  void givesACommandThatWorksWhereNothingButTheBrokerRuns(Case stuck) {
    boolean encoded = !stuck.evidence.records().containsKey(CHUNK_SUBJECT);

    String next = life(facts(encoded, OptionalLong.empty()), stuck.evidence, true).next();

    requireCommand(next);
    assertThat(next).doesNotContain("kakera store", "kakera encoder", "kakera home", "--peer");
  }

  private static void requireCommand(String command) {
    List<String> words = List.of(command.split(" "));
    assertThat(words.getFirst()).isEqualTo("kakera");
    assertThatCode(
            () ->
                new CommandLine(new RootCommand())
                    .parseArgs(words.subList(1, words.size()).toArray(String[]::new)))
        .as(command)
        .doesNotThrowAnyException();
  }

  private static Evidence and(Evidence evidence, String subject, SeenRecord seen) {
    Map<String, List<SeenRecord>> records = new HashMap<>(evidence.records());
    records.put(subject, List.of(seen));
    return new Evidence(
        evidence.topics(), evidence.there(), records, evidence.parked(), evidence.groups());
  }

  private static ParkedRecord parked(String topic, String reason) {
    DeadLetterRecord why =
        DeadLetterRecord.newBuilder()
            .setTopic(topic)
            .setPartition(0)
            .setOffset(3)
            .setReason(reason)
            .setAttempts(1)
            .build();
    SeenRecord seen = seen(TOPICS.dlq(topic), 0, 0);
    return new ParkedRecord(
        new ParkedId(TOPICS, topic, 0, 0), of(seen, Optional.empty(), Optional.of(why)));
  }

  private static SeenRecord said(Receipt.Kind kind) {
    Digest none = new Digest(0, 0, 0, 0);
    Receipt receipt =
        new Receipt(
            kind,
            1,
            RepoId.copyOf(new byte[RepoId.BYTES]),
            PeerId.copyOf(new byte[PeerId.BYTES]),
            StoreId.copyOf(new byte[StoreId.BYTES]),
            17,
            none,
            none,
            LOCATOR,
            none,
            100,
            7_000_000,
            NOW);
    ReceiptRecord signed =
        ReceiptRecord.newBuilder()
            .setPeer("peer-1")
            .setBody(ByteBuffer.wrap(receipt.encode()))
            .setSignature(ByteBuffer.allocate(64))
            .build();
    return of(seen(TOPICS.receipts("peer-1"), 1, 0), Optional.of(signed), Optional.empty());
  }

  private static SeenRecord of(
      SeenRecord seen, Optional<SpecificRecord> control, Optional<DeadLetterRecord> parked) {
    return new SeenRecord(
        seen.place(),
        seen.timeMillis(),
        seen.key(),
        seen.headers(),
        seen.event(),
        seen.valueBytes(),
        seen.value(),
        control,
        parked,
        seen.problem());
  }
}
