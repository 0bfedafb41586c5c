package dev.kakera.console.command;

import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.join.JoinDesk;
import dev.kakera.console.join.Reception;
import dev.kakera.console.output.JsonWriter;
import dev.kakera.console.role.HomeRole;
import dev.kakera.console.role.LocalStores;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Accepts a machine that asks. */
@Command(
    name = "accept",
    description = "accept a machine that asks to be a peer, once both show the same six digits")
public final class PeerAcceptCommand extends KakeraCommand {
  @Parameters(paramLabel = "NAME", description = "the peer, as it was invited")
  String name;

  @Option(
      names = "--shows",
      paramLabel = "DIGITS",
      description = "the six digits that the other machine shows; without, those here are told")
  String shows;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Reception reception = Receptions.require(invocation());
    List<JoinDesk.Asking> asking =
        reception.asking().stream().filter(one -> one.peer().equals(name)).toList();
    if (asking.isEmpty()) {
      throw new CommandFailure(
          MessageId.PEER_UNKNOWN,
          "nobody asks to be %s. On its machine: kakera peer join CODE --dir DIR; for a code, here: kakera peer invite --name %s"
              .formatted(name, name));
    }
    if (shows == null) {
      throw new CommandFailure(
          MessageId.USAGE,
          "%s asks, and shows %s if it is the right machine. Compare it with what is shown there, then: kakera peer accept %s --shows DIGITS"
              .formatted(
                  name,
                  String.join(" or ", asking.stream().map(JoinDesk.Asking::comparison).toList()),
                  name));
    }
    String digits = shows.replaceAll("[^0-9]", "");
    JoinDesk.Asking chosen =
        asking.stream()
            .filter(one -> one.comparison().replace(" ", "").equals(digits))
            .findFirst()
            .orElseThrow(() -> another(digits));
    HomeRole home = invocation().mesh().home();
    reception.accept(chosen, LocalStores.homeOf(home.keys()), home::admit);
    if (invocation().terminal().json()) {
      invocation()
          .terminal()
          .out()
          .print(
              JsonWriter.document("peer accept")
                  .field("peer", name)
                  .field("comparison", chosen.comparison())
                  .end());
    } else {
      invocation()
          .terminal()
          .out()
          .println("%s is a peer now. On its machine: kakera store --dir DIR".formatted(name));
    }
    return 0;
  }

  private CommandFailure another(String digits) {
    return new CommandFailure(
        MessageId.JOIN_REFUSED,
        "whoever asks to be %s shows other digits than %s: another machine has the code. Nothing was accepted. For a new code: kakera peer invite --name %s"
            .formatted(name, digits, name));
  }
}
