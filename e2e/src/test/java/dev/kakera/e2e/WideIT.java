package dev.kakera.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** One folder with very many entries. */
final class WideIT {
  private static final int ENTRIES = 20_000;

  @Test
  @DisplayName("I-33: 20,000 entries in one folder go there and back within 256 MiB of heap")
  void roundTripsAWideFolderInASmallHeap() throws Exception {
    try (Workplace workplace = Workplace.create("wide")) {
      SplittableRandom random = Seeds.of("WideIT");
      Path source = workplace.folder("source");
      try (TreeBuilder tree = TreeBuilder.in(source, random)) {
        for (int entry = 0; entry < ENTRIES; entry++) {
          tree.file("entry-%05d".formatted(entry), Seeds.bytes(random, random.nextInt(300)));
        }
      }
      KakeraProcess.Launch launch =
          KakeraProcess.Launch.of(workplace, workplace.path("data")).withHeap("256m");
      Outcome backup =
          launch
              .run("backup", source.toString(), "--words-file", workplace.path("words").toString())
              .exits(0);
      assertThat(backup.line("Files")).contains("20 000 new", "20 000 in all");
      Path target = workplace.path("restored");
      launch.run("restore", "latest", "-t", target.toString()).exits(0);
      TreeComparison comparison = TreeComparison.of(source, target);
      assertThat(comparison.differences()).isEmpty();
      assertThat(comparison.compared()).isEqualTo(ENTRIES);
    }
  }
}
