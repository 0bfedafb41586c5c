package dev.kakera.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Other geometries than the default, and fewer peers than shards. */
final class GeometryIT {
  @ParameterizedTest
  @CsvSource({"2+4, 6, 4", "10+4, 14, 4", "4+2, 3, 1"})
  @DisplayName("I-02: exactly as many peers may be lost as is said")
  void survivesTheLossesItStates(String geometry, int peers, int losses) throws Exception {
    try (Workplace workplace = Workplace.create("geometry")) {
      Path source = workplace.folder("source");
      new SampleTree(source, Seeds.of("GeometryIT " + geometry)).build(2);
      Kakera kakera = new Kakera(workplace.path("data"));
      Path words = workplace.path("words");
      Outcome backup =
          kakera
              .run(
                  "backup",
                  source.toString(),
                  "--geometry=" + geometry,
                  "--trial-peers=" + peers,
                  "--words-file=" + words)
              .exits(0);
      assertThat(backup.err())
          .contains("%s over %d peers: any %d may be lost".formatted(geometry, peers, losses));
      assertThat(backup.line("Snapshot")).contains("any %d peers may be lost".formatted(losses));

      // The first ones are lost, since they hold most of the data shards when places are in order.
      Path target = workplace.path("restored");
      recover(kakera, words, losses + 1, peers, target).exits(0);
      assertThat(TreeComparison.of(source, target).differences()).isEmpty();
      Path tooFew = workplace.path("too-few");
      assertThat(recover(kakera, words, losses + 2, peers, tooFew).exitCode()).isEqualTo(5);
    }
  }

  private static Outcome recover(Kakera kakera, Path words, int first, int last, Path target) {
    List<String> command = new ArrayList<>(List.of("recover", "--words-file=" + words));
    for (int peer = first; peer <= last; peer++) {
      command.add("--from=" + kakera.store("peer-" + peer));
    }
    command.add("--target=" + target);
    return kakera.run(command.toArray(String[]::new));
  }
}
