package dev.kakera.console.command;

import dev.kakera.console.data.DataFolder;
import dev.kakera.console.data.Introductions;
import dev.kakera.console.data.KeyFolder;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.join.HostPort;
import dev.kakera.console.join.JoinServer;
import dev.kakera.console.join.Reception;
import dev.kakera.console.manage.HomeFigures;
import dev.kakera.console.manage.ManagementServer;
import dev.kakera.console.manage.SchemaRegistry;
import dev.kakera.console.remote.CommandServer;
import dev.kakera.console.role.HomeRole;
import dev.kakera.console.role.HostedMesh;
import dev.kakera.console.role.LocalStores;
import dev.kakera.console.role.Mesh;
import dev.kakera.console.role.RoleTopics;
import dev.kakera.console.role.RunningBroker;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.producer.ledger.Catalog;
import dev.kakera.schemas.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the home as a process of its own: it keeps the catalog, and other commands run in it. */
@Command(
    name = "home",
    description = "run the home; other commands on the same data folder then run in it")
public final class HomeCommand extends KakeraCommand {
  @Option(
      names = "--join",
      paramLabel = "HOST:PORT",
      defaultValue = "${env:KAKERA_JOIN_ADDRESS}",
      description =
          "let machines elsewhere join under this address (default: $KAKERA_JOIN_ADDRESS, else not)")
  String join;

  @Option(
      names = "--peers",
      paramLabel = "HOST:PORT",
      defaultValue = "${env:KAKERA_PEERS}",
      description =
          "where peers elsewhere meet the broker (default: $KAKERA_PEERS, else what 'kakera broker"
              + " --peers' said on the same data folder)")
  String peersAddress;

  @Mixin private RoleOptions role;

  @Mixin private ManagementOptions management;

  @Override
  public boolean isLocal() {
    return true;
  }

  @Override
  public boolean isRole() {
    return true;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    DataFolder data = invocation().data();
    Optional<Introductions> introductions = Introductions.ofEnvironment();
    if (introductions.isPresent()) {
      data.create();
      Waiting.forInitialisation(
          invocation().terminal(),
          "the home",
          () -> invocation().isInitialised() && invocation().tryLock());
    }
    invocation().requireInitialised();
    invocation().lock();
    String bootstrap = role.bootstrap(data);
    Topics topics = Topics.standard();
    List<String> peers = invocation().peerNames();
    RoleTopics.ensure(bootstrap, topics, peers);
    JoinServer.limitRequests();
    try (Reception reception = reception(data);
        Mesh mesh = new HostedMesh(home(data, topics, bootstrap), Optional.ofNullable(reception));
        CommandServer server = CommandServer.start(data, mesh);
        ManagementServer _ =
            management.start(
                data,
                new ManagementServer.Subject(
                    "home",
                    ProgramVersion.number(),
                    mesh::troubles,
                    registry -> HomeFigures.register(registry, mesh.home()),
                    Optional.of(new SchemaRegistry(topics, peers))))) {
      mesh.home().giveRights(elsewhere(peers));
      if (introductions.isPresent()) {
        // Not before the topics are there: with this, encoders and stores begin.
        introductions.get().introduceHome(LocalStores.homeOf(mesh.home().keys()));
      }
      invocation()
          .terminal()
          .say("home at %s, commands at port %d".formatted(bootstrap, server.port()));
      String trouble = Waiting.untilTrouble(mesh::troubles);
      throw new CommandFailure(MessageId.FAILED, "the home stopped: " + trouble);
    }
  }

  private List<String> elsewhere(List<String> peers) throws IOException {
    Set<String> trial = Set.copyOf(invocation().settings().peerNames());
    return peers.stream().filter(peer -> !trial.contains(peer)).toList();
  }

  /** Null when nobody may join. */
  private @Nullable Reception reception(DataFolder data) throws IOException {
    if (join == null || join.isBlank()) {
      return null;
    }
    HostPort joining = HostPort.parse("--join", join);
    String broker = peersAddress;
    if (broker == null || broker.isBlank()) {
      Path said = data.endpoint(RunningBroker.FOR_PEERS);
      if (!Files.exists(said)) {
        throw new CommandFailure(
            MessageId.PREREQUISITE_MISSING,
            "--join: peers elsewhere would not find the broker. Start it for them: kakera broker --peers HOST:PORT, or say where it is with --peers");
      }
      broker = Files.readString(said).strip();
    }
    return Reception.open(
        data.authority(),
        new Reception.Addresses(joining, HostPort.parse("--peers", broker)),
        InstantSource.system());
  }

  private static HomeRole home(DataFolder data, Topics topics, String bootstrap)
      throws IOException {
    RepositoryKeys keys = new KeyFolder(data.keys()).open();
    Catalog catalog;
    try {
      catalog = Catalog.open(data.catalog());
    } catch (RuntimeException e) {
      keys.close();
      throw e;
    }
    return HomeRole.start(data, topics, bootstrap, catalog, keys);
  }
}
