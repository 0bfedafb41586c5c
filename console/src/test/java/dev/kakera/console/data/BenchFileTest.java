package dev.kakera.console.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BenchFileTest {
  @TempDir Path folder;

  private BenchFile file() {
    return new BenchFile(folder.resolve("bench.json"));
  }

  @Test
  void readsBackWhatItWrote() throws Exception {
    Map<String, Long> figures = Map.of("read", 1L, "local_store", 999_999_999_999L);
    file().write("2026-01-01T00:00:00Z", Map.of("seal", 5L));
    file().write("2026-01-02T00:00:00Z", figures);
    assertThat(file().read()).isEqualTo(figures);
    assertThat(folder.toFile().list()).containsExactly("bench.json");
    assertThat(Files.getPosixFilePermissions(file().path()))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void takesAnythingElseForNoFigures() throws Exception {
    assertThat(file().read()).isEmpty();
    for (String text : new String[] {"", "{}", "\0\uffff", "{\n  \"schema_version\": 2,\n"}) {
      Files.writeString(file().path(), text + "\n    \"read\": 1\n");
      assertThat(file().read()).as(text).isEmpty();
    }
  }
}
