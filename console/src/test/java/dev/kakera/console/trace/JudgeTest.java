package dev.kakera.console.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.console.inspect.GroupStand;
import dev.kakera.console.inspect.ParkedId;
import dev.kakera.console.inspect.ParkedRecord;
import dev.kakera.console.inspect.SeenRecord;
import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.id.ChunkId;
import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.id.StripeId;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.stripe.Codec;
import dev.kakera.producer.ledger.ChunkSearch;
import dev.kakera.producer.ledger.Chunks;
import dev.kakera.schemas.Topics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** One shard of a chunk, and what keeps it. */
class JudgeTest {
  static final Topics TOPICS = Topics.standard();
  static final long NOW = 1_000_000_000L;
  static final long STUCK = 300_000;
  private static final ChunkId CHUNK = new ChunkId(new Digest(1, 2, 3, 4));
  static final Locator LOCATOR = new Locator(new Digest(5, 6, 7, 8));
  static final String CHUNK_SUBJECT = "0000000000000001";
  static final String SHARDS = TOPICS.shards("peer-1");

  private static final Set<String> ALL =
      Set.of(TOPICS.chunks(), TOPICS.stripes(), SHARDS, TOPICS.receipts("peer-1"));

  static ChunkFacts facts(boolean encoded, OptionalLong receipt) {
    Optional<ChunkRef> ref =
        encoded
            ? Optional.of(
                new ChunkRef(
                    CHUNK,
                    new StripeId(new Digest(9, 9, 9, 9)),
                    1,
                    new Geometry(1, 1),
                    Codec.NONE,
                    100,
                    100))
            : Optional.empty();
    Chunks.Chunk chunk =
        new Chunks.Chunk(1, CHUNK, ref, receipt.isPresent() ? 1 : 2, -1, false, 3, true);
    List<ChunkSearch.Known> shards =
        encoded ? List.of(new ChunkSearch.Known(LOCATOR, 0, "peer-1", receipt)) : List.of();
    return new ChunkFacts(chunk, shards, OptionalLong.of(NOW - 5000), OptionalInt.empty());
  }

