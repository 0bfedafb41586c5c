package dev.kakera.console.command;

import dev.kakera.console.join.JoinDesk;
import dev.kakera.console.join.Reception;
import dev.kakera.console.output.JsonWriter;
import dev.kakera.console.output.Terminal;
import dev.kakera.producer.ledger.CatalogView;
import dev.kakera.producer.ledger.Peers;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;

/** Who is a peer, and who asks to be one. */
@Command(name = "list", description = "show the peers, and who asks to be one")
public final class PeerListCommand extends KakeraCommand {
  @Override
  public Integer call() throws IOException, InterruptedException {
    invocation().requireInitialised();
    List<Peers.Peer> peers;
    try (CatalogView catalog = CatalogView.open(invocation().data().catalog())) {
      peers = catalog.read(Peers::all);
    }
    Set<String> trial = Set.copyOf(invocation().settings().peerNames());
    List<JoinDesk.Asking> asking =
        invocation().isHosted()
            ? invocation().mesh().reception().map(Reception::asking).orElse(List.of())
            : List.of();
    Terminal terminal = invocation().terminal();
    if (terminal.json()) {
      terminal.out().print(json(peers, trial, asking));
    } else {
      for (Peers.Peer peer : peers) {
        terminal
            .out()
            .println(
                "%-40s %-10s %d receipts"
                    .formatted(
                        peer.name(),
                        trial.contains(peer.name()) ? "trial" : "elsewhere",
                        peer.storeSequence()));
      }
      for (JoinDesk.Asking one : asking) {
        terminal
            .out()
            .println("%-40s %-10s shows %s".formatted(one.peer(), "asks", one.comparison()));
      }
      if (peers.isEmpty() && asking.isEmpty()) {
        terminal.say("No peer yet. Invite one: kakera peer invite --name NAME");
      }
    }
    return 0;
  }

  private static String json(
      List<Peers.Peer> peers, Set<String> trial, List<JoinDesk.Asking> asking) {
    JsonWriter json = JsonWriter.document("peer list").array("peers");
    for (Peers.Peer peer : peers) {
      json.object()
          .field("name", peer.name())
          .field("peer_id", peer.ref().id().toString())
          .field("elsewhere", !trial.contains(peer.name()))
          .field("receipts", peer.storeSequence())
          .field("key_bundle", peer.hasBundle())
          .endObject();
    }
    json.endArray().array("asking");
    for (JoinDesk.Asking one : asking) {
      json.object()
          .field("name", one.peer())
          .field("comparison", one.comparison())
          .field("since", one.since().toString())
          .endObject();
    }
    return json.endArray().end();
  }
}
