package dev.kakera.console.command;

import dev.kakera.console.failure.MessageId;
import dev.kakera.console.output.JsonWriter;
import dev.kakera.console.output.Terminal;
import dev.kakera.console.output.Times;
import dev.kakera.console.trace.ChunkFacts;
import dev.kakera.console.trace.ChunkLife;
import dev.kakera.console.trace.ChunkTracer;
import dev.kakera.console.trace.ShardLife;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Says what changes about chunks, a line each, until every shard is stored. */
final class TraceFollow {
  private static final long LOOK_SECONDS = 1;
  private static final int SHORT_DIGITS = 16;

  private final Terminal terminal;
  private final ChunkTracer tracer;
  private final Duration patience;
  private final Map<String, ShardLife> before = new HashMap<>();

  TraceFollow(Terminal terminal, ChunkTracer tracer, Duration patience) {
    this.terminal = terminal;
    this.tracer = tracer;
    this.patience = patience;
  }

  /**
   * Gives the exit code.
   *
   * @param chunks which to look at, as the catalog has them now
   */
  int follow(Supplier<List<ChunkFacts>> chunks) throws InterruptedException {
    long started = System.nanoTime();
    while (true) {
      ChunkTracer.Look look = tracer.look(chunks.get());
      Set<String> seen = new HashSet<>();
      look.lives().forEach(life -> tell(life, look.nowMillis(), seen));
      // What is no longer among those that wait was stored, or its chunk is not needed any more.
      before.keySet().removeIf(name -> !seen.contains(name));
      if (look.lives().stream().allMatch(ChunkLife::isStored)) {
        return 0;
      }
      if (System.nanoTime() - started >= patience.toNanos()) {
        terminal.say("Not every shard is stored yet; followed for " + patience.toSeconds() + " s");
        return MessageId.DEADLINE_PASSED.exitCode();
      }
      TimeUnit.SECONDS.sleep(LOOK_SECONDS);
    }
  }

  private void tell(ChunkLife life, long nowMillis, Set<String> seen) {
    String chunk = life.facts().chunk().chunk().toString().substring(0, SHORT_DIGITS);
    for (ShardLife shard : life.shards()) {
      String name = shard.place().isPresent() ? chunk + "/s" + shard.place().getAsInt() : chunk;
      seen.add(name);
      ShardLife last = before.put(name, shard);
      if (last == null || last.verdict() != shard.verdict()) {
        print(name, shard, nowMillis);
      }
    }
  }

  private void print(String name, ShardLife shard, long nowMillis) {
    if (terminal.json()) {
      terminal
          .out()
          .print(
              JsonWriter.line("verbose_status")
                  .field("command", "trace")
                  .field("time", Times.utc(nowMillis))
                  .field("shard", name)
                  .field("peer", shard.peer())
                  .field("verdict", shard.verdict().name())
                  .field("message", shard.sentence())
                  .field("next", shard.next())
                  .end());
    } else {
      terminal
          .out()
          .println(
              "%s  %s  %-12s %-15s %s"
                  .formatted(
                      Times.text(nowMillis),
                      name,
                      shard.peer(),
                      shard.verdict(),
                      shard.sentence()));
    }
  }
}
