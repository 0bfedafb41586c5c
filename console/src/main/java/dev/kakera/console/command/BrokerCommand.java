package dev.kakera.console.command;

import dev.kakera.broker.EmbeddedBroker;
import dev.kakera.console.ProcessSettings;
import dev.kakera.console.data.DataFolder;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.manage.ManagementServer;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the broker as a process of its own. */
@Command(name = "broker", description = "run the broker, on loopback only")
public final class BrokerCommand extends KakeraCommand {
  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "where clients connect (default: a free one)")
  int port;

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
    DataFolder data = invocation().data();
    data.create();
    ProcessSettings.use(data);
    try (EmbeddedBroker broker = EmbeddedBroker.start(data.broker(), port);
        ManagementServer _ =
            management.start(
                data, "broker", () -> broker.fault().map(List::of).orElse(List.of()), _ -> {})) {
      data.publish("broker", broker.bootstrap());
      invocation().terminal().say("broker at " + broker.bootstrap());
      String trouble = Waiting.untilTrouble(() -> broker.fault().map(List::of).orElse(List.of()));
      throw new CommandFailure(MessageId.FAILED, "the broker stopped: " + trouble);
    }
  }
}
