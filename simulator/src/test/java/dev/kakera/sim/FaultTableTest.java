package dev.kakera.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/faults.md names tests that are there, or says that a row is open. */
class FaultTableTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern NAMED = Pattern.compile("`(\\w+)#(\\w+)`");
  private static final Pattern OPEN = Pattern.compile("open: [^|]{30,}");
  private static final int ROWS_MIN = 37;

  private static List<String[]> rows() throws IOException {
    List<String[]> rows = new ArrayList<>();
    String text = Files.readString(ROOT.resolve("docs/faults.md"), StandardCharsets.UTF_8);
    String table = text.substring(text.indexOf("| fault |"), text.indexOf("\n## What the"));
    for (String line : table.lines().skip(2).filter(line -> line.startsWith("|")).toList()) {
      rows.add(line.substring(1).split("\\|"));
    }
    return rows;
  }

  private static Map<String, String> testSources() throws IOException {
    Map<String, String> sources = new HashMap<>();
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path module : modules.toList()) {
        Path tests = module.resolve("src/test/java");
        if (Files.isDirectory(tests)) {
          read(tests, sources);
        }
      }
    }
    return sources;
  }

  private static void read(Path tests, Map<String, String> sources) throws IOException {
    try (Stream<Path> files = Files.walk(tests)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        String name = file.getFileName().toString().replace(".java", "");
        sources.merge(name, Files.readString(file, StandardCharsets.UTF_8), String::concat);
      }
    }
  }

  @Test
  void namesATestForEachRowOrSaysWhyNot() throws IOException {
    Map<String, String> sources = testSources();
    List<String> wrong = new ArrayList<>();
    for (String[] row : rows()) {
      String fault = row[0].trim();
      if (row.length < 4) {
        wrong.add(fault + ": has no fourth column");
        continue;
      }
      Matcher named = NAMED.matcher(row[3]);
      boolean isHeld = false;
      while (named.find()) {
        isHeld = true;
        String source = sources.getOrDefault(named.group(1), "");
        if (!source.contains(" " + named.group(2) + "(")) {
          wrong.add("%s: there is no test %s".formatted(fault, named.group()));
        }
      }
      if (!isHeld && !OPEN.matcher(row[3]).find()) {
        wrong.add(fault + ": names no test, and does not say why it is open");
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(rows()).hasSizeGreaterThanOrEqualTo(ROWS_MIN);
  }

  @Test
  void namesOnlyFaultsOfTheSimulatorThatItKnows() throws IOException {
    List<String> kinds = Stream.of(Fault.Kind.values()).map(Fault::word).toList();
    Matcher named =
        Pattern.compile("`SimulatorTest#\\w+` \\(([^)]+)\\)")
            .matcher(Files.readString(ROOT.resolve("docs/faults.md"), StandardCharsets.UTF_8));
    while (named.find()) {
      assertThat(kinds).contains(named.group(1).split(", "));
    }
  }
}
