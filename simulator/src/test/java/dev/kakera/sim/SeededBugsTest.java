package dev.kakera.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tests the simulator: bugs that are put into the product must be found. */
class SeededBugsTest {
  private static final int SEEDS_MAX = Integer.getInteger("sim.bugs.seeds", 1000);

  @Test
  void findsEachSeededBug() throws IOException {
    TreeMap<String, String> missed = new TreeMap<>();
    List<Hunt> hunts = Bugs.ALL.parallelStream().map(bug -> Hunt.of(bug, SEEDS_MAX)).toList();
    List<Integer> found = hunts.stream().filter(Hunt::isFound).map(Hunt::seeds).sorted().toList();
    StringBuilder report = new StringBuilder();
    report.append(
        "%d of %d seeded bugs found within %d seeds; median %d seeds%n"
            .formatted(found.size(), hunts.size(), SEEDS_MAX, found.get(found.size() / 2)));
    for (Hunt hunt : hunts) {
      report.append(
          "%6s %s: %s%n".formatted(hunt.isFound() ? hunt.seeds() : "-", hunt.bug(), hunt.how()));
      if (!hunt.isFound()) {
        missed.put(hunt.bug(), hunt.how());
      }
    }
    Files.createDirectories(Path.of("target"));
    Files.writeString(Path.of("target", "seeded-bugs.txt"), report);
    System.out.println(report);
    assertThat(missed).as(report.toString()).isEmpty();
  }
}
