package dev.kakera.console.command;

import dev.kakera.catalog.manifest.EntryPath;
import dev.kakera.catalog.restore.RestoreOptions;
import dev.kakera.catalog.restore.RestorePlan;
import dev.kakera.catalog.restore.RestoreRefusedException;
import dev.kakera.catalog.restore.Restorer;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.output.ProgressLine;
import dev.kakera.console.output.RestoreReport;
import dev.kakera.console.output.Terminal;
import dev.kakera.core.snapshot.Head;
import java.io.IOException;
import java.nio.file.Path;

/** Plans, shows and runs a restore, whatever its shards come from. */
record Restoring(Terminal terminal, RestoreReport report, boolean dryRun) {
  private static final int NAMED_MAX = 5;

  int run(Restorer restorer, Head head, EntryPath path, Path target, RestoreOptions options)
      throws IOException, InterruptedException, RestoreRefusedException {
    RestorePlan plan = restorer.plan(head, path, target, options.with(report));
    if (dryRun) {
      report.plan(plan);
      return 0;
    }
    try (ProgressLine _ = new ProgressLine(terminal, () -> report.sample(plan))) {
      return report.end(restorer.restore(plan));
    }
  }

  static CommandFailure refusal(RestoreRefusedException e, Path target) {
    MessageId id =
        switch (e.reason()) {
          case NO_SUCH_PATH -> MessageId.PATH_UNKNOWN;
          case TARGET_UNUSABLE -> MessageId.TARGET_UNUSABLE;
          case TARGET_OCCUPIED -> MessageId.TARGET_NOT_EMPTY;
          case NO_SPACE -> MessageId.NO_SPACE;
        };
    StringBuilder text = new StringBuilder(e.getMessage());
    e.objects().stream().limit(NAMED_MAX).forEach(object -> text.append("\n  ").append(object));
    if (id == MessageId.TARGET_NOT_EMPTY) {
      text.append(
          "\nRestore into an empty folder, or say what to do with what is in %s: --overwrite=skip, if-newer or always"
              .formatted(target));
    }
    return new CommandFailure(id, text.toString(), e);
  }
}
