package dev.kakera.console.command;

import dev.kakera.catalog.manifest.EntryPath;
import dev.kakera.catalog.recover.Coverage;
import dev.kakera.catalog.recover.FoundHead;
import dev.kakera.catalog.recover.HeadList;
import dev.kakera.catalog.recover.Recovery;
import dev.kakera.catalog.recover.RecoveryRefusedException;
import dev.kakera.catalog.restore.RestoreOptions;
import dev.kakera.catalog.restore.RestoreRefusedException;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.output.JsonWriter;
import dev.kakera.console.output.RestoreReport;
import dev.kakera.console.output.SnapshotJson;
import dev.kakera.console.output.Terminal;
import dev.kakera.core.key.RecoveryWords;
import dev.kakera.core.key.Secret;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Brings a snapshot back from store folders with nothing but the words: no broker, no catalog, no
 * data folder.
 */
@Command(
    name = "recover",
    description = "bring a snapshot back from store folders, with the 24 words alone")
public final class RecoverCommand extends KakeraCommand {
  @Option(
      names = "--from",
      required = true,
      paramLabel = "DIR",
      description = "a store folder; give as many as there are")
  List<Path> folders;

  @Option(
      names = {"-t", "--target"},
      paramLabel = "DIR",
      description = "folder to restore into; without it the snapshots are listed")
  Path target;

  @Option(
      names = "--snapshot",
      paramLabel = "SNAPSHOT[:PATH]",
      description = "which one (default: latest)")
  String snapshot = "latest";

  @Option(names = "--words-file", paramLabel = "FILE", description = "file with the 24 words")
  Path wordsFile;

  @Option(
      names = "--overwrite",
      paramLabel = "WHEN",
      description = "never (refuse), skip, if-newer, always (default: never)")
  String overwrite = "never";

  @Option(
      names = {"-n", "--dry-run"},
      description = "only say what would be done")
  boolean dryRun;

  @Override
  public boolean isLocal() {
    return true;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    RestoreOptions options = RestoreOptions.standard().with(RestoreCommand.policy(overwrite));
    try (Secret words = words();
        Recovery recovery = Recovery.open(folders, words)) {
      recovery
          .unusable()
          .forEach(
              folder ->
                  invocation()
                      .terminal()
                      .problem(
                          "recover", "passed over: %s: %s".formatted(folder.path(), folder.why())));
      HeadList heads = recovery.heads();
      tell(heads);
      if (target == null) {
        return list(heads);
      }
      SnapshotPath wanted = SnapshotPath.parse(snapshot);
      FoundHead head = choose(heads, wanted.snapshot());
      return restore(recovery, head, wanted.path(), options);
    } catch (RecoveryRefusedException e) {
      throw new CommandFailure(
          switch (e.reason()) {
            case NO_STORE, NO_BUNDLE, DAMAGED_BUNDLES -> MessageId.STORE_UNUSABLE;
            case WRONG_WORDS -> MessageId.WORDS_WRONG;
          },
          e.getMessage(),
          e);
    } catch (RestoreRefusedException e) {
      throw Restoring.refusal(e, target);
    }
  }

  private int restore(Recovery recovery, FoundHead head, EntryPath path, RestoreOptions options)
      throws IOException, InterruptedException, RestoreRefusedException {
    Coverage coverage = recovery.coverage(head);
    invocation()
        .terminal()
        .say(
            "Snapshot %s of %s, %s, found in %d of %d store folders (geometry %s)"
                .formatted(
                    head.snapshot().toString().substring(0, 8),
                    head.head().path(),
                    SnapshotsCommand.time(head.head().startedMillis()),
                    head.folders().size(),
                    coverage.given(),
                    coverage.geometry()));
    RestoreReport report = new RestoreReport(invocation().terminal(), coverage::advice);
    return new Restoring(invocation().terminal(), report, dryRun)
        .run(recovery.reading().restorer(), head.head(), path, target, options);
  }

  private static FoundHead choose(HeadList heads, String wanted) {
    try {
      return heads.choose(wanted);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(
          MessageId.SNAPSHOT_UNKNOWN, e.getMessage() + ". See them all: leave out -t", e);
    }
  }

  private void tell(HeadList heads) {
    Terminal terminal = invocation().terminal();
    heads
        .damaged()
        .forEach(
            head ->
                terminal.problem(
                    "recover",
                    "a head is damaged and passed over: %s in %s: %s"
                        .formatted(head.name(), head.folder(), head.why())));
    heads
        .forks()
        .forEach(
            sequence -> terminal.problem("recover", "two different heads have number " + sequence));
    if (heads.foreign() > 0) {
      terminal.problem(
          "recover", "%d heads of other repositories passed over".formatted(heads.foreign()));
    }
  }

  private int list(HeadList heads) {
    if (invocation().terminal().json()) {
      JsonWriter json = JsonWriter.document("snapshots").array("snapshots");
      for (FoundHead head : heads.heads()) {
        SnapshotJson.add(json, head.snapshot(), head.head());
        json.field("folders_with_head", head.folders().size())
            .field("folders_given", heads.folders().size())
            .field("deleted", head.deleted())
            .endObject();
      }
      invocation().terminal().out().print(json.endArray().end());
      return 0;
    }
    for (FoundHead head : heads.heads()) {
      invocation()
          .terminal()
          .out()
          .println(
              "%s  %s  %s files  in %d of %d folders  %s%s"
                  .formatted(
                      head.snapshot().toString().substring(0, 8),
                      SnapshotsCommand.time(head.head().startedMillis()),
                      head.head().totals().files(),
                      head.folders().size(),
                      heads.folders().size(),
                      head.head().path(),
                      head.deleted() ? "  (deleted)" : ""));
    }
    return 0;
  }

  private Secret words() throws IOException {
    if (wordsFile != null) {
      if (!Files.isReadable(wordsFile)) {
        throw new CommandFailure(
            MessageId.PREREQUISITE_MISSING,
            "--words-file %s cannot be read; check its path".formatted(wordsFile));
      }
      return RecoveryWords.decode(Files.readString(wordsFile));
    }
    Console console = System.console();
    if (console == null || !console.isTerminal()) {
      throw new CommandFailure(
          MessageId.PREREQUISITE_MISSING,
          "the 24 words are needed: put them in a file and name it with --words-file");
    }
    char[] typed = console.readPassword("The 24 recovery words (not shown): ");
    if (typed == null) {
      throw new CommandFailure(MessageId.WORDS_WRONG, "no words were given");
    }
    return RecoveryWords.decode(new String(typed));
  }
}
