package dev.kakera.producer.scan;

import java.nio.file.Path;

/** A process of its own, so that its heap can be kept small: walks, checks the order, prints. */
final class WideWalk {
  private WideWalk() {}

  public static void main(String[] arguments) throws Exception {
    try (SourceScanner scanner = SourceScanner.open(Path.of(arguments[0]), ScanOptions.DEFAULT)) {
      SourcePath previous = SourcePath.ROOT;
      scanner.next();
      for (var event = scanner.next(); event.isPresent(); event = scanner.next()) {
        if (event.get().path().compareTo(previous) <= 0) {
          throw new IllegalStateException(event.get().path() + " comes after " + previous);
        }
        previous = event.get().path();
      }
      System.out.print(scanner.summary().fileCount() + " files");
    }
  }
}
