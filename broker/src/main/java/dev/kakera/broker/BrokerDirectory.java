package dev.kakera.broker;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.Reader;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * What lies in a broker's directory, held by one process at a time.
 *
 * <pre>
 * broker.lock         locked while a broker runs; what is left of a killed one locks nothing
 * broker.properties   cluster id and the last port
 * log/                Kafka's own; there only when completely formatted
 * log.forming/        being formatted; thrown away at the next start
 * </pre>
 *
 * <p>Only {@code broker.lock} matters for safety. All the rest may be deleted while no broker runs:
 * the broker is never the truth.
 */
final class BrokerDirectory implements AutoCloseable {

  private static final String CLUSTER_ID = "cluster.id";
  private static final String PORT = "port";

  private final Path root;
  private final FileChannel lockFile;

  private BrokerDirectory(Path root, FileChannel lockFile) {
    this.root = root;
    this.lockFile = lockFile;
  }

  /**
   * Makes the directory if need be and takes it for this process.
   *
   * @throws DirectoryInUseException if another broker, in this process or another, has it
   */
  static BrokerDirectory take(Path directory) throws IOException {
    Path root = Files.createDirectories(directory.toAbsolutePath().normalize()).toRealPath();
    FileChannel channel =
        FileChannel.open(
            root.resolve("broker.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (tryLock(channel) == null) {
        throw new DirectoryInUseException(root);
      }
      return new BrokerDirectory(root, channel);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  Path root() {
    return root;
  }

  Path log() {
    return root.resolve("log");
  }

  boolean isFormatted() {
    return Files.isRegularFile(log().resolve("meta.properties"));
  }

  /** An empty directory to format in. */
  Path beginForming() throws IOException {
    Path forming = root.resolve("log.forming");
    deleteTree(forming);
    return Files.createDirectory(forming);
  }

  /** Puts the formatted directory in the place of whatever is there. */
  void endForming(Path forming) throws IOException {
    deleteTree(log());
    Files.move(forming, log(), StandardCopyOption.ATOMIC_MOVE);
    forceDirectory(root);
  }

  Optional<String> clusterId() throws IOException {
    return Optional.ofNullable(properties().getProperty(CLUSTER_ID));
  }

  /** The port of the last start, or 0. */
  int lastPort() throws IOException {
    String port = properties().getProperty(PORT, "");
    return port.matches("[0-9]{1,5}") && Integer.parseInt(port) <= 0xffff
        ? Integer.parseInt(port)
        : 0;
  }

  void remember(String clusterId, int port) throws IOException {
    if (clusterId.equals(clusterId().orElse("")) && port == lastPort()) {
      return;
    }
    Path file = root.resolve("broker.properties");
    Path next = root.resolve("broker.properties.next");
    Files.writeString(next, CLUSTER_ID + "=" + clusterId + "\n" + PORT + "=" + port + "\n", UTF_8);
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public void close() throws IOException {
    lockFile.close();
  }

  private Properties properties() throws IOException {
    Properties properties = new Properties();
    Path file = root.resolve("broker.properties");
    if (Files.isRegularFile(file)) {
      try (Reader reader = Files.newBufferedReader(file, UTF_8)) {
        properties.load(reader);
      }
    }
    return properties;
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  private static void forceDirectory(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  private static void deleteTree(Path tree) throws IOException {
    if (!Files.exists(tree)) {
      return;
    }
    Files.walkFileTree(
        tree,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.delete(directory);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
