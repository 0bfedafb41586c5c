package dev.kakera.console.command;

import dev.kakera.catalog.restore.Overwrite;
import dev.kakera.catalog.restore.RestoreOptions;
import dev.kakera.catalog.restore.RestoreRefusedException;
import dev.kakera.catalog.restore.SnapshotReading;
import dev.kakera.catalog.shards.ChunkLostException;
import dev.kakera.console.output.RestoreReport;
import dev.kakera.console.role.Mesh;
import dev.kakera.core.snapshot.HeadSealer;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Brings a snapshot, or a path in it, back from the peers through the broker. */
@Command(name = "restore", description = "bring a snapshot, or a path in it, back")
public final class RestoreCommand extends KakeraCommand {
  @Parameters(
      paramLabel = "SNAPSHOT[:PATH]",
      description = "\"latest\" or the start of an id, and a path in it")
  String what;

  @Option(
      names = {"-t", "--target"},
      required = true,
      paramLabel = "DIR",
      description = "folder to restore into; made when it is missing")
  Path target;

  @Option(
      names = "--overwrite",
      paramLabel = "WHEN",
      description =
          "what to do with files that are there: never (refuse), skip, if-newer, always (default: never)")
  String overwrite = "never";

  @Option(
      names = {"-n", "--dry-run"},
      description = "only say what would be done")
  boolean dryRun;

  @Override
  public Integer call() throws IOException, InterruptedException {
    RestoreOptions options = RestoreOptions.standard().with(policy(overwrite));
    SnapshotPath wanted = SnapshotPath.parse(what);
    Mesh mesh = invocation().mesh();
    HeadSealer.Sealed head =
        SnapshotAccess.choose(
            SnapshotAccess.all(mesh.home().catalog(), mesh.home().keys()), wanted.snapshot());
    RestoreReport report = new RestoreReport(invocation().terminal(), RestoreCommand::advice);
    try (SnapshotReading reading = mesh.reading()) {
      return new Restoring(invocation().terminal(), report, dryRun)
          .run(reading.restorer(), head.head(), wanted.path(), target, options);
    } catch (RestoreRefusedException e) {
      throw Restoring.refusal(e, target);
    }
  }

  static Overwrite policy(String text) {
    return switch (text) {
      case "never" -> Overwrite.NEVER;
      case "skip" -> Overwrite.SKIP;
      case "if-newer" -> Overwrite.IF_NEWER;
      case "always" -> Overwrite.ALWAYS;
      default ->
          throw new dev.kakera.console.failure.CommandFailure(
              dev.kakera.console.failure.MessageId.USAGE,
              "--overwrite: got \"%s\", expected never, skip, if-newer or always".formatted(text));
    };
  }

  private static String advice(ChunkLostException lost) {
    return "%d of %d needed shards answered; see which peers are missing: kakera status"
        .formatted(lost.have(), lost.need());
  }
}
