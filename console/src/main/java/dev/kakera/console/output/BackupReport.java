package dev.kakera.console.output;

import dev.kakera.console.data.MeshSettings;
import dev.kakera.console.failure.MessageId;
import dev.kakera.core.placement.Placement;
import dev.kakera.encoder.EncoderStats;
import dev.kakera.producer.backup.BackupSummary;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** What a backup prints before and after. */
public final class BackupReport {
  private static final int PROBLEMS_SHOWN = 50;
  private static final String DURING = "backup";

  private final Terminal terminal;
  private final MeshSettings settings;

  public BackupReport(Terminal terminal, MeshSettings settings) {
    this.terminal = terminal;
    this.settings = settings;
  }

  /** Says what is about to be done, over how many peers. */
  public void begin(Path source, int peers) {
    int losses = Placement.survivableLosses(peers, settings.geometry());
    terminal.say(
        "Source   %s → %s over %d peers: any %d may be lost"
            .formatted(source, settings.geometry(), peers, losses));
    terminal.say("State    " + TrialState.words(settings));
  }

  /** Prints the summary; gives the exit code. */
  public int end(BackupSummary summary, Optional<EncoderStats> encoder) {
    problems(summary);
    if (terminal.json()) {
      terminal.out().print(json(summary, slowest(summary, encoder)));
      return exitCode(summary);
    }
    terminal.out().println(text(summary, encoder));
    return exitCode(summary);
  }

  private String text(BackupSummary summary, Optional<EncoderStats> encoder) {
    BackupSummary.Counts counts = summary.counts();
    StringBuilder text = new StringBuilder();
    text.append(
        "Files    %s new, %s changed, %s unreadable, %s passed over; %s in all\n"
            .formatted(
                Units.count(counts.newFiles()),
                Units.count(counts.changedFiles()),
                Units.count(summary.totals().absent()),
                Units.count(summary.totals().special()),
                Units.count(summary.totals().files())));
    text.append(
        "Data     %s read, %s new after dedup, %s of shards on %d peers\n"
            .formatted(
                Units.bytes(counts.readBytes()),
                Units.bytes(counts.publishedBytes()),
                Units.bytes(counts.storedBytes()),
                summary.peers()));
    double seconds = Math.max(0.001, summary.elapsed().toMillis() / 1000.0);
    text.append(
        "Speed    %s on average, %s; %s\n"
            .formatted(
                Units.rate(counts.readBytes() / seconds),
                Units.seconds(summary.elapsed()),
                slowest(summary, encoder)));
    String shortId = summary.snapshot().toString().substring(0, 8);
    if (summary.owed().isEmpty()) {
      text.append(
          "Snapshot %s saved, all %s shards acknowledged; any %d peers may be lost\n"
              .formatted(shortId, Units.count(counts.shards()), summary.losses()));
    } else {
      text.append(
          "Snapshot %s saved; shards not yet acknowledged: %s; any %d peers may be lost [%s]\n"
              .formatted(shortId, summary.owed(), summary.losses(), MessageId.BELOW_REDUNDANCY));
    }
    return text.append("State    ").append(TrialState.words(settings)).toString();
  }

  /** One line, with restic's names for what means the same. */
  private String json(BackupSummary summary, String slowest) {
    BackupSummary.Counts counts = summary.counts();
    JsonWriter json =
        JsonWriter.line("summary")
            .field("snapshot_id", summary.snapshot().toString())
            .field("files_new", counts.newFiles())
            .field("files_changed", counts.changedFiles())
            .field("files_unreadable", summary.totals().absent())
            .field("files_passed_over", summary.totals().special())
            .field("total_files_processed", summary.totals().files())
            .field("total_bytes_processed", summary.totals().bytes())
            .field("bytes_read", counts.readBytes())
            .field("data_added", counts.publishedBytes())
            .field("data_added_packed", counts.storedBytes())
            .field("chunks_new", counts.publishedChunks())
            .field("shards_new", counts.shards())
            .field("peers", summary.peers())
            .field("geometry", summary.geometry().toString())
            .field("losses_survivable", summary.losses())
            .field("complete", summary.complete())
            .field("all_acknowledged", summary.owed().isEmpty())
            .field("total_duration", summary.elapsed().toMillis() / 1000.0)
            .field("bottleneck", slowest)
            .field("state", TrialState.words(settings))
            .object("shards_owed");
    summary.owed().forEach((peer, shards) -> json.field(peer, shards));
    return json.endObject().end();
  }

  private void problems(BackupSummary summary) {
    summary.problems().stream()
        .limit(terminal.json() ? Long.MAX_VALUE : PROBLEMS_SHOWN)
        .forEach(problem -> terminal.problem(DURING, "not read: " + problem));
    if (!terminal.json() && summary.problems().size() > PROBLEMS_SHOWN) {
      terminal.problem(
          DURING,
          "%d more were not read; the snapshot's list names all: kakera ls %s"
              .formatted(
                  summary.problems().size() - PROBLEMS_SHOWN,
                  summary.snapshot().toString().substring(0, 8)));
    }
    if (!summary.complete()) {
      terminal.problem(
          DURING,
          "the snapshot is not complete: %d entries of the source could not be read as they are [%s]"
              .formatted(Math.max(1, summary.problems().size()), MessageId.SOURCE_INCOMPLETE));
    }
  }

  private static int exitCode(BackupSummary summary) {
    if (!summary.owed().isEmpty()) {
      return MessageId.BELOW_REDUNDANCY.exitCode();
    }
    return summary.complete() ? 0 : MessageId.SOURCE_INCOMPLETE.exitCode();
  }

  /** The stage that the others waited for, with what shows it. */
  private static String slowest(BackupSummary summary, Optional<EncoderStats> encoder) {
    Duration elapsed = summary.elapsed();
    if (summary.counts().readBytes() == 0) {
      return "nothing had to be read";
    }
    long blocked = percent(summary.blocked(), elapsed);
    if (blocked < 30) {
      return "slowest stage: reading the source (it waited %d %% of the time for the rest)"
          .formatted(blocked);
    }
    if (encoder.isPresent()) {
      Duration busy =
          Duration.ofNanos(
              busyNanos(encoder.get()) / Math.max(1, Runtime.getRuntime().availableProcessors()));
      long share = percent(busy, elapsed);
      return "slowest stage: %s (encoders %d %% busy, reading waited %d %%)"
          .formatted(share > 70 ? "encode" : "broker and stores", share, blocked);
    }
    return "slowest stage: behind the source (reading waited %d %% of the time)".formatted(blocked);
  }

  private static long busyNanos(EncoderStats stats) {
    long busy = 0;
    for (EncoderStats.Step step : EncoderStats.Step.values()) {
      if (step != EncoderStats.Step.SEND && step != EncoderStats.Step.AWAIT) {
        busy += stats.nanos(step);
      }
    }
    return busy;
  }

  private static long percent(Duration part, Duration whole) {
    return Math.min(100, 100 * part.toMillis() / Math.max(1, whole.toMillis()));
  }
}
