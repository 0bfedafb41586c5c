package dev.kakera.console.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.console.CommandRunner;
import dev.kakera.console.data.DataFolder;
import dev.kakera.console.output.TestTerminal;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stops a backup, told by doctor and by the backup alike. Nothing here starts a mesh. */
class DoctorTest {
  private static final Pattern REFUSED = Pattern.compile("kakera: (.*)");
  private static final Pattern FAILED = Pattern.compile("\\[FAIL\\] \\S+ +(.*)");

  @TempDir Path folder;
  private Path data;
  private Path source;

  @BeforeEach
  void makeMesh() throws Exception {
    data = folder.resolve("data");
    source = Files.createDirectory(folder.resolve("source"));
    assertThat(
            run("init", "--geometry", "1+1", "--words-file", folder.resolve("words").toString())
                .exitCode)
        .isZero();
  }

  /** A way to break one prerequisite. */
  private record Break(String told, Action breaking, Action mending) {
    @FunctionalInterface
    interface Action {
      void run() throws Exception;
    }
  }

  private record Ran(int exitCode, TestTerminal terminal) {
    /** The sentences with their ids, as a set. */
    Set<String> told(Pattern pattern) {
      return (terminal.out() + terminal.err())
          .lines()
          .map(pattern::matcher)
          .filter(Matcher::matches)
          .map(line -> line.group(1))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private Ran run(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--data", data.toString()));
    TestTerminal terminal = new TestTerminal();
    return new Ran(
        CommandRunner.here().run(terminal.terminal(), all.toArray(String[]::new)), terminal);
  }

  private Break exchanged(String told, String file, String content) throws Exception {
    Path path = data.resolve(file);
    byte[] good = Files.readAllBytes(path);
    return new Break(told, () -> Files.writeString(path, content), () -> Files.write(path, good));
  }

  private List<Break> breaks() throws Exception {
    DataFolder.Lock[] lock = new DataFolder.Lock[1];
    ServerSocket[] broker = new ServerSocket[1];
    Path endpoint = data.resolve("run/broker");
    return List.of(
        new Break(
            "source is not there; check its path [SOURCE_MISSING]",
            () -> Files.delete(source),
            () -> Files.createDirectory(source)),
        exchanged("version 9, this program knows 1", "mesh.properties", "version=9\n"),
        exchanged("the key file has 3 bytes", "keys/home.key", "abc"),
        exchanged("catalog.db is damaged", "catalog/catalog.db", "no catalog"),
        exchanged("store peer-1 cannot be used", "stores/peer-1/store.properties", "layout=1\n"),
        new Break(
            "another run of kakera works in",
            () -> lock[0] = DataFolder.at(data).tryLock("home"),
            () -> lock[0].close()),
        new Break(
            "but no home that works with it",
            () -> {
              broker[0] = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
              Files.writeString(endpoint, "127.0.0.1:" + broker[0].getLocalPort());
            },
            () -> {
              broker[0].close();
              Files.delete(endpoint);
            }));
  }

  @Test
  @DisplayName(
      "I-29: of every set of prerequisites exactly the unmet ones are named, by both alike")
  void namesExactlyWhatABackupIsRefusedFor() throws Exception {
    List<Break> breaks = breaks();
    for (int set = 0; set < 1 << breaks.size(); set++) {
      List<String> expected = new ArrayList<>();
      for (int index = 0; index < breaks.size(); index++) {
        if ((set >> index & 1) == 1) {
          breaks.get(index).breaking().run();
          expected.add(breaks.get(index).told());
        }
      }

      Ran doctor = run("doctor", source.toString());

      Set<String> failed = doctor.told(FAILED);
      assertThat(failed).as("set %x", set).hasSize(expected.size());
      for (String told : expected) {
        assertThat(failed).as("set %x", set).anyMatch(line -> line.contains(told));
      }
      if (set != 0) {
        Ran backup = run("backup", source.toString());
        assertThat(backup.told(REFUSED)).as("set %x", set).isEqualTo(failed);
        assertThat(doctor.exitCode()).as("set %x", set).isEqualTo(backup.exitCode()).isPositive();
      } else {
        assertThat(doctor.exitCode()).isZero();
      }
      for (int index = breaks.size() - 1; index >= 0; index--) {
        if ((set >> index & 1) == 1) {
          breaks.get(index).mending().run();
        }
      }
    }
  }

  @Test
  void saysOnALineWhichKernelAndCipherRunAndWhy() {
    assertThat(run("doctor", "--only", "coder").terminal().out().lines())
        .hasSize(2)
        .first()
        .asString()
        .matches("\\[ok\\] +coder +kernel .+: .+; cipher .+");
  }

  @Test
  void mendsTheRightsOfKeyFilesAndNothingElse() throws Exception {
    Path key = data.resolve("keys/home.key");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
    byte[] before = Files.readAllBytes(key);

    Ran told = run("doctor", "--only", "key-file");
    assertThat(told.exitCode()).as("a warning stops nothing").isZero();
    assertThat(told.terminal().out()).contains("[warn]", key.toString(), "1 warning");
    Ran mended = run("doctor", "--only", "key-file", "--fix");

    assertThat(mended.terminal().out()).contains("mended key-file: 1 files", "[ok]");
    assertThat(Files.getPosixFilePermissions(key))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(Files.readAllBytes(key)).isEqualTo(before);
  }

  @Test
  void looksWithoutAMeshToo() {
    data = folder.resolve("nothing");

    Ran told = run("doctor");

    assertThat(told.exitCode()).isZero();
    assertThat(told.terminal().out()).contains("none yet");
    assertThat(data).as("it makes nothing").doesNotExist();
    assertThat(run("doctor", "--only", "nonsense").terminal().err()).contains("[USAGE]", "catalog");
    assertThat(run("doctor", "--peer", "peer-9").terminal().err()).contains("[USAGE]", "peer-6");
  }
}
