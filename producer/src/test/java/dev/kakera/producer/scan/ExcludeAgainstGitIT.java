package dev.kakera.producer.scan;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.kakera.posix.Directory;
import dev.kakera.posix.OpenFile;
import dev.kakera.posix.PosixException;
import dev.kakera.posix.RawName;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Asks the real git about generated patterns and trees; the rule that decides must be the same. */
@Timeout(600)
class ExcludeAgainstGitIT {
  private static final int ROUNDS = 15;
  private static final int LINES_PER_FILE = 12;
  private static final String[] NAMES = {
    "a",
    "b",
    "ab",
    "abc",
    "a.b",
    "foo",
    "foo.tmp",
    "bar",
    "x y",
    "x ",
    "#c",
    "!n",
    "[x]",
    "a-c",
    "B7",
    "_",
    "\u00e9",
    "\u00c3\u00a9",
    "*",
    "a\\b"
  };
  private static final String[] PARTS = {
    "a",
    "b",
    "c",
    "foo",
    "bar",
    ".",
    "*",
    "*",
    "?",
    "[a-c]",
    "[!a]",
    "[^b-z]",
    "[[:alpha:]]",
    "[[:upper:]0-9]",
    "[]_]",
    "[a\\-c]",
    "[",
    "]",
    "-",
    "\\*",
    "\\a",
    "\\[",
    "\\ ",
    "x",
    "\u00e9",
    "\u00c3",
    "[\u00a0-\u00ff]",
    "tmp",
    "#",
    "!",
    " "
  };

  @Test
  @DisplayName("excludes exactly what git ignores, by the same line of the same file")
  void decidesAsGitDoes() throws Exception {
    assumeTrue(hasGit(), "git is not installed: nothing to compare with");
    long seed = Long.getLong("kakera.seed", 20261130L);
    SplittableRandom random = new SplittableRandom(seed);
    int compared = 0;
    int decided = 0;
    for (int round = 0; round < ROUNDS; round++) {
      try (SourceTree tree = new SourceTree()) {
        git(tree.path(), new byte[0], "init", "-q", ".");
        byte[] shared = ignoreFile(random);
        List<String> paths = new ArrayList<>();
        fill(tree.source(), "", 3, random, paths);
        try (Directory info = tree.directory(".git", "info")) {
          put(info, "exclude", shared);
        }
        ExcludeRules rules =
            ExcludeRules.builder()
                .ignoreFileName(".gitignore")
                .file(shared, ".git/info/exclude")
                .keepCaches()
                .build();
        TreeMap<String, String> expected = askGit(tree.path(), paths);
        for (String path : paths) {
          SourcePath asked = SourcePath.parse(path.getBytes(ISO_8859_1));
          ExcludeVerdict verdict = rules.explain(tree.source(), asked);
          String rule = verdict.rule().map(r -> r.origin() + ":" + r.lineNumber()).orElse("none");
          assertThat(rule)
              .as("seed %d, round %d, path '%s'%n%s", seed, round, path, verdict.display())
              .isEqualTo(expected.get(path));
          compared++;
          decided += rule.equals("none") ? 0 : 1;
        }
      }
    }
    assertThat(compared).isGreaterThan(1000);
    assertThat(decided).as("the comparison must not be empty").isGreaterThan(compared / 4);
  }

  private static void fill(
      Directory in, String above, int depth, SplittableRandom random, List<String> paths)
      throws PosixException {
    if (above.isEmpty() || random.nextInt(3) == 0) {
      put(in, ".gitignore", ignoreFile(random));
    }
    for (String name : NAMES) {
      int kind = random.nextInt(10);
      byte[] raw = name.getBytes(ISO_8859_1);
      if (kind < 4) {
        in.createFile(raw, 0644).close();
        paths.add(above + name);
      } else if (kind < 6 && depth > 0) {
        in.createDirectory(raw, 0755);
        paths.add(above + name);
        try (Directory below = in.openDirectory(raw)) {
          fill(below, above + name + "/", depth - 1 - random.nextInt(2), random, paths);
        }
      }
    }
  }

