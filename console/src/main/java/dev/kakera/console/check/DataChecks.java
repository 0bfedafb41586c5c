package dev.kakera.console.check;

import dev.kakera.console.Invocation;
import dev.kakera.console.data.DataFolder;
import dev.kakera.console.data.KeyFolder;
import dev.kakera.console.data.MeshSettings;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.output.Units;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.producer.ledger.CatalogDatabase;
import dev.kakera.store.disk.StoreDirectory;
import dev.kakera.store.object.StoreRules;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What must hold of the data folder. */
public final class DataChecks {
  /** Below this every local store refuses: it keeps its reserve, and a segment has no room. */
  private static final long FREE_MIN_BYTES = StoreRules.RESERVE_DEFAULT_BYTES + (32L << 20);

  private static final long FREE_LOW_BYTES = 2L << 30;

  private final Invocation invocation;
  private final DataFolder data;

  public DataChecks(Invocation invocation) {
    this.invocation = invocation;
    this.data = invocation.data();
  }

  /** Of a mesh that is there. */
  public List<Check> ofMesh() {
    return List.of(
        Check.of(Prerequisite.DATA_FOLDER, this::dataFolder),
        Check.of(Prerequisite.SPACE, this::space),
        Check.of(Prerequisite.MESH, this::mesh),
        Check.of(Prerequisite.KEYS, this::keys),
        new Check(Prerequisite.KEY_FILE, this::keyFile, Optional.of(this::mendKeyFile)),
        Check.of(Prerequisite.CATALOG, this::catalog),
        Check.of(Prerequisite.LOCK, this::lock),
        Check.of(Prerequisite.STORES, this::stores));
  }

  /** Where others may be working with it. */
  public List<Check> ofLooking() {
    return List.of(
        Check.of(Prerequisite.MESH, this::mesh),
        Check.of(Prerequisite.KEYS, this::keys),
        Check.of(Prerequisite.CATALOG, this::catalog));
  }

  /** Where its snapshots are only read. */
  public List<Check> ofReading() {
    return List.of(
        Check.of(Prerequisite.MESH, this::mesh),
        Check.of(Prerequisite.KEYS, this::keys),
        Check.of(Prerequisite.CATALOG, this::catalog),
        Check.of(Prerequisite.LOCK, this::lock));
  }

  /** Where a mesh is still to be made. */
  public List<Check> ofNoMesh() {
    return List.of(
        Check.of(Prerequisite.DATA_FOLDER, this::dataFolder),
        Check.of(Prerequisite.SPACE, this::space));
  }

  private List<Finding> dataFolder() {
    Path there = existing();
    if (!Files.isDirectory(there)) {
      return unmet(
          MessageId.PREREQUISITE_MISSING,
          "the data folder %s cannot be made: %s is no folder. Name another with --data"
              .formatted(data.path(), there));
    }
    if (!Files.isWritable(there) || !Files.isExecutable(there)) {
      return unmet(
          MessageId.PREREQUISITE_MISSING,
          "the data folder %s cannot be written: this user may not write to %s. Run as its owner, or name another with --data"
              .formatted(data.path(), there));
    }
    return good("%s, writable".formatted(data.path()));
  }

  /** The folder, or what of the way to it is there. */
  private Path existing() {
    Path at = data.path();
    while (!Files.exists(at) && at.getParent() != null) {
      at = at.getParent();
    }
    return at;
  }

  private List<Finding> space() throws IOException {
    long free = Files.getFileStore(existing()).getUsableSpace();
    String text = "%s free for %s".formatted(Units.bytes(free), data.path());
    if (free < FREE_MIN_BYTES) {
      return unmet(
          MessageId.NO_SPACE,
          "%s; at least %s are needed. Make room there, or name another folder with --data"
              .formatted(text, Units.bytes(FREE_MIN_BYTES)));
    }
    return free < FREE_LOW_BYTES
        ? List.of(new Finding.Warned(text + "; make room there soon"))
        : good(text);
  }

  private List<Finding> mesh() throws IOException {
    MeshSettings settings = MeshSettings.read(data.mesh());
    return good(
        settings.trialPeers() == 0
            ? settings.geometry() + ", all peers elsewhere"
            : "%s over %d peers".formatted(settings.geometry(), settings.trialPeers()));
  }

  private List<Finding> keys() throws IOException {
    try (RepositoryKeys keys = new KeyFolder(data.keys()).open()) {
      return good("the key file opens them; repository %s".formatted(keys.repo()));
    }
  }

  private List<Finding> keyFile() throws IOException {
    List<Finding> findings = new ArrayList<>();
    for (Path file : new KeyFolder(data.keys()).secretFiles()) {
      if (!others(file).isEmpty()) {
        findings.add(
            new Finding.Warned(
                "%s is open to others than its owner. Mend it with: kakera doctor --fix"
                    .formatted(file)));
      }
    }
    return findings.isEmpty() ? good("for their owner only") : findings;
  }

  private static Set<PosixFilePermission> others(Path file) throws IOException {
    Set<PosixFilePermission> given = Files.getPosixFilePermissions(file);
    given.removeAll(PosixFilePermissions.fromString("rwx------"));
    return given;
  }

  private String mendKeyFile() throws IOException {
    int closed = 0;
    for (Path file : new KeyFolder(data.keys()).secretFiles()) {
      Set<PosixFilePermission> given = Files.getPosixFilePermissions(file);
      if (given.removeAll(others(file))) {
        Files.setPosixFilePermissions(file, given);
        closed++;
      }
    }
    return "%d files are for their owner only now".formatted(closed);
  }

  private List<Finding> catalog() {
    CatalogDatabase.check(data.catalog());
    return good("whole");
  }

  private List<Finding> lock() throws IOException {
    if (invocation.isHosted()) {
      return good("held by the home that runs this");
    }
    if (Files.isDirectory(data.path().resolve("run")) && !invocation.tryLock()) {
      return unmet(MessageId.LOCKED, invocation.lockedWords());
    }
    return good("nobody else works here");
  }

  /** Those that lie in the data folder; which of them run is another question. */
  private List<Finding> stores() throws IOException {
    List<Finding> findings = new ArrayList<>();
    int whole = 0;
    Path folder = data.path().resolve("stores");
    if (!Files.isDirectory(folder)) {
      return good("none lies here");
    }
    try (DirectoryStream<Path> stores = Files.newDirectoryStream(folder)) {
      for (Path store : stores) {
        Optional<Finding> wrong = store(store);
        wrong.ifPresent(findings::add);
        whole += wrong.isEmpty() ? 1 : 0;
      }
    }
    return findings.isEmpty() ? good("%d here, whole".formatted(whole)) : findings;
  }

  private static Optional<Finding> store(Path store) {
    try {
      StoreDirectory.check(store);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(
          new Finding.Unmet(
              MessageId.STORE_UNUSABLE,
              "store %s cannot be used: %s".formatted(store.getFileName(), e.getMessage())));
    }
  }

  static List<Finding> good(String text) {
    return List.of(new Finding.Good(text));
  }

  static List<Finding> unmet(MessageId id, String text) {
    return List.of(new Finding.Unmet(id, text));
  }
}
