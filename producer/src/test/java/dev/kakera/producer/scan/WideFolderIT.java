package dev.kakera.producer.scan;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.posix.Directory;
import dev.kakera.posix.RawName;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Needs a while to create its files, hence not among the unit tests. */
@Timeout(600)
class WideFolderIT {
  @Test
  void ordersAFolderOfAHundredThousandEntriesInLittleMemory() throws Exception {
    int count = 100_000;
    try (SourceTree tree = new SourceTree()) {
      try (Directory wide = tree.directory("wide")) {
        for (int i = 0; i < count; i++) {
          wide.createFile(RawName.of(Integer.toString(i * 7919 % count)), 0600).close();
        }
      }
      ProcessBuilder walk =
          new ProcessBuilder(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-Xmx16m",
              "-XX:+UseSerialGC",
              "--enable-native-access=ALL-UNNAMED",
              "-cp",
              System.getProperty("java.class.path"),
              WideWalk.class.getName(),
              tree.path().toString());
      Process process = walk.redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), UTF_8);
      assertThat(output).isEqualTo(count + " files");
      assertThat(process.waitFor()).isZero();
    }
  }
}
