package dev.kakera.console.command;

import dev.kakera.console.data.KeyFolder;
import dev.kakera.console.data.MeshSettings;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.output.JsonWriter;
import dev.kakera.console.output.SnapshotJson;
import dev.kakera.console.output.TrialState;
import dev.kakera.console.output.Units;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.snapshot.HeadSealer;
import dev.kakera.producer.ledger.Catalog;
import dev.kakera.producer.ledger.CatalogTotals;
import dev.kakera.producer.ledger.Cleanups;
import dev.kakera.producer.ledger.Peers;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;

/** One page of truth, from the catalog; needs no broker. */
@Command(name = "status", description = "say how safe the snapshots are")
public final class StatusCommand extends KakeraCommand {
  @Override
  public Integer call() throws IOException, InterruptedException {
    MeshChecks.requireReadable(invocation());
    if (invocation().isHosted()) {
      var home = invocation().mesh().home();
      return print(home.catalog(), home.keys());
    }
    invocation().lock();
    try (RepositoryKeys keys = new KeyFolder(invocation().data().keys()).open();
        Catalog catalog = Catalog.open(invocation().data().catalog())) {
      return print(catalog, keys);
    }
  }

  private int print(Catalog catalog, RepositoryKeys keys) throws IOException {
    PrintStream out = invocation().terminal().out();
    MeshSettings settings = invocation().settings();
    List<HeadSealer.Sealed> heads = SnapshotAccess.all(catalog, keys);
    CatalogTotals used = catalog.read(CatalogTotals::ofUsed);
    long owed = catalog.read(CatalogTotals::owed);
    int cleanups = catalog.read(Cleanups::all).size();
    if (invocation().terminal().json()) {
      out.print(json(catalog, heads, used, owed, cleanups));
      return exitCode(owed);
    }
    out.println(TrialState.WORDS);
    if (heads.isEmpty()) {
      out.println("No snapshot yet. Make one with: " + invocation().backupCommand());
      return 0;
    }
    HeadSealer.Sealed last = heads.getLast();
    Duration age = Duration.ofMillis(System.currentTimeMillis() - last.head().finishedMillis());
    out.println(
        "Last snapshot %s of %s, %s, %s; %d in all"
            .formatted(
                last.snapshot().toString().substring(0, 8),
                last.head().path(),
                Units.ago(age),
                last.head().complete() ? "complete" : "incomplete",
                heads.size()));
    out.println(
        "Geometry %s over %d peers: any %d may be lost"
            .formatted(settings.geometry(), catalog.peers().size(), used.losses()));
    out.println(
        "Stored %s in %s shards of %s chunks; %s shards owed, %s to be deleted"
            .formatted(
                Units.bytes(used.bytes()),
                Units.count(used.shards()),
                Units.count(used.chunks()),
                Units.count(owed),
                Units.count(cleanups)));
    out.println(
        "Unattended start: the keys open with the key file in " + invocation().data().keys());
    for (Peers.Peer peer : catalog.peers()) {
      out.println(
          "  %-10s %s receipts signed, key bundle %s"
              .formatted(
                  peer.name(),
                  Units.count(peer.storeSequence()),
                  peer.hasBundle() ? "kept" : "not there yet"));
    }
    return exitCode(owed);
  }

  private static int exitCode(long owed) {
    return owed > 0 ? MessageId.BELOW_REDUNDANCY.exitCode() : 0;
  }

  private String json(
      Catalog catalog, List<HeadSealer.Sealed> heads, CatalogTotals used, long owed, int cleanups)
      throws IOException {
    JsonWriter json =
        JsonWriter.document("status")
            .field("state", TrialState.WORDS)
            .field("snapshots", heads.size())
            .field("geometry", invocation().settings().geometry().toString())
            .field("losses_survivable", used.losses())
            .field("chunks", used.chunks())
            .field("shards", used.shards())
            .field("shard_bytes", used.bytes())
            .field("shards_owed", owed)
            .field("cleanups_open", cleanups);
    if (heads.isEmpty()) {
      json.nothing("last_snapshot");
    } else {
      json.object("last_snapshot");
      SnapshotJson.describe(json, heads.getLast().snapshot(), heads.getLast().head());
      json.endObject();
    }
    json.array("peers");
    for (Peers.Peer peer : catalog.peers()) {
      json.object()
          .field("name", peer.name())
          .field("receipts", peer.storeSequence())
          .field("key_bundle", peer.hasBundle())
          .endObject();
    }
    return json.endArray().end();
  }
}
