package dev.kakera.console.trace;

import dev.kakera.console.inspect.SeenRecord;
import dev.kakera.console.output.Times;
import dev.kakera.console.output.Units;
import dev.kakera.core.order.Receipt;
import dev.kakera.producer.ledger.Chunks;
import dev.kakera.schemas.record.StripeRecord;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/** Lives of chunks and shards for people. */
public final class TraceText {
  private static final int SHORT_DIGITS = 16;
  private static final int TIME_WIDTH = 29;

  private final PrintStream out;
  private final String broker;

  /**
   * @param broker where it is reached
   */
  public TraceText(PrintStream out, String broker) {
    this.out = out;
    this.broker = broker;
  }

  /** A chunk with all its shards, or the one that was asked for in full. */
  public void print(ChunkLife life) {
    Chunks.Chunk chunk = life.facts().chunk();
    out.println(
        "Chunk %s · %s%s"
            .formatted(
                chunk.chunk().toString().substring(0, SHORT_DIGITS),
                chunk
                    .ref()
                    .map(ref -> "%s, %s".formatted(ref.geometry(), Units.bytes(ref.plainSize())))
                    .orElse("not encoded yet"),
                chunk.used() ? " · needed by a snapshot" : " · no snapshot needs it yet"));
    life.facts()
        .startedMillis()
        .ifPresent(at -> event(Times.text(at), "begun", "the run that published it last"));
    life.seen().forEach(this::chunkEvent);
    if (life.facts().place().isPresent()) {
      life.shards().forEach(this::printEvents);
    } else {
      life.shards().forEach(this::printLine);
    }
    printEnd(life);
  }

  /** What the matter is, what it means and what to do. */
  private void printEnd(ChunkLife life) {
    ShardLife worst = life.worst();
    out.println("Verdict  %s: %s".formatted(worst.verdict(), worst.sentence()));
    out.println("Impact   " + life.impact());
    out.println("Next     " + (worst.next().isEmpty() ? "nothing to do" : worst.next()));
    kafkaTool(worst.seen().isEmpty() ? life.seen() : worst.seen());
  }

  /** The record that tells most, as Kafka's own tools show it. */
  private void kafkaTool(List<SeenRecord> seen) {
    if (!seen.isEmpty()) {
      SeenRecord.Place place = seen.getLast().place();
      out.println(
          "Same in Kafka's own tools: kcat -b %s -C -t %s -p %d -o %d -c 1 -f '%%k %%h %%S bytes\\n'"
              .formatted(broker, place.topic(), place.partition(), place.offset()));
    }
  }

  private void printLine(ShardLife shard) {
    String name = shard.place().isPresent() ? "s" + shard.place().getAsInt() : "chunk";
    out.println(
        "  %-5s %-12s %-15s %s".formatted(name, shard.peer(), shard.verdict(), shard.sentence()));
  }

  private void printEvents(ShardLife shard) {
    if (!shard.locator().isEmpty()) {
      out.println(
          "Shard %d at %s · %s".formatted(shard.place().getAsInt(), shard.peer(), shard.locator()));
    }
    for (SeenRecord seen : shard.seen()) {
      Optional<Receipt> receipt = seen.receipt();
      if (receipt.isPresent()) {
        event(
            Times.text(seen.timeMillis()),
            receipt.get().kind().name().toLowerCase(Locale.ROOT).replace('_', ' '),
            "receipt %d, %s".formatted(receipt.get().storeSequence(), seen.place()));
      } else if (!shard.place().isEmpty()) {
        event(Times.text(seen.timeMillis()), "sent", source(seen) + seen.place());
      }
    }
    event("-", "acked", shard.isStored() ? "in the catalog" : "not yet");
  }

  private void chunkEvent(SeenRecord seen) {
    if (seen.control().isPresent() && seen.control().get() instanceof StripeRecord stripe) {
      event(
          Times.text(seen.timeMillis()),
          "encoded",
          "%s%s, encode %d ms, seal %d ms"
              .formatted(
                  source(seen),
                  seen.place(),
                  stripe.getEncodedMicros() / 1000,
                  stripe.getSealedMicros() / 1000));
    } else {
      event(Times.text(seen.timeMillis()), "chunked", source(seen) + seen.place());
    }
  }

  private static String source(SeenRecord seen) {
    String who = seen.event().flatMap(event -> event.source()).map(name -> name + ", ").orElse("");
    OptionalInt attempt = seen.event().map(event -> event.attempt()).orElse(OptionalInt.empty());
    return attempt.isEmpty() ? who : who + "try %d, ".formatted(attempt.getAsInt());
  }

  private void event(String time, String what, String detail) {
    out.println(("  %-" + TIME_WIDTH + "s  %-8s  %s").formatted(time, what, detail));
  }

  /** The chunks of a file: those that are not stored in full, the others counted. */
  public void printFile(String path, String snapshot, List<ChunkLife> lives) {
    out.println("File %s of snapshot %s · %d chunks".formatted(path, snapshot, lives.size()));
    lives.stream().filter(life -> !life.isStored()).forEach(this::print);
    long stored = lives.stream().filter(ChunkLife::isStored).count();
    out.println("%d of %d chunks have every shard stored".formatted(stored, lives.size()));
    if (stored == lives.size()) {
      out.println(
          "Verdict  %s: every shard of the file is on its peer's disk"
              .formatted(ShardVerdict.SHARD_STORED));
    }
  }

  /** Those that wait too long, one a line. */
  public void printStuck(List<ChunkLife> stuck) {
    for (ChunkLife life : stuck) {
      String chunk = life.facts().chunk().chunk().toString().substring(0, SHORT_DIGITS);
      for (ShardLife shard : life.shards()) {
        out.println(
            "%s%s  %-12s %-15s %s"
                .formatted(
                    chunk,
                    shard.place().isPresent() ? "/s" + shard.place().getAsInt() : "",
                    shard.peer(),
                    shard.verdict(),
                    shard.sentence()));
      }
    }
  }
}
