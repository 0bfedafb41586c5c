package dev.kakera.console.command;

import dev.kakera.console.Invocation;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.CommandFailure.Missing;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.join.Reception;
import java.io.IOException;
import java.util.List;

/** Where commands find the home's side of joining. */
final class Receptions {
  private Receptions() {}

  /** That of the running home. */
  static Reception require(Invocation invocation) throws IOException, InterruptedException {
    invocation.requireInitialised();
    if (!invocation.isHosted()) {
      CommandFailure.throwIfAny(
          List.of(
              new Missing(
                  MessageId.PREREQUISITE_MISSING,
                  "no home runs that others could join. Start it: kakera broker --peers HOST:PORT, kakera home --join HOST:PORT")));
    }
    return invocation
        .mesh()
        .reception()
        .orElseThrow(
            () ->
                new CommandFailure(
                    MessageId.PREREQUISITE_MISSING,
                    "this home lets nobody join. Start it with an address that other machines reach: kakera home --join HOST:PORT"));
  }
}
