package dev.kakera.console.command;

import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.inspect.ParkedId;
import dev.kakera.console.inspect.ParkedRecords;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Forgets parked records. */
@Command(name = "drop", description = "forget parked records for good")
public final class DlqDropCommand extends KakeraCommand {
  @Mixin private ParkedChoice choice;

  @Option(names = "--yes", description = "really; nothing is asked")
  boolean sure;

  @Mixin private InspectOptions options;

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (Inspection inspection = Inspection.open(invocation(), options.role);
        ParkedLock _ = ParkedLock.take(invocation().data())) {
      ParkedRecords parked = new ParkedRecords(inspection.look());
      List<ParkedId> chosen = choice.of(parked, inspection.look().topics());
      if (!sure && !chosen.isEmpty()) {
        throw new CommandFailure(
            MessageId.USAGE,
            "nothing is dropped without --yes; it would be %d: %s"
                .formatted(
                    chosen.size(),
                    chosen.stream().map(ParkedId::toString).collect(Collectors.joining(", "))));
      }
      for (ParkedId id : chosen) {
        parked.drop(id);
        if (!invocation().terminal().json()) {
          invocation().terminal().out().println("%s dropped".formatted(id));
        }
      }
      if (invocation().terminal().json()) {
        invocation().terminal().out().print(ParkedChoice.json("dlq drop", "dropped", chosen));
      } else if (chosen.isEmpty()) {
        invocation().terminal().say("Nothing is parked");
      }
    }
    return 0;
  }
}
