package dev.kakera.console.command;

import dev.kakera.console.check.Checklist;
import dev.kakera.console.data.MeshSettings;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.output.JsonWriter;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes a mesh: keys, words, settings. */
@Command(name = "init", description = "make keys and a trial mesh; prints the recovery words once")
public final class InitCommand extends KakeraCommand {
  @Option(
      names = {"--geometry", "--scheme"},
      paramLabel = "K+M",
      description = "data and parity shards of each chunk (default: 4+2)")
  String geometry = MeshSettings.DEFAULT.geometry().toString();

  @Option(
      names = "--trial-peers",
      paramLabel = "N",
      description = "local stores of the trial; 0 for none, peers join (default: one per shard)")
  Integer peers;

  @Option(
      names = "--words-file",
      paramLabel = "FILE",
      description = "write the recovery words there")
  Path wordsFile;

  @Override
  public boolean isLocal() {
    return true;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    MeshSettings settings = Initialisation.settings(geometry, peers);
    if (invocation().isInitialised()) {
      throw new CommandFailure(
          MessageId.FAILED,
          "%s holds a mesh already; it is used as it is. For another, name another folder with --data"
              .formatted(invocation().data().path()));
    }
    Initialisation initialisation = new Initialisation(invocation(), wordsFile);
    new Checklist(initialisation.checks(settings)).require();
    initialisation.run(settings);
    if (invocation().terminal().json()) {
      invocation()
          .terminal()
          .out()
          .print(
              JsonWriter.document("initialized")
                  .field("data", invocation().data().path().toString())
                  .field("geometry", settings.geometry().toString())
                  .field("peers", settings.trialPeers())
                  .field("words_file", wordsFile.toString())
                  .end());
      return 0;
    }
    invocation()
        .terminal()
        .say(
            settings.trialPeers() == 0
                ? "A mesh without peers is ready in %s. Start it: kakera broker --peers HOST:PORT, kakera home --join HOST:PORT, kakera encoder; then: kakera peer invite --name NAME"
                    .formatted(invocation().data().path())
                : "A trial mesh of %d local stores is ready in %s. Now: %s"
                    .formatted(
                        settings.trialPeers(),
                        invocation().data().path(),
                        invocation().backupCommand()));
    return 0;
  }
}
