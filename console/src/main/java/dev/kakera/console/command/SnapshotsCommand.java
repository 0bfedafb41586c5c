package dev.kakera.console.command;

import dev.kakera.console.data.KeyFolder;
import dev.kakera.console.output.JsonWriter;
import dev.kakera.console.output.SnapshotJson;
import dev.kakera.console.output.Units;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.snapshot.Head;
import dev.kakera.core.snapshot.HeadSealer;
import dev.kakera.producer.ledger.Catalog;
import java.io.IOException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import picocli.CommandLine.Command;

/** Lists snapshots; needs no broker. */
@Command(name = "snapshots", description = "list the snapshots")
public final class SnapshotsCommand extends KakeraCommand {
  @Override
  public Integer call() throws IOException, InterruptedException {
    MeshChecks.requireReadable(invocation());
    if (invocation().isHosted()) {
      return print(SnapshotAccess.all(hosted().catalog(), hosted().keys()));
    }
    invocation().lock();
    try (RepositoryKeys keys = new KeyFolder(invocation().data().keys()).open();
        Catalog catalog = Catalog.open(invocation().data().catalog())) {
      return print(SnapshotAccess.all(catalog, keys));
    }
  }

  private dev.kakera.console.role.HomeRole hosted() throws IOException {
    try {
      return invocation().mesh().home();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private int print(List<HeadSealer.Sealed> heads) {
    var out = invocation().terminal().out();
    if (invocation().terminal().json()) {
      JsonWriter json = JsonWriter.document("snapshots").array("snapshots");
      for (HeadSealer.Sealed sealed : heads) {
        SnapshotJson.add(json, sealed.snapshot(), sealed.head());
        json.endObject();
      }
      out.print(json.endArray().end());
      return 0;
    }
    if (heads.isEmpty()) {
      invocation()
          .terminal()
          .say("There is no snapshot yet. Make one with: " + invocation().backupCommand());
      return 0;
    }
    out.println("ID        TIME                       FILES       SIZE  STATE       SOURCE");
    for (HeadSealer.Sealed sealed : heads) {
      Head head = sealed.head();
      out.printf(
          "%s  %-25s %7s %10s  %-10s  %s%n",
          sealed.snapshot().toString().substring(0, 8),
          time(head.startedMillis()),
          Units.count(head.totals().files()),
          Units.bytes(head.totals().bytes()),
          head.complete() ? "complete" : "incomplete",
          head.path());
    }
    return 0;
  }

  static String time(long millis) {
    return OffsetDateTime.ofInstant(Instant.ofEpochSecond(millis / 1000), ZoneId.systemDefault())
        .format(DateTimeFormatter.ISO_OFFSET_DATE_TIME);
  }
}
