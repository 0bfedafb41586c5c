package dev.kakera.console.command;

import dev.kakera.console.data.KeyFolder;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.role.LocalStores;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.schemas.Topics;
import dev.kakera.store.ShardStore;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs one peer's shard store as a process of its own. */
@Command(name = "store", description = "run the shard store of a peer")
public final class StoreCommand extends KakeraCommand {
  @Option(
      names = "--peer",
      required = true,
      paramLabel = "NAME",
      description = "which peer, such as peer-1")
  String peer;

  @Mixin private RoleOptions role;

  @Override
  public boolean isLocal() {
    return true;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    invocation().requireInitialised();
    List<String> names = invocation().settings().peerNames();
    if (!names.contains(peer)) {
      throw new CommandFailure(
          MessageId.USAGE, "--peer: got \"%s\", expected one of %s".formatted(peer, names));
    }
    String bootstrap = role.bootstrap(invocation().data());
    try (RepositoryKeys keys = new KeyFolder(invocation().data().keys()).open();
        ShardStore store =
            LocalStores.start(invocation().data(), peer, bootstrap, Topics.standard(), keys)) {
      invocation().terminal().say("store %s at %s".formatted(peer, bootstrap));
      String trouble =
          Waiting.untilTrouble(
              () -> store.failure().map(why -> List.of(why.getMessage())).orElse(List.of()));
      throw new CommandFailure(MessageId.FAILED, "store %s stopped: %s".formatted(peer, trouble));
    }
  }
}
