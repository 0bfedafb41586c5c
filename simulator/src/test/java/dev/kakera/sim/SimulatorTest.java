package dev.kakera.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The seeded simulator: {@code make sim SEEDS=n SEED=first}. */
class SimulatorTest {
  private static final long FIRST = Long.getLong("sim.seed", 1);
  private static final int COUNT = Integer.getInteger("sim.seeds", 100);
  private static final Path SCENARIOS = Path.of("src/test/resources/scenarios");
  private static final Path MARKS = Path.of("src/test/resources/marks.txt");

  /** Fewer seeds than this need not reach every mark. */
  private static final int COUNT_FOR_MARKS = 1000;

  @Test
  @DisplayName(
      "I-01, I-03 to I-07, I-09 to I-13, I-15, I-20 to I-24, I-26, I-27, I-29, I-33: whatever goes wrong, nothing is"
          + " lost, nothing hangs, and once it goes right again nothing is left to be done")
  void losesNothingWhateverGoesWrong() throws IOException {
    Seeds seeds = Seeds.run(FIRST, COUNT);
    Files.createDirectories(Path.of("target"));
    Files.writeString(Path.of("target", "simulator.txt"), seeds.report());
    System.out.println(seeds.report());
    assertThat(seeds.violations()).as(seeds.report()).isEmpty();
    if (COUNT >= COUNT_FOR_MARKS) {
      TreeSet<String> missed = new TreeSet<>(Files.readAllLines(MARKS, StandardCharsets.UTF_8));
      missed.removeAll(seeds.marks().keySet());
      assertThat(missed).as("reachability marks that %d seeds did not hit", COUNT).isEmpty();
    }
  }

  @Test
  void isTheSameForTheSameSeed() {
    for (long seed = FIRST; seed < FIRST + 3; seed++) {
      assertThat(Sim.run(seed, null)).isEqualTo(Sim.run(seed, null));
    }
  }

  static Stream<Path> scenarios() throws IOException {
    return Files.list(SCENARIOS).sorted();
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  @DisplayName("What once went wrong goes right: each stored scenario")
  void holdsEachStoredScenario(Path file) throws IOException {
    List<String> lines =
        Files.readAllLines(file, StandardCharsets.UTF_8).stream()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .toList();
    long seed = Long.parseLong(lines.getFirst().substring("seed ".length()));
    List<Fault> faults = lines.stream().skip(1).map(Fault::parse).toList();
    assertThat(Sim.run(seed, faults).violation()).as(file.toString()).isNull();
  }
}
