package dev.kakera.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.core.key.RecoveryWords;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Bad input and bad states: each a sentence that says what to do, and nothing is changed. */
final class RefusalIT {
  private static Workplace workplace;
  private static Kakera kakera;
  private static Path source;
  private static Path words;

  @BeforeAll
  static void backUp() throws Exception {
    workplace = Workplace.create("refusal");
    kakera = new Kakera(workplace.path("data"));
    source = workplace.folder("source");
    words = workplace.path("words");
    new SampleTree(source, Seeds.of("RefusalIT")).build(4);
    kakera.run("backup", source.toString(), "--words-file", words.toString()).exits(0);
    settle();
  }

  /**
   * A snapshot is committed before its last copies are there: a peer that was behind takes them
   * while the next command runs, which is no change by that command.
   */
  private static void settle() throws Exception {
    for (int round = 0; objectsOfEachPeer().distinct().count() > 1; round++) {
      assertThat(round).as("commands until every peer holds as much as the others").isLessThan(10);
      Path target = workplace.path("settling-" + round);
      kakera.run("restore", "latest", "--target=" + target).exits(0);
    }
  }

  private static Stream<Integer> objectsOfEachPeer() throws IOException {
    List<Integer> counts = new ArrayList<>();
    for (int peer = 1; peer <= 6; peer++) {
      int count = 0;
      for (String kind : List.of("shards", "heads", "bundles")) {
        Path folder = kakera.store("peer-" + peer).resolve(kind);
        count += Files.isDirectory(folder) ? MeshFiles.files(folder).size() : 0;
      }
      counts.add(count);
    }
    return counts.stream();
  }

  @AfterAll
  static void remove() throws Exception {
    workplace.close();
  }

  /** Runs it and checks that it ended so, said so in one place, and left everything as it was. */
  private static Outcome refused(
      Kakera on, int exitCode, String id, List<String> told, String... command) throws Exception {
    Map<String, String> before = state(on);
    Outcome outcome = on.run(command).exits(exitCode);
    assertThat(outcome.err()).contains(told).contains("[" + id + "]");
    assertThat(outcome.err().lines().filter(line -> line.startsWith("kakera: ")))
        .as("sentences in %s", outcome)
        .hasSize((int) outcome.err().lines().filter(line -> line.endsWith("]")).count());
    assertThat(outcome.all()).doesNotContain("Exception", "\tat ");
    assertThat(state(on)).as("what is kept, after %s", outcome).isEqualTo(before);
    return outcome;
  }

  private static Outcome refused(int exitCode, String id, List<String> told, String... command)
      throws Exception {
    return refused(kakera, exitCode, id, told, command);
  }

  /** What must not change: keys, shards, heads, bundles, the catalog's rows. */
  private static Map<String, String> state(Kakera on) throws Exception {
    Map<String, String> state = new TreeMap<>();
    for (Path file : MeshFiles.files(on.data())) {
      String name = on.data().relativize(file).toString();
      if (name.matches("keys/.*|mesh.properties|stores/[^/]*/(shards|heads|bundles|trash)/.*")) {
        state.put(name, Files.size(file) + " " + Files.getLastModifiedTime(file));
      }
    }
    try {
      state.put("catalog", CatalogRows.of(on.data()).all().toString());
    } catch (java.sql.SQLException e) {
      state.put("catalog", "unreadable");
    }
    return state;
  }

  private static Kakera copyOfData(String name) throws Exception {
    return new Kakera(SampleTree.copy(kakera.data(), workplace.path(name)));
  }

  private static Outcome refusedWords(String name, List<String> told, List<String> other)
      throws Exception {
    Path file = Files.writeString(workplace.path(name), String.join(" ", other));
    Path target = workplace.path("target-" + name);
    Outcome outcome =
        refused(
            12,
            "WORDS_WRONG",
            told,
            "recover",
            "--from=" + kakera.store("peer-1"),
            "--words-file=" + file,
            "--target=" + target);
    assertThat(target).doesNotExist();
    return outcome;
  }

  private static List<String> rightWords() throws IOException {
    return new ArrayList<>(List.of(Files.readString(words).strip().split(" ")));
  }

  @Test
  void namesTheWordThatIsNotInTheList() throws Exception {
    List<String> other = rightWords();
    other.set(4, "zzzz");
    Outcome outcome =
        refusedWords("wrong-word", List.of("word 5, \"zzzz\", is not in the list"), other);
    assertThat(outcome.err()).as("no right word is repeated").doesNotContain(other.get(3) + " ");
  }

