package dev.kakera.console.command;

import dev.kakera.console.data.DataFolder;
import dev.kakera.console.data.KeyFolder;
import dev.kakera.console.remote.CommandServer;
import dev.kakera.console.role.HomeRole;
import dev.kakera.console.role.HostedMesh;
import dev.kakera.console.role.Mesh;
import dev.kakera.console.role.RoleTopics;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.producer.ledger.Catalog;
import dev.kakera.schemas.Topics;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs the home as a process of its own: it keeps the catalog, and other commands run in it. */
@Command(name = "home", description = "run the home; other commands on the same data folder then run in it")
public final class HomeCommand extends KakeraCommand {
  @Mixin private RoleOptions role;

  @Override
  public boolean isLocal() {
    return true;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    invocation().requireInitialised();
    invocation().lock();
    DataFolder data = invocation().data();
    String bootstrap = role.bootstrap(data);
    Topics topics = Topics.standard();
    RoleTopics.ensure(bootstrap, topics, invocation().settings().peerNames());
    RepositoryKeys keys = new KeyFolder(data.keys()).open();
    try (Mesh mesh =
            new HostedMesh(
                new HomeRole(data, topics, bootstrap, Catalog.open(data.catalog()), keys));
        CommandServer server = CommandServer.start(data, mesh)) {
      invocation().terminal().say("home at %s, commands at port %d".formatted(bootstrap, server.port()));
      Waiting.untilTrouble(List::of);
      return 0;
    }
  }
}
