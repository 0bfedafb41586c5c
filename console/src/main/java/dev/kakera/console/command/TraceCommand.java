package dev.kakera.console.command;

import dev.kakera.console.data.KeyFolder;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.output.JsonWriter;
import dev.kakera.console.trace.ChunkFacts;
import dev.kakera.console.trace.ChunkLife;
import dev.kakera.console.trace.EvidenceScan;
import dev.kakera.console.trace.Judge;
import dev.kakera.console.trace.ShardLife;
import dev.kakera.console.trace.TraceJson;
import dev.kakera.console.trace.TraceText;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.snapshot.HeadSealer;
import dev.kakera.producer.ledger.CatalogView;
import dev.kakera.producer.ledger.Snapshots;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says where the shards of a chunk or a file are, and what keeps those that have not arrived. */
@Command(name = "trace", description = "say where shards are, and what keeps them")
public final class TraceCommand extends KakeraCommand {
  private static final int STUCK_CHUNKS_MAX = 1000;

  @Parameters(
      arity = "0..1",
      paramLabel = "CHUNK|SHARD|FILE",
      description =
          "first digits of a chunk or locator, CHUNK/s3 for a shard, a key as topics show it, or a"
              + " file's path in the latest snapshot (or SNAPSHOT:PATH)")
  String what;

  @Option(names = "--stuck", description = "list what waits too long instead")
  boolean stuck;

  @Option(
      names = "--older-than",
      paramLabel = "TIME",
      description = "what is too long, such as 90s, 5m, 2h (default: ${DEFAULT-VALUE})")
  String olderThan = "5m";

  @Mixin private InspectOptions options;

  private record Traced(String title, String snapshot, List<ChunkFacts> chunks) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    Duration age = Durations.parse("--older-than", olderThan);
    if (stuck == (what != null)) {
      throw new CommandFailure(
          MessageId.USAGE, "name a chunk, a shard or a file, or say --stuck alone");
    }
    invocation().requireInitialised();
    try (RepositoryKeys keys = new KeyFolder(invocation().data().keys()).open();
        CatalogView catalog = CatalogView.open(invocation().data().catalog());
        Inspection inspection = Inspection.open(invocation(), options.role)) {
      List<HeadSealer.Sealed> heads = SnapshotAccess.open(catalog.read(Snapshots::committed), keys);
      Traced traced = stuck ? open(catalog) : find(catalog, keys, heads);
      Judge judge =
          new Judge(
              EvidenceScan.of(inspection.look(), traced.chunks()),
              System.currentTimeMillis(),
              age.toMillis(),
              inspection.isAlone(),
              "kakera backup " + (heads.isEmpty() ? "DIR" : heads.getLast().head().path()));
      return print(traced, traced.chunks().stream().map(judge::judge).toList(), judge);
    }
  }

  private static Traced open(CatalogView catalog) {
    return new Traced("", "", ChunkFacts.open(catalog, STUCK_CHUNKS_MAX));
  }

  private Traced find(CatalogView catalog, RepositoryKeys keys, List<HeadSealer.Sealed> heads)
      throws IOException, InterruptedException {
    Optional<ChunkFacts> named = ChunkFacts.find(catalog, what);
    if (named.isPresent()) {
      requireShard(named.get());
      return new Traced("", "", List.of(named.get()));
    }
    if (heads.isEmpty()) {
      throw new CommandFailure(
          MessageId.CHUNK_UNKNOWN,
          "the catalog knows no chunk or shard \"%s\", and there is no snapshot to look for a file in"
              .formatted(what));
    }
    FileChunks file = new FileChunks(invocation(), keys, catalog);
    HeadSealer.Sealed head = file.snapshot(heads, what);
    return new Traced(what, head.snapshot().toString().substring(0, 8), file.of(head, what));
  }

  private void requireShard(ChunkFacts facts) {
    boolean known =
        facts.place().isEmpty()
            || facts.shards().stream().anyMatch(shard -> shard.place() == facts.place().getAsInt());
    if (!known) {
      throw new CommandFailure(
          MessageId.CHUNK_UNKNOWN,
          "\"%s\": the chunk has shards 0 to %d".formatted(what, facts.shards().size() - 1));
    }
  }

  private int print(Traced traced, List<ChunkLife> all, Judge judge) {
    List<ChunkLife> lives = stuck ? tooLong(all, judge) : all;
    if (invocation().terminal().json()) {
      JsonWriter json = InspectOptions.document("trace");
      json.field("stuck_only", stuck).field("file", traced.title());
      TraceJson.chunks(json, lives);
      invocation().terminal().out().print(json.end());
    } else if (stuck) {
      new TraceText(invocation().terminal().out()).printStuck(lives);
      invocation()
          .terminal()
          .say(
              lives.isEmpty()
                  ? "Nothing waits longer than " + olderThan
                  : "%d shards wait longer than %s".formatted(count(lives), olderThan));
    } else if (traced.title().isEmpty()) {
      new TraceText(invocation().terminal().out()).print(lives.getFirst());
    } else {
      new TraceText(invocation().terminal().out())
          .printFile(traced.title(), traced.snapshot(), lives);
    }
    if (lives.stream().anyMatch(ChunkLife::isLost)) {
      return MessageId.DAMAGE_FOUND.exitCode();
    }
    return lives.stream().allMatch(ChunkLife::isStored) ? 0 : MessageId.BELOW_REDUNDANCY.exitCode();
  }

  /** Of each chunk the shards that wait longer; what nobody knows the age of is among them. */
  private static List<ChunkLife> tooLong(List<ChunkLife> all, Judge judge) {
    List<ChunkLife> stuck = new ArrayList<>();
    for (ChunkLife life : all) {
      List<ShardLife> late =
          life.shards().stream()
              .filter(shard -> !shard.isStored() && isTooLong(shard, judge))
              .toList();
      if (!late.isEmpty()) {
        stuck.add(new ChunkLife(life.facts(), late, life.seen()));
      }
    }
    return stuck;
  }

  private static boolean isTooLong(ShardLife shard, Judge judge) {
    return shard.sinceMillis().isEmpty()
        || judge.nowMillis() - shard.sinceMillis().getAsLong() >= judge.stuckMillis();
  }

  private static long count(List<ChunkLife> lives) {
    return lives.stream().mapToLong(life -> life.shards().size()).sum();
  }
}