  @Test
  void countsTheWords() throws Exception {
    refusedWords("few-words", List.of("got 23 words, expected 24"), rightWords().subList(0, 23));
  }

  @Test
  void noticesSwappedWords() throws Exception {
    List<String> other = rightWords();
    for (int at = 0; addsUp(other); at++) {
      other = rightWords();
      Collections.swap(other, at, at + 1);
    }
    refusedWords("swapped-words", List.of("two are swapped"), other);
  }

  private static boolean addsUp(List<String> candidate) {
    try {
      RecoveryWords.decode(String.join(" ", candidate)).close();
      return true;
    } catch (RecoveryWords.WrongWordsException e) {
      return false;
    }
  }

  @Test
  void noticesTheWordsOfAnotherMesh() throws Exception {
    Path other = workplace.path("other-words");
    new Kakera(workplace.path("other-data")).run("init", "--words-file", other.toString()).exits(0);
    refusedWords(
        "others-words",
        List.of("another repository"),
        List.of(Files.readString(other).strip().split(" ")));
  }

  @Test
  void refusesAFileForAFolder() throws Exception {
    Path file = Files.writeString(workplace.path("a-file"), "x");
    refused(20, "SOURCE_MISSING", List.of(file + " is not a folder"), "backup", file.toString());
  }

  @Test
  @DisplayName("I-29: every unmet prerequisite is named, and nothing that is met")
  void namesAllThatIsMissing() throws Exception {
    Outcome outcome =
        refused(
            20,
            "PREREQUISITE_MISSING",
            List.of("/no/such/folder is not there", "--exclude-file /no/such/rules"),
            "backup",
            "/no/such/folder",
            source.toString(),
            "--exclude-file=/no/such/rules");
    assertThat(outcome.err()).contains("[SOURCE_MISSING]").doesNotContain(source.toString());
  }

  @Test
  void refusesAnUnknownSnapshot() throws Exception {
    refused(
        1,
        "SNAPSHOT_UNKNOWN",
        List.of("\"ffffffffffff\"", "kakera snapshots"),
        "restore",
        "ffffffffffff",
        "--target=" + workplace.path("unknown-target"));
    assertThat(workplace.path("unknown-target")).doesNotExist();
  }

  @Test
  void refusesAnUnknownPath() throws Exception {
    refused(
        1,
        "PATH_UNKNOWN",
        List.of("no/such/path"),
        "restore",
        "latest:no/such/path",
        "--target=" + workplace.path("unknown-path"));
    assertThat(workplace.path("unknown-path")).doesNotExist();
  }

  @Test
  @DisplayName("I-17: a path that leads upward is refused")
  void refusesAPathThatLeadsUpward() throws Exception {
    refused(
        2,
        "USAGE",
        List.of(".."),
        "restore",
        "latest:photos/../../x",
        "--target=" + workplace.path("upward"));
    assertThat(workplace.path("upward")).doesNotExist();
  }

  @Test
  void refusesATargetThatIsAFile() throws Exception {
    Path target = Files.writeString(workplace.path("target-file"), "mine");
    refused(
        20,
        "TARGET_UNUSABLE",
        List.of(target.toString(), "not a folder"),
        "restore",
        "latest",
        "--target=" + target);
    assertThat(target).hasContent("mine");
  }

  @Test
  void refusesATargetThatHoldsTheSameNames() throws Exception {
    Path target = workplace.folder("filled");
    Path mine = Files.writeString(target.resolve("film.mov"), "mine");
    refused(
        20,
        "TARGET_NOT_EMPTY",
        List.of("film.mov", "--overwrite"),
        "restore",
        "latest",
        "--target=" + target);
    assertThat(mine).hasContent("mine");
    assertThat(MeshFiles.files(target)).containsExactly(mine);
  }

  @Test
  void neverWritesWordsOverAFile() throws Exception {
    Path file = Files.writeString(workplace.path("no-words"), "hello");
    Kakera fresh = new Kakera(workplace.path("fresh-data"));
    refused(
        fresh,
        20,
        "WORDS_FILE_EXISTS",
        List.of(file.toString(), "--words-file"),
        "backup",
        source.toString(),
        "--words-file=" + file);
    assertThat(file).hasContent("hello");
    assertThat(fresh.data()).doesNotExist();
  }

