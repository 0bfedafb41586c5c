package dev.kakera.e2e;

import dev.kakera.posix.Directory;
import dev.kakera.posix.PosixException;
import dev.kakera.posix.RawName;
import dev.kakera.posix.TreeRemover;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A folder for one test class, removed at the end whatever odd names and depths lie in it. Others
 * may pass through it, so that programs can run in it as another user.
 */
final class Workplace implements AutoCloseable {
  /** Kept from the start: a command that runs in this process sets its own. */
  private static final Path TEMP = Path.of(System.getProperty("java.io.tmpdir"));

  private final Path root;

  private Workplace(Path root) {
    this.root = root;
  }

  static Workplace create(String name) throws IOException {
    Path root = Files.createTempDirectory(TEMP, "kakera-" + name + "-").toRealPath();
    Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxr-xr-x"));
    return new Workplace(root);
  }

  /** Names something in it; makes nothing. */
  Path path(String name) {
    return root.resolve(name);
  }

  /** Makes a folder in it. */
  Path folder(String name) throws IOException {
    return Files.createDirectories(root.resolve(name));
  }

  /** Removes something in it, if it is there. */
  void remove(Path path) throws PosixException {
    remove(path.getParent(), path.getFileName().toString());
  }

  private static void remove(Path parent, String name) throws PosixException {
    try (Directory directory = Directory.open(parent)) {
      if (directory.find(RawName.of(name)).isPresent()) {
        TreeRemover.remove(directory, RawName.of(name));
      }
    }
  }

  @Override
  public void close() throws PosixException {
    remove(root.getParent(), root.getFileName().toString());
  }
}