  static SeenRecord seen(String topic, long offset, long ageMillis) {
    return new SeenRecord(
        new SeenRecord.Place(topic, 0, offset),
        NOW - ageMillis,
        "key",
        List.of(),
        Optional.empty(),
        10,
        "10 B",
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static GroupStand group(String name, String topic, int members, long position) {
    return new GroupStand(
        name,
        topic,
        false,
        OptionalInt.of(members),
        new TreeMap<>(Map.of(0, position)),
        0,
        OptionalLong.empty());
  }

  static ShardLife life(ChunkFacts facts, Evidence evidence, boolean alone) {
    return new Judge(evidence, NOW, STUCK, alone, "kakera backup /source").judge(facts).worst();
  }

  static Evidence sent(int members, long position, SeenRecord... records) {
    return new Evidence(
        TOPICS,
        ALL,
        Map.of(LOCATOR.toString(), List.of(records)),
        Map.of(),
        List.of(group(TOPICS.storeGroup("peer-1"), SHARDS, members, position)));
  }

  @Test
  void callsAReceiptedShardStoredWhateverElseLiesThere() {
    ShardLife life =
        life(facts(true, OptionalLong.of(17)), sent(0, 0, seen(SHARDS, 3, STUCK)), false);

    assertThat(life.verdict()).isEqualTo(ShardVerdict.SHARD_STORED);
    assertThat(life.sentence()).contains("receipt 17");
    assertThat(life.next()).isEmpty();
  }

  @Test
  void tellsAShardOnItsWayFromOneThatIsStuck() {
    ChunkFacts facts = facts(true, OptionalLong.empty());

    assertThat(life(facts, sent(1, 1, seen(SHARDS, 3, STUCK - 1)), false).verdict())
        .isEqualTo(ShardVerdict.SHARD_WAITING);
    ShardLife old = life(facts, sent(1, 1, seen(SHARDS, 3, STUCK)), false);
    assertThat(old.verdict()).isEqualTo(ShardVerdict.SHARD_STUCK);
    assertThat(old.sentence()).contains("2 before it", "its store runs");
    ShardLife nobody = life(facts, sent(0, 1, seen(SHARDS, 3, 0)), false);
    assertThat(nobody.verdict()).isEqualTo(ShardVerdict.SHARD_STUCK);
    assertThat(nobody.next()).isEqualTo("kakera store --peer peer-1");
    assertThat(life(facts, sent(0, 1, seen(SHARDS, 3, 0)), true).next())
        .isEqualTo("kakera backup /source");
  }

  @Test
  void tellsALostReceiptFromAShardThatWasNeverSent() {
    ChunkFacts facts = facts(true, OptionalLong.empty());

    assertThat(life(facts, sent(1, 4, seen(SHARDS, 3, 0)), false).verdict())
        .isEqualTo(ShardVerdict.RECEIPT_MISSING);
    assertThat(life(facts, sent(1, 4), false).verdict()).isEqualTo(ShardVerdict.SHARD_OWED);
  }

  @Test
  void namesTheParkedRecordUnlessTheShardWasSentSince() {
    ChunkFacts facts = facts(true, OptionalLong.empty());
    ParkedRecord parked =
        new ParkedRecord(new ParkedId(TOPICS, SHARDS, 0, 2), seen(TOPICS.dlq(SHARDS), 2, 1000));
    Evidence before = sent(1, 3, seen(SHARDS, 3, 2000));
    Evidence since = sent(1, 3, seen(SHARDS, 3, 500));

    ShardLife life = life(facts, with(before, LOCATOR.toString(), parked), false);
    assertThat(life.verdict()).isEqualTo(ShardVerdict.SHARD_PARKED);
    assertThat(life.next()).isEqualTo("kakera dlq retry shards.peer-1@2");
    assertThat(life(facts, with(since, LOCATOR.toString(), parked), false).verdict())
        .isEqualTo(ShardVerdict.SHARD_WAITING);
  }

  static Evidence with(Evidence evidence, String subject, ParkedRecord parked) {
    return new Evidence(
        TOPICS, evidence.there(), evidence.records(), Map.of(subject, parked), evidence.groups());
  }

  @Test
  void saysWhyAChunkHasNoShards() {
    ChunkFacts facts = facts(false, OptionalLong.empty());
    String chunks = TOPICS.chunks();

    assertThat(life(facts, chunk(1, seen(chunks, 3, 0)), false).verdict())
        .isEqualTo(ShardVerdict.CHUNK_WAITING);
    ShardLife nobody = life(facts, chunk(0, seen(chunks, 3, 0)), false);
    assertThat(nobody.verdict()).isEqualTo(ShardVerdict.CHUNK_STUCK);
    assertThat(nobody.next()).isEqualTo("kakera encoder");
    assertThat(life(facts, chunk(1), false).verdict()).isEqualTo(ShardVerdict.SHARD_OWED);
    assertThat(life(facts, chunk(1, seen(TOPICS.stripes(), 3, 0)), false).verdict())
        .isEqualTo(ShardVerdict.STRIPE_UNREAD);
    ParkedRecord parked =
        new ParkedRecord(new ParkedId(TOPICS, chunks, 0, 0), seen(TOPICS.dlq(chunks), 0, 0));
    assertThat(
            life(facts, with(chunk(1, seen(chunks, 3, 9)), CHUNK_SUBJECT, parked), false).verdict())
        .isEqualTo(ShardVerdict.CHUNK_PARKED);
  }

  static Evidence chunk(int members, SeenRecord... records) {
    return new Evidence(
        TOPICS,
        ALL,
        Map.of(CHUNK_SUBJECT, List.of(records)),
        Map.of(),
        List.of(group(TOPICS.encoderGroup(), TOPICS.chunks(), members, 1)));
  }

  @Test
  void namesTheTopicThatIsMissing() {
    Evidence whole = sent(1, 1, seen(SHARDS, 3, 0));
    for (String gone : List.of(SHARDS, TOPICS.receipts("peer-1"))) {
      ShardLife life = life(facts(true, OptionalLong.empty()), without(whole, gone), false);
      assertThat(life.verdict()).isEqualTo(ShardVerdict.TOPIC_MISSING);
      assertThat(life.sentence()).contains(gone);
      assertThat(life.next()).isEqualTo("kakera topics create");
    }
    assertThat(life(facts(true, OptionalLong.of(17)), without(whole, SHARDS), false).verdict())
        .isEqualTo(ShardVerdict.SHARD_STORED);
    ShardLife chunk =
        life(facts(false, OptionalLong.empty()), without(chunk(1), TOPICS.stripes()), false);
    assertThat(chunk.sentence()).contains(TOPICS.stripes());
  }

  static Evidence without(Evidence evidence, String topic) {
    Set<String> there = new java.util.HashSet<>(evidence.there());
    there.remove(topic);
    return new Evidence(TOPICS, there, evidence.records(), evidence.parked(), evidence.groups());
  }

  @Test
  void findsTheSubjectOfEveryKindOfKey() {
    assertThat(Evidence.subject("12-9f2c41d07be3a1c8")).isEqualTo("9f2c41d07be3a1c8");
    assertThat(Evidence.subject(LOCATOR + "/3")).isEqualTo(LOCATOR.toString());
    assertThat(Evidence.subject(LOCATOR.toString())).isEqualTo(LOCATOR.toString());
    assertThat(Evidence.subject("peer-1")).isEqualTo("peer-1");
  }
}
