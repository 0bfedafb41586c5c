package dev.kakera.producer.scan;

import dev.kakera.posix.Directory;
import dev.kakera.posix.OpenFile;
import dev.kakera.posix.PosixException;
import dev.kakera.posix.RawName;
import dev.kakera.posix.TreeRemover;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A source folder for one test, built below an own directory and removed with it. */
final class SourceTree implements AutoCloseable {
  private static final byte[] SOURCE = RawName.of("source");

  private final Path base;
  private final Directory baseParent;
  private final Directory baseDirectory;
  private final Directory source;

  SourceTree() throws IOException {
    base = Files.createTempDirectory("kakera-scan-");
    baseParent = Directory.open(base.getParent());
    baseDirectory = Directory.open(base);
    baseDirectory.createDirectory(SOURCE, 0755);
    source = baseDirectory.openDirectory(SOURCE);
  }

  Directory source() {
    return source;
  }

  Path path() {
    return base.resolve("source");
  }

  /** Opens a directory below the source, creating what is missing. */
  Directory directory(String... names) throws PosixException {
    Directory at = baseDirectory.openDirectory(SOURCE);
    for (String name : names) {
      byte[] raw = RawName.of(name);
      Directory below;
      try (Directory above = at) {
        if (above.find(raw).isEmpty()) {
          above.createDirectory(raw, 0755);
        }
        below = above.openDirectory(raw);
      }
      at = below;
    }
    return at;
  }

  /** Writes a text file at a path with slashes, creating the directories of the path. */
  void write(String path, String content) throws PosixException {
    write(path, RawName.of(content));
  }

  void write(String path, byte[] content) throws PosixException {
    String[] names = path.split("/", -1);
    String[] above = Arrays.copyOf(names, names.length - 1);
    try (Directory directory = directory(above);
        OpenFile file = directory.createFile(RawName.of(names[names.length - 1]), 0644)) {
      file.write(content, 0, content.length);
    }
  }

  List<ScanEvent> scan(ScanOptions options) throws PosixException {
    try (SourceScanner scanner = SourceScanner.open(path(), options)) {
      return drain(scanner);
    }
  }

  static List<ScanEvent> drain(SourceScanner scanner) throws PosixException {
    List<ScanEvent> events = new ArrayList<>();
    for (var event = scanner.next(); event.isPresent(); event = scanner.next()) {
      events.add(event.get());
    }
    return events;
  }

  /** The paths of the entries in the order of the walk, directories with a slash at the end. */
  static List<String> paths(List<ScanEvent> events) {
    return events.stream()
        .filter(ScannedEntry.class::isInstance)
        .map(e -> e.path().display() + (e instanceof ScannedDirectory ? "/" : ""))
        .toList();
  }

  @Override
  public void close() throws IOException {
    source.close();
    baseDirectory.close();
    TreeRemover.remove(baseParent, RawName.of(base.getFileName().toString()));
    baseParent.close();
  }
}
