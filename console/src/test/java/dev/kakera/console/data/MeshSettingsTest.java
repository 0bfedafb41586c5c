package dev.kakera.console.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.console.failure.CommandFailure;
import dev.kakera.core.erasure.Geometry;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MeshSettingsTest {
  @TempDir Path folder;

  @Test
  void readsWhatItWrote() throws Exception {
    Path file = folder.resolve("mesh.properties");
    MeshSettings settings = new MeshSettings(new Geometry(2, 3), 9);

    settings.write(file);

    assertThat(MeshSettings.read(file)).isEqualTo(settings);
    assertThat(settings.peerNames()).hasSize(9).startsWith("peer-1").endsWith("peer-9");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 1, 65})
  void refusesTooFewOrTooManyPeers(int peers) {
    assertThatThrownBy(() -> new MeshSettings(new Geometry(4, 2), peers))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("got " + peers);
  }

  @Test
  void refusesANewerVersion() throws Exception {
    Path file = folder.resolve("mesh.properties");
    Files.writeString(file, "version=2\ngeometry=4+2\ntrial.peers=6\n");

    assertThatThrownBy(() -> MeshSettings.read(file))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("version 2, this program knows 1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "version=1\n",
        "version=1\ngeometry=4+2\n",
        "version=1\ngeometry=four\ntrial.peers=6\n",
        "version=1\ngeometry=4+2\ntrial.peers=many\n",
        "version=1\ngeometry=4+2\ntrial.peers=1\n"
      })
  void namesAFileThatWasEdited(String text) throws Exception {
    Path file = folder.resolve("mesh.properties");
    Files.writeString(file, text);

    assertThatThrownBy(() -> MeshSettings.read(file))
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("Bring it back from a copy");
  }
}
