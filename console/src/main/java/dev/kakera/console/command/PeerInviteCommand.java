package dev.kakera.console.command;

import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.join.JoinDesk;
import dev.kakera.console.join.Reception;
import dev.kakera.console.output.JsonWriter;
import dev.kakera.console.output.QrPicture;
import dev.kakera.console.output.Terminal;
import dev.kakera.schemas.Topics;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes a join code. */
@Command(name = "invite", description = "make a join code for one machine; good once, 15 minutes")
public final class PeerInviteCommand extends KakeraCommand {
  @Option(
      names = "--name",
      required = true,
      paramLabel = "NAME",
      description = "what the peer is to be called: 1 to 40 of a-z, 0-9 and -")
  String name;

  @Option(names = "--qr", description = "draw it, also where no person looks on")
  boolean qr;

  @Override
  public Integer call() throws IOException, InterruptedException {
    try {
      Topics.requirePeer(name);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(MessageId.USAGE, "--name: " + e.getMessage(), e);
    }
    Reception reception = Receptions.require(invocation());
    JoinDesk.Invited invited = reception.invite(name);
    Terminal terminal = invocation().terminal();
    if (terminal.json()) {
      terminal
          .out()
          .print(
              JsonWriter.document("peer invite")
                  .field("peer", name)
                  .field("code", invited.text())
                  .field("address", reception.addresses().join().toString())
                  .field("broker", reception.addresses().broker().toString())
                  .field("ends", invited.ends().toString())
                  .end());
      return 0;
    }
    terminal.say(
        "Join code for %s, good once, for %d minutes:"
            .formatted(name, JoinDesk.VALIDITY.toMinutes()));
    terminal.out().println(invited.text());
    if (qr || terminal.interactive()) {
      terminal.err().print(QrPicture.of(invited.text()));
    }
    terminal.say(
        "On the other machine: kakera peer join CODE --dir DIR --quota 500GB\nThen here: kakera peer accept %s"
            .formatted(name));
    return 0;
  }
}
