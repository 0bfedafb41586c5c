package dev.kakera.console.command;

import dev.kakera.console.data.DataFolder;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where a role finds the broker. */
final class RoleOptions {
  @Option(
      names = "--broker",
      paramLabel = "HOST:PORT",
      defaultValue = "${env:KAKERA_BROKER}",
      description =
          "where the broker is (default: $KAKERA_BROKER, else that of 'kakera broker' on the same"
              + " data folder)")
  String broker;

  String bootstrap(DataFolder data) throws IOException {
    if (broker != null && !broker.isBlank()) {
      return broker;
    }
    Path endpoint = data.endpoint("broker");
    if (!Files.exists(endpoint)) {
      throw new CommandFailure(
          MessageId.BROKER_UNREACHABLE,
          "no broker is known in %s. Start one: kakera broker --data %s, or name one with --broker HOST:PORT"
              .formatted(data.path(), data.path()));
    }
    return Files.readString(endpoint).strip();
  }
}
