package dev.kakera.console.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.producer.scan.ScanEvent;
import dev.kakera.producer.scan.SourceScanner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExcludeOptionsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"data", "[a]*", "what?", "back\\slash", "!no", "#hash", "end ", "a b"})
  void leavesTheDataFolderOutWhateverItIsCalled(String name) throws Exception {
    Path source = Files.createDirectory(folder.resolve("source"));
    Path data = Files.createDirectories(source.resolve("deep").resolve(name));
    Files.writeString(data.resolve("keyring"), "secret");
    Files.writeString(source.resolve("deep").resolve("a"), "kept");

    assertThat(walk(data, source)).contains("deep/a").noneMatch(path -> path.contains("keyring"));
  }

  @Test
  void leavesTheDataFolderOutBehindALink() throws Exception {
    Path source = Files.createDirectory(folder.resolve("source"));
    Path data = Files.createDirectories(source.resolve("data"));
    Files.writeString(data.resolve("keyring"), "secret");
    Path link = Files.createSymbolicLink(folder.resolve("link"), source);

    assertThat(walk(data, link)).noneMatch(path -> path.contains("keyring"));
    assertThat(walk(link.resolve("data"), source)).noneMatch(path -> path.contains("keyring"));
  }

  private static List<String> walk(Path data, Path source) throws Exception {
    List<String> paths = new ArrayList<>();
    try (SourceScanner scanner =
        SourceScanner.open(source, new ExcludeOptions().toScanOptions(data, source))) {
      for (Optional<ScanEvent> event = scanner.next(); event.isPresent(); event = scanner.next()) {
        paths.add(event.get().path().display());
      }
    }
    return paths;
  }
}