  @Test
  void refusesAnUnknownOption() throws Exception {
    refused(
        2,
        "USAGE",
        List.of("--no-such-option", "kakera help backup"),
        "backup",
        source.toString(),
        "--no-such-option");
    refused(2, "USAGE", List.of("DIR"), "backup");
    refused(2, "USAGE", List.of("--overwrite"), "restore", "latest", "-t=/x", "--overwrite=maybe");
    refused(2, "USAGE", List.of("--geometry"), "init", "--geometry=0+9");
  }

  @Test
  void saysThatThereIsNoMesh() throws Exception {
    Kakera empty = new Kakera(workplace.folder("empty-data"));
    for (List<String> command :
        List.of(
            List.of("snapshots"),
            List.of("status"),
            List.of("ls", "latest"),
            List.of("restore", "latest", "-t", workplace.path("none").toString()))) {
      refused(
          empty,
          10,
          "NOT_INITIALISED",
          List.of("kakera init", "kakera backup"),
          command.toArray(String[]::new));
    }
    assertThat(workplace.path("none")).doesNotExist();
  }

  @Test
  void refusesASecondRunAtOnce() throws Exception {
    try (KakeraProcess first =
        KakeraProcess.Launch.of(workplace, kakera.data()).start("backup", source.toString())) {
      Deadline.await(
          "the first run backs up",
          () -> first.soFar().err().contains("Source ") || !first.isAlive(),
          first::toString);
      first.freeze();
      Outcome second = kakera.run("backup", source.toString()).exits(11);
      assertThat(second.err()).contains("[LOCKED]", kakera.data().toString(), "wait until");
      kakera.run("snapshots").exits(11);
      first.thaw();
      first.await().exits(0);
    }
    kakera.run("status").exits(0);
  }

  @Test
  @DisplayName("I-24: a damaged catalog is refused, and nothing at the peers is touched")
  void refusesADamagedCatalog() throws Exception {
    Kakera damaged = copyOfData("damaged-catalog");
    Path catalog = CatalogRows.of(damaged.data()).file();
    try (RandomAccessFile file = new RandomAccessFile(catalog.toFile(), "rw")) {
      file.seek(file.length() / 2 / 4096 * 4096);
      byte[] garbage = new byte[4096];
      Arrays.fill(garbage, (byte) 0xa5);
      file.write(garbage);
    }
    List<String> told = List.of(catalog.toString(), "damaged", "kakera rebuild");
    refused(damaged, 1, "CATALOG_DAMAGED", told, "backup", source.toString());
    refused(damaged, 1, "CATALOG_DAMAGED", told, "snapshots");
  }

  @Test
  @DisplayName("I-24: no new catalog takes the place of one that is missing")
  void refusesAMissingCatalog() throws Exception {
    Kakera bereft = copyOfData("missing-catalog");
    workplace.remove(bereft.data().resolve("catalog"));
    List<String> told = List.of("missing", "kakera rebuild");
    refused(bereft, 1, "CATALOG_DAMAGED", told, "backup", source.toString());
    refused(bereft, 1, "CATALOG_DAMAGED", told, "restore", "latest", "-t=" + workplace.path("x"));
  }

  @Test
  void refusesADamagedKeyFile() throws Exception {
    Kakera damaged = copyOfData("damaged-key");
    Path key = damaged.data().resolve("keys").resolve("home.key");
    byte[] bytes = Files.readAllBytes(key);
    bytes[7] ^= 1;
    Files.write(key, bytes);
    List<String> told = List.of("does not open the keyring", "kakera recover");
    refused(damaged, 12, "KEY_WRONG", told, "backup", source.toString());
    refused(damaged, 12, "KEY_WRONG", told, "snapshots");
    Files.write(key, Arrays.copyOf(bytes, 31));
    refused(damaged, 12, "KEY_WRONG", List.of("31 bytes"), "snapshots");
    Files.delete(key);
    refused(damaged, 12, "KEY_WRONG", List.of("missing"), "snapshots");
  }

  @Test
  void saysThatThePortIsTaken() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Outcome outcome =
          KakeraProcess.Launch.of(workplace, workplace.path("port-data"))
              .run("broker", "--port=" + taken.getLocalPort())
              .exits(20);
      assertThat(outcome.err())
          .contains("[PORT_TAKEN]", "port " + taken.getLocalPort(), "stop that one");
    }
  }
}
