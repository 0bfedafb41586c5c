package dev.kakera.console.command;

import dev.kakera.console.check.Check;
import dev.kakera.console.check.Finding;
import dev.kakera.console.check.Prerequisite;
import dev.kakera.console.failure.MessageId;
import dev.kakera.producer.scan.ExcludeRules;
import dev.kakera.producer.scan.ScanOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** What to leave out of a backup. */
final class ExcludeOptions {
  @Option(
      names = "--exclude",
      paramLabel = "PATTERN",
      description = "leave out what matches; as in a .gitignore")
  List<String> patterns = new ArrayList<>();

  @Option(
      names = "--exclude-file",
      paramLabel = "FILE",
      description = "file of patterns, as in a .gitignore")
  List<Path> files = new ArrayList<>();

  @Option(
      names = "--exclude-if-present",
      paramLabel = "NAME",
      description = "leave out what is in folders that hold this name")
  List<String> markers = new ArrayList<>();

  @Option(
      names = "--exclude-larger-than",
      paramLabel = "BYTES",
      description = "leave out larger files")
  Long largerThan;

  @Option(names = "--one-file-system", description = "do not go into other file systems")
  boolean oneFileSystem;

  /** That every file of patterns can be read. */
  Check check() {
    return Check.of(Prerequisite.EXCLUDES, this::look);
  }

  private List<Finding> look() {
    List<Finding> findings = new ArrayList<>();
    for (Path file : files) {
      if (!Files.isReadable(file) || Files.isDirectory(file)) {
        findings.add(
            new Finding.Unmet(
                MessageId.PREREQUISITE_MISSING,
                "--exclude-file %s cannot be read; check its path".formatted(file)));
      }
    }
    return findings.isEmpty()
        ? List.of(new Finding.Good("%d files of patterns".formatted(files.size())))
        : findings;
  }

  /** Where a path really lies; as it is when it is not there. */
  static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path.toAbsolutePath().normalize();
    }
  }

  /** A pattern that matches nothing but this path. */
  static String literal(String path) {
    return path.replaceAll("[\\\\*?\\[\\] ]", "\\\\$0");
  }

  ScanOptions toScanOptions(Path dataFolder, Path source) throws IOException {
    ExcludeRules.Builder rules = ExcludeRules.builder();
    patterns.forEach(rules::pattern);
    for (Path file : files) {
      rules.file(file);
    }
    for (String marker : markers) {
      rules.ifPresent(marker.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
    if (largerThan != null) {
      rules.largerThan(largerThan);
    }
    Path root = real(source);
    Path data = real(dataFolder);
    if (data.startsWith(root) && !data.equals(root)) {
      // A backup of itself would never end: what it writes would be new content to read.
      rules.pattern("/" + literal(root.relativize(data).toString()));
    }
    return ScanOptions.DEFAULT.withExcludes(rules.build()).withOneFileSystem(oneFileSystem);
  }
}
