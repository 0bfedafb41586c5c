package dev.kakera.console.command;

import dev.kakera.console.data.KeyFolder;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.output.JsonWriter;
import dev.kakera.console.trace.ChunkFacts;
import dev.kakera.console.trace.ChunkLife;
import dev.kakera.console.trace.ChunkTracer;
import dev.kakera.console.trace.TraceJson;
import dev.kakera.console.trace.TraceText;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.snapshot.HeadSealer;
import dev.kakera.producer.ledger.CatalogView;
import dev.kakera.producer.ledger.Snapshots;
import java.io.IOException;
import java.time.Duration;
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

  @Option(
      names = "--follow",
      description = "go on and say what changes, until every shard is stored")
  boolean follow;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "how long to follow, to 7d (default: ${DEFAULT-VALUE})")
  String timeout = "1h";

  @Mixin private InspectOptions options;

  private record Traced(String title, String snapshot, List<ChunkFacts> chunks) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    Duration age = Durations.parse("--older-than", olderThan);
    Duration patience =
        Durations.parse("--timeout", timeout, Duration.ofSeconds(1), Duration.ofDays(7));
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
      String backup = "kakera backup " + (heads.isEmpty() ? "DIR" : heads.getLast().head().path());
      ChunkTracer tracer =
          new ChunkTracer(catalog, inspection.look(), age, inspection.isAlone(), backup);
      int exitCode = print(traced, tracer.look(traced.chunks()), inspection.look().bootstrap());
      if (!follow || exitCode == 0 || inspection.isAlone()) {
        return exitCode;
      }
      return new TraceFollow(invocation().terminal(), tracer, patience)
          .follow(stuck ? () -> open(catalog).chunks() : () -> tracer.fresh(traced.chunks()));
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

  private int print(Traced traced, ChunkTracer.Look look, String broker) {
    List<ChunkLife> lives = stuck ? look.tooLong() : look.lives();
    TraceText text = new TraceText(invocation().terminal().out(), broker);
    if (invocation().terminal().json()) {
      JsonWriter json = follow ? InspectOptions.line("trace") : InspectOptions.document("trace");
      json.field("stuck_only", stuck).field("file", traced.title());
      TraceJson.chunks(json, lives);
      invocation().terminal().out().print(json.end());
    } else if (stuck) {
      text.printStuck(lives);
      invocation()
          .terminal()
          .say(
              lives.isEmpty()
                  ? "Nothing waits longer than " + olderThan
                  : "%d shards wait longer than %s".formatted(count(lives), olderThan));
    } else if (traced.title().isEmpty()) {
      text.print(lives.getFirst());
    } else {
      text.printFile(traced.title(), traced.snapshot(), lives);
    }
    return ChunkTracer.exitCode(lives);
  }

  private static long count(List<ChunkLife> lives) {
    return lives.stream().mapToLong(life -> life.shards().size()).sum();
  }
}
