package dev.kakera.console.command;

import dev.kakera.console.data.Introductions;
import dev.kakera.console.data.KeyFolder;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.manage.EncoderFigures;
import dev.kakera.console.manage.ManagementServer;
import dev.kakera.console.role.HostName;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.encoder.EncoderSettings;
import dev.kakera.encoder.EncoderWorker;
import dev.kakera.schemas.Topics;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs an encoder worker as a process of its own; any number of them share the work. */
@Command(name = "encoder", description = "run an encoder worker")
public final class EncoderCommand extends KakeraCommand {
  private static final int HOST_MAX = 40;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "chunks at a time (default: one per core)")
  Integer threads;

  @Mixin private RoleOptions role;

  @Mixin private ManagementOptions management;

  @Override
  public boolean isLocal() {
    return true;
  }

  @Override
  public boolean isRole() {
    return true;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    KeyFolder keyFolder = new KeyFolder(invocation().data().keys());
    Optional<Introductions> introductions = Introductions.ofEnvironment();
    if (introductions.isPresent()) {
      Waiting.forInitialisation(
          invocation().terminal(),
          "the encoder",
          () -> keyFolder.exists() && introductions.get().home().isPresent());
    } else {
      invocation().requireInitialised();
    }
    // In containers every worker has the same process id.
    String host = HostName.get().replaceAll("[^A-Za-z0-9.-]", "-");
    String name =
        "worker-%s-%d"
            .formatted(
                host.substring(0, Math.min(HOST_MAX, host.length())),
                ProcessHandle.current().pid());
    try (RepositoryKeys keys = keyFolder.open()) {
      EncoderSettings settings =
          EncoderSettings.of(
              role.bootstrap(invocation().data()),
              Topics.standard(),
              keys,
              keyFolder.spoolKeys(),
              name);
      try (EncoderWorker worker =
              EncoderWorker.start(threads == null ? settings : settings.withThreads(threads));
          ManagementServer _ =
              management.start(
                  invocation().data(),
                  name,
                  () -> troubles(worker),
                  registry ->
                      EncoderFigures.register(
                          registry, worker.stats(), settings.topics().chunks()))) {
        invocation().terminal().say("encoder %s at %s".formatted(name, settings.bootstrap()));
        String trouble = Waiting.untilTrouble(() -> troubles(worker));
        throw new CommandFailure(MessageId.FAILED, "the encoder stopped: " + trouble);
      }
    }
  }

  private static List<String> troubles(EncoderWorker worker) {
    return worker.failure().map(why -> List.of(why.getMessage())).orElse(List.of());
  }
}
