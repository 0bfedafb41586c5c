package dev.kakera.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.posix.EffectiveUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A folder goes to six peers and comes back through the broker, with everything odd in it. */
final class RoundTripIT {
  private static final List<String> NOT_BACKED_UP =
      Stream.concat(OddTree.SPECIALS.stream(), OddTree.EXCLUDED.stream()).toList();

  private static Workplace workplace;
  private static Kakera kakera;
  private static Path source;
  private static Outcome backup;

  @BeforeAll
  static void backUpTheOddTree() throws IOException {
    workplace = Workplace.create("round-trip");
    kakera = new Kakera(workplace.path("data"));
    source = workplace.folder("source");
    new OddTree(Seeds.of("RoundTripIT"), EffectiveUser.isRoot()).build(source);
    backup =
        kakera
            .run("backup", source.toString(), "--words-file", workplace.path("words").toString())
            .exits(0);
  }

  @AfterAll
  static void remove() throws IOException {
    workplace.close();
  }

  @Test
  @DisplayName("I-18: what comes back through the broker equals what was backed up")
  void restoresEverythingAsItWas() throws IOException {
    Path target = workplace.path("restored");
    kakera.run("restore", backup.snapshot(), "-t", target.toString()).exits(0);
    TreeComparison comparison = TreeComparison.of(source, target).without(NOT_BACKED_UP);
    assertThat(comparison.differences()).isEmpty();
    assertThat(comparison.compared()).isGreaterThan(3000);
  }

  @Test
  @DisplayName("I-18: what comes back from the store folders and the words is the same")
  void recoversEverythingAsItWas() throws IOException {
    Path target = workplace.path("recovered");
    new Kakera(workplace.path("nowhere"))
        .run(
            "recover",
            "--from=" + kakera.store("peer-2"),
            "--from=" + kakera.store("peer-3"),
            "--from=" + kakera.store("peer-5"),
            "--from=" + kakera.store("peer-6"),
            "--words-file=" + workplace.path("words"),
            "--snapshot=" + backup.snapshot(),
            "-t=" + target)
        .exits(0);
    assertThat(TreeComparison.of(source, target).without(NOT_BACKED_UP).differences()).isEmpty();
  }

  @Test
  void namesFifosAndSocketsAndPassesOverThem() {
    assertThat(backup.line("Files")).contains(" 0 unreadable, 2 passed over");
    Outcome list = kakera.run("ls", backup.snapshot() + ":special").exits(0);
    OddTree.SPECIALS.forEach(
        special -> assertThat(list.out()).contains(special + "   (not in the snapshot"));
  }

  @Test
  void writesTheWordsForTheirOwnerOnly() throws IOException {
    Path words = workplace.path("words");
    assertThat(Files.readString(words).strip().split(" ")).hasSize(24);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(words)))
        .isEqualTo("rw-------");
  }

  @Test
  void restoresOneFile() throws IOException {
    Path target = workplace.path("one-file");
    kakera
        .run("restore", backup.snapshot() + ":sizes/large-1048575", "-t", target.toString())
        .exits(0);
    try (Stream<Path> files = Files.list(target)) {
      assertThat(files).containsExactly(target.resolve("large-1048575"));
    }
    assertThat(
            Files.mismatch(source.resolve("sizes/large-1048575"), target.resolve("large-1048575")))
        .isEqualTo(-1);
  }

  @Test
  void restoresOneSubfolder() throws IOException {
    Path target = workplace.path("one-folder");
    kakera.run("restore", backup.snapshot() + ":sparse/", "-t", target.toString()).exits(0);
    assertThat(TreeComparison.of(source.resolve("sparse"), target).differences()).isEmpty();
  }

  @Test
  @DisplayName("I-17: a file that is there is never written over unless told")
  void leavesExistingFilesAlone() throws IOException {
    Path target = workplace.folder("occupied");
    Path mine = Files.writeString(target.resolve("same-1"), "mine");
    String what = backup.snapshot() + ":sizes";
    Outcome refused = kakera.run("restore", what, "-t", target.toString()).exits(20);
    assertThat(refused.err()).contains("TARGET_NOT_EMPTY", "same-1", "--overwrite=skip");
    try (Stream<Path> files = Files.list(target)) {
      assertThat(files).as("nothing was restored").containsExactly(mine);
    }
    kakera.run("restore", what, "-t", target.toString(), "--overwrite=skip").exits(0);
    assertThat(mine).hasContent("mine");
    assertThat(Files.mismatch(source.resolve("sizes/same-2"), target.resolve("same-2")))
        .isEqualTo(-1);
    kakera.run("restore", what, "-t", target.toString(), "--overwrite=always").exits(0);
    assertThat(TreeComparison.of(source.resolve("sizes"), target).rootsAside().differences())
        .isEmpty();
  }

  @Test
  void leavesOutWhatTheRulesExclude() throws IOException {
    Path folder = workplace.folder("ruled");
    Path rules = Files.writeString(workplace.path("rules"), "# from a file\n*.bak\n!keep.bak\n");
    for (String file :
        List.of("a.tmp", "b.txt", "c.bak", "keep.bak", "sub/d.tmp", "sub/e.log", "sub/f.txt")) {
      Files.createDirectories(folder.resolve(file).getParent());
      Files.writeString(folder.resolve(file), file);
    }
    Files.createDirectories(folder.resolve("build/deep"));
    Files.writeString(folder.resolve("build/deep/out"), "made");
    Files.writeString(folder.resolve(".kakeraignore"), "/build/\n");
    Files.writeString(folder.resolve("sub/.kakeraignore"), "*.log\n");
    Outcome ruled =
        kakera
            .run("backup", folder.toString(), "--exclude=*.tmp", "--exclude-file=" + rules)
            .exits(0);
    Path target = workplace.path("ruled-restored");
    kakera.run("restore", ruled.snapshot(), "-t", target.toString()).exits(0);
    assertThat(
            TreeComparison.of(folder, target)
                .without(List.of("a.tmp", "c.bak", "sub/d.tmp", "sub/e.log", "build"))
                .differences())
        .isEmpty();
  }
}