  private static byte[] ignoreFile(SplittableRandom random) {
    StringBuilder lines = new StringBuilder();
    int count = random.nextInt(1, LINES_PER_FILE);
    for (int i = 0; i < count; i++) {
      lines.append(pattern(random)).append(random.nextInt(12) == 0 ? "\r\n" : "\n");
    }
    return lines.toString().getBytes(ISO_8859_1);
  }

  private static String pattern(SplittableRandom random) {
    StringBuilder pattern = new StringBuilder();
    if (random.nextInt(5) == 0) {
      pattern.append('!');
    }
    if (random.nextInt(5) == 0) {
      pattern.append('/');
    }
    int components = random.nextInt(10) < 6 ? 1 : random.nextInt(2, 4);
    for (int i = 0; i < components; i++) {
      if (i > 0) {
        pattern.append('/');
      }
      pattern.append(component(random, components > 1));
    }
    if (random.nextInt(6) == 0) {
      pattern.append('/');
    }
    if (random.nextInt(20) == 0) {
      pattern.append("  ");
    }
    return pattern.toString();
  }

  private static String component(SplittableRandom random, boolean withinPath) {
    int kind = random.nextInt(10);
    if (kind < 2 && withinPath) {
      return "**";
    }
    if (kind < 5) {
      return NAMES[random.nextInt(NAMES.length)];
    }
    StringBuilder parts = new StringBuilder();
    int count = random.nextInt(1, 4);
    for (int i = 0; i < count; i++) {
      parts.append(PARTS[random.nextInt(PARTS.length)]);
    }
    // Git differs from its own manual on a double star right after a literal: see excludes.md.
    return parts.toString().replace("**", "*");
  }

  private static TreeMap<String, String> askGit(Path repository, List<String> paths)
      throws Exception {
    ByteArrayOutputStream question = new ByteArrayOutputStream();
    for (String path : paths) {
      question.writeBytes(path.getBytes(ISO_8859_1));
      question.write(0);
    }
    byte[] answer =
        git(
            repository,
            question.toByteArray(),
            "check-ignore",
            "--no-index",
            "--verbose",
            "--non-matching",
            "-z",
            "--stdin");
    String[] fields = new String(answer, ISO_8859_1).split("\0", -1);
    TreeMap<String, String> rules = new TreeMap<>();
    for (int i = 0; i + 3 < fields.length; i += 4) {
      // Git names its file in raw bytes, a rule names it for people.
      String origin = RawName.display(fields[i].getBytes(ISO_8859_1));
      rules.put(fields[i + 3], fields[i].isEmpty() ? "none" : origin + ":" + fields[i + 1]);
    }
    assertThat(rules).hasSameSizeAs(paths);
    return rules;
  }

  private static void put(Directory in, String name, byte[] content) throws PosixException {
    byte[] raw = RawName.of(name);
    if (in.find(raw).isPresent()) {
      in.remove(raw);
    }
    try (OpenFile file = in.createFile(raw, 0644)) {
      file.write(content, 0, content.length);
    }
  }

  private static boolean hasGit() throws InterruptedException {
    try {
      return new ProcessBuilder("git", "--version").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private static byte[] git(Path repository, byte[] input, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("git", "-c", "core.excludesFile=/dev/null"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(repository.toFile());
    builder.environment().keySet().removeIf(key -> key.startsWith("GIT_"));
    builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
    builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.redirectInput(ProcessBuilder.Redirect.PIPE);
    Process process = builder.start();
    Thread feeder =
        Thread.ofVirtual()
            .start(
                () -> {
                  try (var out = process.getOutputStream()) {
                    out.write(input);
                  } catch (IOException e) {
                    process.destroy();
                  }
                });
    byte[] output = process.getInputStream().readAllBytes();
    feeder.join();
    // check-ignore says 1 when no path is ignored.
    assertThat(process.waitFor()).isIn(0, 1);
    return output;
  }
}
