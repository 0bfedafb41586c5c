package dev.kakera.console.data;

import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;

/** The folder that holds all state; nothing is written elsewhere. */
public final class DataFolder {
  private final Path path;

  private DataFolder(Path path) {
    this.path = path;
  }

  /** Names the folder; touches nothing. */
  public static DataFolder at(Path path) {
    return new DataFolder(path.toAbsolutePath().normalize());
  }

  /** Where it is when nobody says: as the XDG base directories have it. */
  public static Path defaultPath() {
    String data = System.getenv("XDG_DATA_HOME");
    Path base =
        data != null && !data.isBlank()
            ? Path.of(data)
            : Path.of(System.getProperty("user.home"), ".local", "share");
    return base.resolve("kakera");
  }

  public Path path() {
    return path;
  }

  public Path keys() {
    return path.resolve("keys");
  }

  /** The home's own certificate authority. */
  public Path authority() {
    return path.resolve("authority");
  }

  /** The broker's key and certificate for peers elsewhere. */
  public Path brokerTls() {
    return path.resolve("broker-tls");
  }

  public Path catalog() {
    return path.resolve("catalog");
  }

  public Path manifests() {
    return path.resolve("catalog").resolve("manifests");
  }

  public Path broker() {
    return path.resolve("broker");
  }

  public Path store(String peer) {
    return path.resolve("stores").resolve(peer);
  }

  public Path temp() {
    return path.resolve("tmp");
  }

  public Path log() {
    return path.resolve("log").resolve("kakera.log");
  }

  public Path mesh() {
    return path.resolve("mesh.properties");
  }

  /** What was measured here last. */
  public Path bench() {
    return path.resolve("bench.json");
  }

  /** Where a running role says how it is reached. */
  public Path endpoint(String role) {
    return path.resolve("run").resolve(role);
  }

  /** Makes the folder, for its owner only, and what every mesh needs in it. */
  public void create() {
    createAlone();
    try {
      Files.createDirectories(path.resolve("run"));
    } catch (IOException e) {
      throw cannotBeMade(e);
    }
  }

  /** Makes the folder, for its owner only, and nothing in it. */
  public void createAlone() {
    try {
      if (!Files.exists(path)) {
        Files.createDirectories(path.getParent());
        Files.createDirectory(
            path,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      }
    } catch (IOException e) {
      throw cannotBeMade(e);
    }
  }

  private CommandFailure cannotBeMade(IOException e) {
    return new CommandFailure(
        MessageId.PREREQUISITE_MISSING,
        "the data folder %s cannot be made: %s. Name another with --data"
            .formatted(path, e.getMessage()),
        e);
  }

  /** Says where a running role is reached; for the owner's eyes only. */
  public void publish(String role, String where) throws IOException {
    PrivateFiles.replace(endpoint(role), (where + "\n").getBytes(StandardCharsets.US_ASCII));
  }

  public void unpublish(String role) throws IOException {
    Files.deleteIfExists(endpoint(role));
  }

  /** Holds a role's lock until closed. */
  public static final class Lock implements AutoCloseable {
    private final FileChannel channel;

    private Lock(FileChannel channel) {
      this.channel = channel;
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  /** Takes a role's lock, or null when another process has it. */
  public Lock tryLock(String role) throws IOException {
    FileChannel channel =
        FileChannel.open(
            path.resolve("run").resolve(role + ".lock"),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE);
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return new Lock(channel);
      }
    } catch (OverlappingFileLockException e) {
      // This very process has it: the same answer as for another.
    }
    channel.close();
    return null;
  }
}
