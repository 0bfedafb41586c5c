package dev.kakera.e2e;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Copies this process's class path to where every user may read it. */
final class ReadableProgram {
  private ReadableProgram() {}

  /** The class path of the copy. */
  static String copyTo(Path folder) throws IOException {
    List<String> copies = new ArrayList<>();
    for (String element : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path original = Path.of(element).toAbsolutePath();
      if (!Files.exists(original)) {
        continue;
      }
      Path copy = folder.resolve(copies.size() + "-" + original.getFileName());
      copyTree(original, copy);
      copies.add(copy.toString());
    }
    return String.join(File.pathSeparator, copies);
  }

  private static void copyTree(Path original, Path copy) throws IOException {
    try (Stream<Path> files = Files.walk(original)) {
      for (Path file : files.toList()) {
        Path to = copy.resolve(original.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(to);
        } else {
          Files.copy(file, to);
        }
      }
    }
  }
}
