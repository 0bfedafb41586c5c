package dev.kakera.console.command;

import dev.kakera.console.check.Checklist;
import dev.kakera.console.check.DataChecks;
import dev.kakera.console.data.KeyFolder;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.inspect.BrokerLook;
import dev.kakera.console.output.JsonWriter;
import dev.kakera.console.output.Terminal;
import dev.kakera.console.role.HomeRole;
import dev.kakera.console.role.RunningBroker;
import dev.kakera.console.status.MeshState;
import dev.kakera.console.status.PipelineState;
import dev.kakera.console.status.StatusJson;
import dev.kakera.console.status.StatusReport;
import dev.kakera.console.status.StatusText;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.producer.backup.BackupRun;
import dev.kakera.producer.ledger.CatalogTotals;
import dev.kakera.producer.ledger.CatalogView;
import dev.kakera.producer.ledger.Cleanups;
import dev.kakera.producer.ledger.Peers;
import dev.kakera.producer.ledger.Snapshots;
import dev.kakera.schemas.Topics;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * One page of truth: from the catalog alone where nothing runs; in a running home also what each
 * stage does.
 */
@Command(
    name = "status",
    description = "say how safe the snapshots are, and what a running backup waits for")
public final class StatusCommand extends KakeraCommand {
  private static final long WATCH_SECONDS = 2;
  private static final String CLEAR = "\u001b[H\u001b[2J";

  @Option(names = "--watch", description = "again every two seconds, until interrupted")
  boolean watch;

  @Override
  public Integer call() throws IOException, InterruptedException {
    invocation().requireInitialised();
    new Checklist(new DataChecks(invocation()).ofLooking()).require();
    Optional<HomeRole> home =
        invocation().isHosted() ? Optional.of(invocation().mesh().home()) : Optional.empty();
    try (RepositoryKeys keys = new KeyFolder(invocation().data().keys()).open();
        CatalogView catalog = CatalogView.open(invocation().data().catalog());
        BrokerLook look =
            home.isEmpty() ? null : new BrokerLook(home.get().bootstrap(), Topics.standard())) {
      while (true) {
        int exitCode = show(report(catalog, keys, home, Optional.ofNullable(look)));
        if (!watch) {
          return exitCode;
        }
        TimeUnit.SECONDS.sleep(WATCH_SECONDS);
      }
    }
  }

  private StatusReport report(
      CatalogView catalog, RepositoryKeys keys, Optional<HomeRole> home, Optional<BrokerLook> look)
      throws IOException, InterruptedException {
    long nowMillis = System.currentTimeMillis();
    MeshState mesh =
        new MeshState(
            invocation().settings(),
            SnapshotAccess.open(catalog.read(Snapshots::committed), keys),
            catalog.read(Peers::all),
            catalog.read(CatalogTotals::ofUsed),
            catalog.read(CatalogTotals::owed),
            catalog.read(Cleanups::all).size(),
            nowMillis);
    Optional<PipelineState> pipeline =
        look.isEmpty()
            ? Optional.empty()
            : Optional.of(
                PipelineState.of(
                    look.get(),
                    home.orElseThrow().meter(),
                    mesh.peers().stream().map(Peers.Peer::name).toList(),
                    nowMillis));
    return new StatusReport(
        mesh,
        pipeline,
        home.flatMap(HomeRole::running).map(BackupRun::progress),
        home.isEmpty() && RunningBroker.find(invocation().data()).isPresent());
  }

  private int show(StatusReport report) {
    Terminal terminal = invocation().terminal();
    if (terminal.json()) {
      JsonWriter json = watch ? JsonWriter.line("status") : JsonWriter.document("status");
      terminal.out().print(StatusJson.of(json, report));
    } else {
      terminal
          .out()
          .print(
              (watch && terminal.interactive() ? CLEAR : "")
                  + StatusText.of(
                      report, invocation().data().keys(), invocation().backupCommand()));
    }
    terminal.out().flush();
    if (report.mesh().standing().isLost()) {
      return MessageId.DAMAGE_FOUND.exitCode();
    }
    return report.mesh().owed() > 0 ? MessageId.BELOW_REDUNDANCY.exitCode() : 0;
  }
}
