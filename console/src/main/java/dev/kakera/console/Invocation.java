package dev.kakera.console;

import dev.kakera.console.data.DataFolder;
import dev.kakera.console.data.Introductions;
import dev.kakera.console.data.KeyFolder;
import dev.kakera.console.data.MeshSettings;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.output.Terminal;
import dev.kakera.console.role.EmbeddedMesh;
import dev.kakera.console.role.Mesh;
import dev.kakera.producer.ledger.CatalogView;
import dev.kakera.producer.ledger.Peers;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;

/** What one run of a command works with. Opens the mesh only when it is asked for. */
public final class Invocation implements AutoCloseable {
  public static final String HOME_SILENT_WORDS =
      "the home does not answer: it starts, or waits for its broker. See: docker compose ps, docker compose logs home";

  /** What is said where all peers are elsewhere and no home runs. */
  public static final String NO_HOME_FOR_PEERS_WORDS =
      "the peers of this mesh are elsewhere, and no home runs that they could reach. Start it: kakera broker --peers HOST:PORT, kakera home --join HOST:PORT, kakera encoder";

  private final Terminal terminal;
  private final DataFolder data;
  private final Optional<Mesh> running;
  private Mesh opened;
  private DataFolder.Lock lock;

  public Invocation(Terminal terminal, DataFolder data) {
    this(terminal, data, Optional.empty());
  }

  /**
   * @param running a mesh that outlives the command
   */
  public Invocation(Terminal terminal, DataFolder data, Optional<Mesh> running) {
    this.terminal = terminal;
    this.data = data;
    this.running = running;
  }

  public Terminal terminal() {
    return terminal;
  }

  public DataFolder data() {
    return data;
  }

  /** Whether another process that outlives this command runs the mesh. */
  public boolean isHosted() {
    return running.isPresent();
  }

  public boolean isInitialised() {
    return Files.exists(data.mesh()) && new KeyFolder(data.keys()).exists();
  }

  /** Whether every role is a container of its own, and commands run in the home's. */
  private static boolean isContained() {
    return Introductions.ofEnvironment().isPresent();
  }

  /** What a person types to make a snapshot here. */
  public String backupCommand() {
    return isContained() ? "docker compose exec home kakera backup" : "kakera backup DIR";
  }

  public void requireInitialised() {
    if (!isInitialised()) {
      if (isContained()) {
        throw new CommandFailure(
            MessageId.NOT_INITIALISED,
            "%s holds no mesh. Make one with: docker compose exec home kakera init"
                .formatted(data.path()));
      }
      throw new CommandFailure(
          MessageId.NOT_INITIALISED,
          "%s holds no mesh. Make one with: kakera init --data %s (or just back up: kakera backup DIR)"
              .formatted(data.path(), data.path()));
    }
  }

  public MeshSettings settings() throws IOException {
    return MeshSettings.read(data.mesh());
  }

  /** The peers that the home has accepted, trial or elsewhere. */
  public List<String> peerNames() {
    if (running.isPresent()) {
      return running.get().home().peerNames();
    }
    try (CatalogView catalog = CatalogView.open(data.catalog())) {
      return catalog.read(Peers::all).stream().map(Peers.Peer::name).toList();
    }
  }

  /** Takes the lock if nobody has it. */
  public boolean tryLock() throws IOException {
    if (lock == null) {
      lock = data.tryLock("home");
    }
    return lock != null;
  }

  /** Makes sure that no other command works on the data folder. Held until this is closed. */
  public void lock() throws IOException {
    if (lock == null && running.isEmpty()) {
      if (!tryLock()) {
        throw new CommandFailure(MessageId.LOCKED, lockedWords());
      }
    }
  }

  /** What is said where another process has the lock. */
  public String lockedWords() {
    return "another run of kakera works in %s; wait until it has ended, or use another folder with --data"
        .formatted(data.path());
  }

  /** The mesh, started now if it does not run yet. */
  public Mesh mesh() throws IOException, InterruptedException {
    if (running.isPresent()) {
      return running.get();
    }
    if (opened == null) {
      requireInitialised();
      if (isContained()) {
        throw new CommandFailure(MessageId.BROKER_UNREACHABLE, HOME_SILENT_WORDS);
      }
      lock();
      if (settings().trialPeers() == 0) {
        throw new CommandFailure(MessageId.BROKER_UNREACHABLE, NO_HOME_FOR_PEERS_WORDS);
      }
      opened = EmbeddedMesh.start(data, settings());
    }
    return opened;
  }

  /** Everything is closed in order also when the command was interrupted. */
  @Override
  public void close() throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      if (opened != null) {
        opened.close();
      }
    } finally {
      if (lock != null) {
        lock.close();
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
