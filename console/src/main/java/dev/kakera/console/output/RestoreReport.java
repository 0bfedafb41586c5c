package dev.kakera.console.output;

import dev.kakera.catalog.manifest.EntryPath;
import dev.kakera.catalog.manifest.ManifestItem;
import dev.kakera.catalog.restore.LostEntry;
import dev.kakera.catalog.restore.Note;
import dev.kakera.catalog.restore.RestoreListener;
import dev.kakera.catalog.restore.RestorePlan;
import dev.kakera.catalog.restore.RestoreResult;
import dev.kakera.catalog.shards.ChunkLostException;
import dev.kakera.console.failure.MessageId;
import dev.kakera.core.snapshot.Entry;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/** What a restore prints: every loss by name as it happens, and a summary. */
public final class RestoreReport implements RestoreListener {
  private static final String DURING = "restore";

  private final Terminal terminal;
  private final Function<ChunkLostException, String> advice;
  private final LongAdder files = new LongAdder();
  private final LongAdder bytes = new LongAdder();

  /**
   * @param advice what to do about a lost chunk, in a sentence
   */
  public RestoreReport(Terminal terminal, Function<ChunkLostException, String> advice) {
    this.terminal = terminal;
    this.advice = advice;
  }

  @Override
  public void restored(EntryPath path, long written) {
    files.increment();
  }

  @Override
  public void wrote(long written) {
    bytes.add(written);
  }

  @Override
  public void lost(LostEntry entry) {
    String told = entry.chunk().map(lost -> " (" + advice.apply(lost) + ")").orElse("");
    terminal.problem(DURING, "lost: " + entry + told);
  }

  @Override
  public void gap(ManifestItem.Gap gap) {
    String told = gap.lost().map(lost -> " (" + advice.apply(lost) + ")").orElse("");
    terminal.problem(DURING, "a part of the snapshot's list is lost: " + gap.reason() + told);
  }

  @Override
  public void absent(EntryPath path, Entry.Absent entry) {
    if (entry.reason() != Entry.Reason.SPECIAL) {
      terminal.say("Was never in the snapshot: %s (%s)".formatted(path, entry.message()));
    }
  }

  public ProgressLine.Sample sample(RestorePlan plan) {
    long total = plan.counts().files() + plan.counts().folders() + plan.counts().symlinks();
    return new ProgressLine.Sample(
        bytes.sum(), plan.counts().dataBytes(), files.sum(), total, "restoring");
  }

  /** Prints what would be done. */
  public void plan(RestorePlan plan) {
    RestorePlan.Counts counts = plan.counts();
    if (terminal.json()) {
      terminal
          .out()
          .print(
              JsonWriter.line("plan")
                  .field("total_files", counts.files())
                  .field("total_folders", counts.folders())
                  .field("total_links", counts.symlinks())
                  .field("total_bytes", counts.bytes())
                  .field("target", plan.target().toString())
                  .field("in_the_way", plan.conflictCount())
                  .end());
      return;
    }
    terminal
        .out()
        .println(
            "Would restore %s files, %s folders, %s links, %s, into %s (%s); %d are in the way"
                .formatted(
                    Units.count(counts.files()),
                    Units.count(counts.folders()),
                    Units.count(counts.symlinks()),
                    Units.bytes(counts.bytes()),
                    plan.target(),
                    plan.state(),
                    plan.conflictCount()));
  }

  /** Prints the summary; gives the exit code. */
  public int end(RestoreResult result) {
    for (Note note : result.notes()) {
      terminal.say(
          "Note     %s: %s (%d in all)"
              .formatted(words(note.kind()), note.example(), note.count()));
    }
    Duration elapsed = result.elapsed();
    double seconds = Math.max(0.001, elapsed.toMillis() / 1000.0);
    result
        .findings()
        .countsByPlace()
        .forEach(
            (place, kinds) -> terminal.say("Shards   %s: %s; passed over".formatted(place, kinds)));
    if (terminal.json()) {
      terminal.out().print(json(result));
    } else {
      terminal.out().println(text(result, seconds));
    }
    if (result.isComplete()) {
      return 0;
    }
    String stopped = result.stopped().map(why -> "it stopped: " + why + "; ").orElse("");
    terminal.problem(
        DURING,
        "not everything came back: %s%d entries lost, %d parts of the list lost; the rest is in place [%s]"
            .formatted(stopped, result.lostCount(), result.gaps().size(), MessageId.DAMAGE_FOUND));
    return MessageId.DAMAGE_FOUND.exitCode();
  }

  private static String text(RestoreResult result, double seconds) {
    return "Restored %s files, %s folders, %s links, %s in %s (%s)"
        .formatted(
            Units.count(result.files()),
            Units.count(result.folders()),
            Units.count(result.symlinks() + result.hardLinks()),
            Units.bytes(result.bytes()),
            Units.seconds(result.elapsed()),
            Units.rate(result.bytes() / seconds));
  }

  /** One line, with restic's names for what means the same. */
  private static String json(RestoreResult result) {
    JsonWriter json =
        JsonWriter.line("summary")
            .field("files_restored", result.files())
            .field("folders_restored", result.folders())
            .field("links_restored", result.symlinks() + result.hardLinks())
            .field("bytes_restored", result.bytes())
            .field("files_skipped", result.skipped())
            .field("entries_lost", result.lostCount())
            .field("list_parts_lost", result.gaps().size())
            .field("complete", result.isComplete())
            .field("total_duration", result.elapsed().toMillis() / 1000.0)
            .array("findings");
    result
        .findings()
        .countsByPlace()
        .forEach(
            (place, kinds) ->
                json.object().field("place", place).field("kinds", kinds.toString()).endObject());
    return json.endArray().end();
  }

  private static String words(Note.Kind kind) {
    return switch (kind) {
      case OWNER_LEFT -> "owners were not set, which takes root";
      case SET_ID_LEFT_OFF ->
          "set-user and set-group bits were left off, since the owner is another";
      case ATTRIBUTE_LEFT_OFF -> "attributes were refused by the target's file system";
      case LINK_COPIED -> "further names of a file became copies";
      case FOLDER_UNKNOWN -> "a folder's own entry is lost";
      case INCONSISTENT -> "files that went on changing while they were backed up";
      case TARGET_SHARED -> "other users may write into the target";
    };
  }
}
