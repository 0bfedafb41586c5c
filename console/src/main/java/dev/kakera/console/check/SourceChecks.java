package dev.kakera.console.check;

import dev.kakera.console.failure.MessageId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What must hold of the folders that are backed up.
 *
 * @param data the data folder
 */
public record SourceChecks(List<Path> sources, Path data) {
  public SourceChecks {
    sources = List.copyOf(sources);
  }

  public Check check() {
    return Check.of(Prerequisite.SOURCE, this::look);
  }

  private List<Finding> look() {
    List<Finding> findings = new ArrayList<>();
    for (Path source : sources) {
      findings.addAll(of(source));
      if (real(source).startsWith(real(data))) {
        // A backup of its own stores would never end: what it writes would be new content to read.
        findings.add(
            new Finding.Unmet(
                MessageId.PREREQUISITE_MISSING,
                "%s lies in the data folder %s, which cannot be backed up into itself; name a folder outside it"
                    .formatted(source, real(data))));
      }
    }
    return findings;
  }

  private static List<Finding> of(Path source) {
    if (!Files.exists(source)) {
      return DataChecks.unmet(
          MessageId.SOURCE_MISSING, "%s is not there; check its path".formatted(source));
    }
    if (!Files.isDirectory(source)) {
      return DataChecks.unmet(
          MessageId.SOURCE_MISSING,
          "%s is not a folder; name the folder it is in".formatted(source));
    }
    if (!Files.isReadable(source) || !Files.isExecutable(source)) {
      return DataChecks.unmet(
          MessageId.SOURCE_UNREADABLE,
          "%s cannot be read by this user; run as one who may, or give this one the right"
              .formatted(source));
    }
    return DataChecks.good("%s, readable".formatted(source));
  }

  /** Where a path really lies; as it is when it is not there. */
  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path.toAbsolutePath().normalize();
    }
  }
}
