package dev.kakera.posix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A new directory for one test, removed with all that is in it. */
final class TestTree implements AutoCloseable {
  private final Path path;
  private final Directory parent;
  private final Directory root;

  TestTree() throws IOException {
    path = Files.createTempDirectory("kakera-posix-");
    parent = Directory.open(path.getParent());
    root = Directory.open(path);
  }

  Directory root() {
    return root;
  }

  Path path() {
    return path;
  }

  void write(String name, byte[] content) throws IOException {
    try (OpenFile file = root.createFile(RawName.of(name), 0644)) {
      file.write(content, 0, content.length);
    }
  }

  @Override
  public void close() throws IOException {
    root.close();
    TreeRemover.remove(parent, RawName.of(path.getFileName().toString()));
    parent.close();
  }
}
