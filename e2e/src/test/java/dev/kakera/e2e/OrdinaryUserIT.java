package dev.kakera.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.kakera.posix.EffectiveUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The same as an ordinary user, who may not read everything and gives nothing away. */
final class OrdinaryUserIT {
  private static final int NOBODY = 65534;
  private static final List<String> AS_NOBODY =
      List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups", "--");

  @Test
  void backsUpWhatItMayReadAndNamesTheRest() throws Exception {
    assumeTrue(canBecomeNobody());
    try (Workplace workplace = Workplace.create("ordinary")) {
      String classPath = ReadableProgram.copyTo(workplace.folder("program"));
      Path home = own(workplace.folder("home"));
      Path source = own(workplace.folder("home/source"));
      build(classPath, source);
      List<String> unreadable = addUnreadable(source);
      KakeraProcess.Launch launch =
          KakeraProcess.Launch.of(workplace, home.resolve("data")).as(AS_NOBODY, classPath);
      Outcome backup =
          launch
              .run("backup", source.toString(), "--words-file", home.resolve("words").toString())
              .exits(3);
      assertThat(backup.err()).contains("SOURCE_INCOMPLETE", "secret-file", "secret-folder");
      assertThat(backup.line("Files")).contains(" 2 unreadable");
      assertThat(launch.run("snapshots").exits(0).out()).contains("incomplete");
      Path target = home.resolve("restored");
      launch.run("restore", "latest", "-t", target.toString()).exits(0);
      List<String> absent = new ArrayList<>(unreadable);
      absent.addAll(OddTree.SPECIALS);
      absent.addAll(OddTree.EXCLUDED);
      assertThat(TreeComparison.of(source, target).without(absent).differences()).isEmpty();
    }
  }

  private static boolean canBecomeNobody() throws Exception {
    String why = null;
    if (!EffectiveUser.isRoot()) {
      why = "this process is not root, so it cannot become another user";
    } else {
      List<String> command = new ArrayList<>(AS_NOBODY);
      command.add("true");
      try {
        int exitCode = new ProcessBuilder(command).inheritIO().start().waitFor();
        why = exitCode == 0 ? null : "setpriv gave " + exitCode;
      } catch (IOException e) {
        why = e.getMessage();
      }
    }
    if (why != null) {
      System.out.println("SKIPPED 1: the ordinary user's round trip, since " + why);
    }
    return why == null;
  }

  private static Path own(Path folder) throws IOException {
    Files.setAttribute(folder, "unix:uid", NOBODY);
    Files.setAttribute(folder, "unix:gid", NOBODY);
    return folder;
  }

  private static void build(String classPath, Path source) throws Exception {
    List<String> command = new ArrayList<>(AS_NOBODY);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            "dev.kakera.e2e.OddTreeProgram",
            source.toString(),
            Long.toString(Seeds.of("OrdinaryUserIT").nextLong())));
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().put("CLASSPATH", classPath);
    assertThat(builder.start().waitFor()).as("building the tree").isZero();
  }

  /** Root's own file and a folder that does not list, in the middle of it; its time stays. */
  private static List<String> addUnreadable(Path source) throws IOException {
    var modified = Files.getLastModifiedTime(source);
    Path file = Files.writeString(source.resolve("secret-file"), "not for others");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    Path folder = own(Files.createDirectory(source.resolve("secret-folder")));
    Files.writeString(folder.resolve("inside"), "not for others");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("-wx------"));
    Files.setLastModifiedTime(source, modified);
    // The folder itself can be seen, and is kept.
    return List.of("secret-file", "secret-folder/inside");
  }
}
