package dev.kakera.console.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file that a role writes while it lives, so that somebody else can see it without starting a
 * JVM: how old it is says whether the role lives, what is in it what the role does.
 */
final class HealthFile {
  private static final String VARIABLE = "KAKERA_HEALTH_FILE";
  private static final Logger LOG = LoggerFactory.getLogger(HealthFile.class);

  private final Optional<Path> file;
  private boolean failed;

  HealthFile(Optional<Path> file) {
    this.file = file;
  }

  /** The one that {@value #VARIABLE} names, or none. */
  static HealthFile ofEnvironment() {
    return new HealthFile(
        Optional.ofNullable(System.getenv(VARIABLE)).filter(name -> !name.isBlank()).map(Path::of));
  }

  void beat(String state) {
    if (file.isEmpty()) {
      return;
    }
    try {
      Files.writeString(file.get(), state + "\n");
      failed = false;
    } catch (IOException e) {
      // The role is well all the same; whoever looks at the file will say that it is not.
      if (!failed) {
        LOG.warn("health file {} cannot be written: {}", file.get(), e.getMessage());
      }
      failed = true;
    }
  }
}
