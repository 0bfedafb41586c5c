package dev.kakera.console.trace;

import dev.kakera.console.inspect.GroupStand;
import dev.kakera.console.inspect.ParkedRecord;
import dev.kakera.console.inspect.Presence;
import dev.kakera.console.inspect.SeenRecord;
import dev.kakera.console.output.Units;
import dev.kakera.core.order.Receipt;
import dev.kakera.producer.ledger.ChunkSearch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Says what is the matter with each shard of a chunk.
 *
 * @param stuckMillis how long something may wait before it counts as stuck
 * @param alone whether nothing but the broker runs
 * @param backup the command that lets everything go on
 */
public record Judge(
    Evidence evidence, long nowMillis, long stuckMillis, boolean alone, String backup) {

  public ChunkLife judge(ChunkFacts facts) {
    String subject = EvidenceScan.subject(facts.chunk().chunk());
    List<SeenRecord> seen = evidence.records().getOrDefault(subject, List.of());
    List<ShardLife> shards = new ArrayList<>();
    if (facts.chunk().ref().isEmpty()) {
      shards.add(chunk(facts, subject, seen));
    } else {
      for (ChunkSearch.Known shard : facts.shards()) {
        if (facts.place().isEmpty() || facts.place().getAsInt() == shard.place()) {
          shards.add(shard(facts, shard));
        }
      }
    }
    return new ChunkLife(facts, shards, seen);
  }

  private record Finding(ShardVerdict verdict, String sentence, OptionalLong since, String next) {}

  private ShardLife chunk(ChunkFacts facts, String subject, List<SeenRecord> seen) {
    Finding found = chunkFinding(facts, subject);
    return new ShardLife(
        OptionalInt.empty(),
        "",
        "",
        found.verdict(),
        found.sentence(),
        found.since(),
        found.next(),
        seen);
  }

  private Finding chunkFinding(ChunkFacts facts, String subject) {
    List<SeenRecord> announced = evidence.in(evidence.topics().stripes(), subject);
    if (!announced.isEmpty()) {
      return new Finding(
          ShardVerdict.STRIPE_UNREAD,
          "encoded and announced; the home has not read it",
          OptionalLong.of(announced.getLast().timeMillis()),
          alone ? backup : "kakera home");
    }
    Optional<Finding> noWay = noWay(evidence.topics().chunks(), evidence.topics().stripes());
    if (noWay.isPresent()) {
      return noWay.get();
    }
    ParkedRecord parked = evidence.parked().get(subject);
    List<SeenRecord> sent = evidence.in(evidence.topics().chunks(), subject);
    Optional<GroupStand> encoders =
        evidence.group(evidence.topics().encoderGroup(), evidence.topics().chunks());
    List<SeenRecord> before = ahead(sent, encoders);
    if (parked != null && isAfter(parked, before)) {
      return parked(
          ShardVerdict.CHUNK_PARKED,
          "no encoder could work with it",
          parked,
          "kakera dlq retry " + parked.id());
    }
    if (before.isEmpty()) {
      return new Finding(
          ShardVerdict.SHARD_OWED,
          "noted, but not in the broker: the run ended before an encoder was done with it; the next backup reads it again",
          facts.startedMillis(),
          backup);
    }
    boolean nobody = encoders.map(GroupStand::isAbandoned).orElse(true);
    SeenRecord last = before.getLast();
    boolean stuck = nobody || isOld(last);
    return new Finding(
        stuck ? ShardVerdict.CHUNK_STUCK : ShardVerdict.CHUNK_WAITING,
        "in the broker for %s, not encoded; %s"
            .formatted(age(last), nobody ? "no encoder runs" : "encoders are at work"),
        OptionalLong.of(last.timeMillis()),
        next(nobody, "kakera encoder"));
  }

  private ShardLife shard(ChunkFacts facts, ChunkSearch.Known shard) {
    Finding found = shardFinding(facts, shard);
    return new ShardLife(
        OptionalInt.of(shard.place()),
        shard.locator().toString(),
        shard.peer(),
        found.verdict(),
        found.sentence(),
        found.since(),
        found.next(),
        evidence.records().getOrDefault(shard.locator().toString(), List.of()));
  }

  private Finding shardFinding(ChunkFacts facts, ChunkSearch.Known shard) {
    if (shard.receipt().isPresent()) {
      return new Finding(
          ShardVerdict.SHARD_STORED,
          "on the disk of %s, its receipt %d is in the catalog"
              .formatted(shard.peer(), shard.receipt().getAsLong()),
          OptionalLong.empty(),
          "");
    }
    String subject = shard.locator().toString();
    String topic = evidence.topics().shards(shard.peer());
    List<SeenRecord> sent = evidence.in(topic, subject);
    Optional<GroupStand> store = evidence.group(evidence.topics().storeGroup(shard.peer()), topic);
    List<SeenRecord> ahead = ahead(sent, store);
    Optional<Finding> said = said(shard, ahead);
    if (said.isPresent()) {
      return said.get();
    }
    Optional<Finding> noWay = noWay(topic, evidence.topics().receipts(shard.peer()));
    if (noWay.isPresent()) {
      return noWay.get();
    }
    ParkedRecord parked = evidence.parked().get(subject);
    if (!ahead.isEmpty() && (parked == null || !isAfter(parked, ahead))) {
      return waiting(shard, ahead.getFirst(), store);
    }
    if (parked != null) {
      return parked(
          ShardVerdict.SHARD_PARKED,
          "%s could not work with it".formatted(shard.peer()),
          parked,
          ParkedRemedy.next(parked, backup));
    }
    if (!sent.isEmpty()) {
      return new Finding(
          ShardVerdict.RECEIPT_MISSING,
          "%s took it from the topic, but no receipt came; the next backup sends it again"
              .formatted(shard.peer()),
          OptionalLong.of(sent.getLast().timeMillis()),
          backup);
    }
    return new Finding(
        ShardVerdict.SHARD_OWED,
        "announced for %s, but in no topic; the next backup sends it again".formatted(shard.peer()),
        facts.startedMillis(),
        backup);
  }

  /** Nothing comes through where a topic is missing, whoever runs. */
  private Optional<Finding> noWay(String... topics) {
    List<String> missing = evidence.missing(topics);
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Finding(
                ShardVerdict.TOPIC_MISSING,
                "the broker has no topic %s; what was in it is sent again by the next backup"
                    .formatted(String.join(" and no topic ", missing)),
                OptionalLong.empty(),
                alone ? backup : "kakera topics create"));
  }

  /** What the peer said of it, if that lies in the broker. */
  private Optional<Finding> said(ChunkSearch.Known shard, List<SeenRecord> ahead) {
    List<SeenRecord> told =
        evidence.in(evidence.topics().receipts(shard.peer()), shard.locator().toString());
    Optional<Receipt> receipt = told.isEmpty() ? Optional.empty() : told.getLast().receipt();
    if (receipt.isEmpty()) {
      return Optional.empty();
    }
    OptionalLong since = OptionalLong.of(told.getLast().timeMillis());
    return switch (receipt.get().kind()) {
      case STORED ->
          Optional.of(
              new Finding(
                  ShardVerdict.RECEIPT_UNREAD,
                  "%s says that it has it; the home has not read that".formatted(shard.peer()),
                  since,
                  alone ? backup : "kakera home"));
      case REFUSED_NO_SPACE ->
          ahead.isEmpty()
              ? Optional.of(
                  new Finding(
                      ShardVerdict.PEER_FULL,
                      "%s has no room: %s are missing there. Free some there or raise its --quota; the next backup sends it again"
                          .formatted(shard.peer(), Units.bytes(receipt.get().detail())),
                      since,
                      doctor(shard.peer())))
              : Optional.empty();
      case DELETED -> Optional.empty();
    };
  }

  private Finding waiting(ChunkSearch.Known shard, SeenRecord first, Optional<GroupStand> store) {
    boolean nobody = store.map(GroupStand::isAbandoned).orElse(true);
    boolean silent = isSilent(shard.peer());
    boolean stuck = nobody || silent || isOld(first);
    long ahead =
        store
            .map(stand -> stand.positions().get(first.place().partition()))
            .map(position -> first.place().offset() - position)
            .orElse(first.place().offset());
    return new Finding(
        stuck ? ShardVerdict.SHARD_STUCK : ShardVerdict.SHARD_WAITING,
        "in the broker for %s, not collected by %s, %d before it; %s"
            .formatted(
                age(first),
                shard.peer(),
                ahead,
                nobody
                    ? "its store does not run" + lastHeard(shard.peer())
                    : silent
                        ? "its store gives no sign of life" + lastHeard(shard.peer())
                        : "its store runs"),
        OptionalLong.of(first.timeMillis()),
        !alone && stuck && !nobody
            ? doctor(shard.peer())
            : next(nobody, "kakera store --peer " + shard.peer()));
  }

  /** Whether it was heard of, but no longer is. */
  private boolean isSilent(String peer) {
    List<SeenRecord> signs = evidence.in(evidence.topics().peers(), peer);
    return !signs.isEmpty()
        && Presence.of(true, OptionalLong.of(signs.getLast().timeMillis()), nowMillis)
            == Presence.SILENT;
  }

  /** What tells how a peer is. In the trial its store lies in the data folder. */
  private String doctor(String peer) {
    return alone ? "kakera doctor" : "kakera doctor --peer " + peer;
  }

  private String lastHeard(String peer) {
    List<SeenRecord> signs = evidence.in(evidence.topics().peers(), peer);
    return signs.isEmpty() ? "" : ", last heard of " + ago(signs.getLast());
  }

  private static Finding parked(
      ShardVerdict verdict, String who, ParkedRecord parked, String next) {
    return new Finding(
        verdict,
        "%s: %s".formatted(who, parked.reason()),
        OptionalLong.of(parked.seen().timeMillis()),
        next);
  }

  private String next(boolean nobody, String role) {
    if (alone) {
      return backup;
    }
    return nobody ? role : "kakera topics lag";
  }

  /** Those that the group has not passed. */
  private static List<SeenRecord> ahead(List<SeenRecord> sent, Optional<GroupStand> group) {
    return sent.stream()
        .filter(
            seen ->
                seen.place().offset()
                    >= group
                        .map(stand -> stand.positions().get(seen.place().partition()))
                        .orElse(0L))
        .toList();
  }

  /** Whether what is parked was parked since the last was sent: it is the same then. */
  private static boolean isAfter(ParkedRecord parked, List<SeenRecord> sent) {
    return sent.isEmpty() || parked.seen().timeMillis() >= sent.getLast().timeMillis();
  }

  private boolean isOld(SeenRecord seen) {
    return nowMillis - seen.timeMillis() >= stuckMillis;
  }

  private String age(SeenRecord seen) {
    return ago(seen).replace(" ago", "");
  }

  private String ago(SeenRecord seen) {
    return Units.ago(Duration.ofMillis(nowMillis - seen.timeMillis()));
  }
}
