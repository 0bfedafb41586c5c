package dev.kakera.console.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.console.CommandRunner;
import dev.kakera.console.output.TestTerminal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A backup that cannot begin. Nothing here ever starts a mesh. */
class BackupPrerequisitesTest {
  @TempDir Path folder;
  private Path data;
  private Path good;

  /** Words that make one prerequisite fail, and what is said then. */
  private record Unmet(List<String> words, String message) {}

  @BeforeEach
  void makeFolders() throws Exception {
    data = folder.resolve("data");
    good = Files.createDirectory(folder.resolve("good"));
  }

  @Test
  @DisplayName("I-29: every set of unmet prerequisites is named whole, and nothing that is met")
  void namesEverySetOfWhatIsUnmet() throws Exception {
    Path file = Files.writeString(folder.resolve("a-file"), "not a folder");
    Path taken = Files.writeString(folder.resolve("taken"), "something that is no words");
    List<Unmet> all =
        List.of(
            new Unmet(List.of(folder.resolve("gone").toString()), "gone is not there"),
            new Unmet(List.of(file.toString()), "a-file is not a folder"),
            new Unmet(
                List.of("--exclude-file", folder.resolve("no-rules").toString()),
                "no-rules cannot be read"),
            new Unmet(List.of("--words-file", taken.toString()), "taken is there already"));
    for (int set = 1; set < 1 << all.size(); set++) {
      List<String> words = new ArrayList<>(List.of("backup", "--data", data.toString()));
      List<String> unmet = new ArrayList<>();
      List<String> met = new ArrayList<>();
      for (int index = 0; index < all.size(); index++) {
        if ((set >> index & 1) == 1) {
          words.addAll(all.get(index).words());
          unmet.add(all.get(index).message());
        } else {
          met.add(all.get(index).message());
        }
      }
      words.add(good.toString());
      TestTerminal terminal = new TestTerminal();

      int exitCode = CommandRunner.here().run(terminal.terminal(), words.toArray(String[]::new));

      assertThat(exitCode).as("%s", words).isEqualTo(20);
      assertThat(terminal.err()).as("%s", words).contains(unmet);
      met.forEach(message -> assertThat(terminal.err()).doesNotContain(message));
      assertThat(terminal.err().lines())
          .hasSize(unmet.size())
          .allMatch(line -> line.startsWith("kakera: ") && line.endsWith("]"));
      assertThat(data).as("nothing is made before all is well").doesNotExist();
    }
    assertThat(Files.readString(taken)).isEqualTo("something that is no words");
  }

  @Test
  void refusesAWordsFileInAFolderThatIsNotThere() {
    TestTerminal terminal = run("--words-file", folder.resolve("no/words").toString(), good);

    assertThat(terminal.err()).contains("[PREREQUISITE_MISSING]").contains("no/words");
    assertThat(data).doesNotExist();
  }

  @Test
  void refusesToBackUpItsOwnDataFolder() throws Exception {
    Files.createDirectories(data.resolve("stores"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), data);

    for (Path source : List.of(data, data.resolve("stores"), link.resolve("stores"))) {
      assertThat(run(source).err())
          .contains("lies in the data folder")
          .contains("[PREREQUISITE_MISSING]");
    }
  }

  @Test
  void callsAGeometryThatCannotBeWrongUsage() {
    TestTerminal terminal = run("--geometry", "4-2", good);

    assertThat(terminal.err()).contains("[USAGE]").contains("4-2");
    assertThat(data).doesNotExist();
  }

  @Test
  @DisplayName("I-05: keys are never made anew over what is left of a mesh")
  void refusesToMakeKeysOverTheRestsOfAMesh() throws Exception {
    Path keys = Files.createDirectories(data.resolve("keys"));
    Path keyring = Files.writeString(keys.resolve("keyring"), "sealed");
    assertThat(run(good).err())
        .contains("mesh.properties is missing")
        .contains("[PREREQUISITE_MISSING]");
    assertThat(Files.readString(keyring)).isEqualTo("sealed");

    Files.delete(keyring);
    Files.createDirectories(data.resolve("stores/peer-1/heads"));
    Files.writeString(data.resolve("stores/peer-1/heads/00"), "a head");
    assertThat(run(good).err()).contains("holds no keys").contains("[KEY_WRONG]");
    assertThat(keyring).doesNotExist();
  }

  private TestTerminal run(Object... words) {
    List<String> all = new ArrayList<>(List.of("backup", "--data", data.toString()));
    for (Object word : words) {
      all.add(word.toString());
    }
    TestTerminal terminal = new TestTerminal();
    assertThat(CommandRunner.here().run(terminal.terminal(), all.toArray(String[]::new)))
        .isIn(2, 12, 20);
    return terminal;
  }
}
