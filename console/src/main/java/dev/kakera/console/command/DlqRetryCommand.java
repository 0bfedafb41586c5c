package dev.kakera.console.command;

import dev.kakera.console.inspect.ParkedId;
import dev.kakera.console.inspect.ParkedRecords;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Sends parked records to where they came from. */
@Command(name = "retry", description = "send parked records to their topic again")
public final class DlqRetryCommand extends KakeraCommand {
  @Mixin private ParkedChoice choice;

  @Mixin private InspectOptions options;

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (Inspection inspection = Inspection.open(invocation(), options.role);
        ParkedLock _ = ParkedLock.take(invocation().data())) {
      ParkedRecords parked = new ParkedRecords(inspection.look());
      List<ParkedId> chosen = choice.of(parked, inspection.look().topics());
      for (ParkedId id : chosen) {
        parked.retry(id);
        if (!invocation().terminal().json()) {
          invocation().terminal().out().println("%s sent to %s again".formatted(id, id.origin()));
        }
      }
      if (invocation().terminal().json()) {
        invocation().terminal().out().print(ParkedChoice.json("dlq retry", "retried", chosen));
      } else if (chosen.isEmpty()) {
        invocation().terminal().say("Nothing is parked");
      } else if (inspection.isAlone()) {
        invocation()
            .terminal()
            .say("Nothing else runs now: they are worked at with the next kakera backup DIR");
      }
    }
    return 0;
  }
}
