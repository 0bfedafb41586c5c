package dev.kakera.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A folder that people work in, backed up again and again. */
final class HistoryIT {
  private static final int CHURNS = 3;

  private static Workplace workplace;
  private static Kakera kakera;
  private static Path source;
  private static SampleTree tree;
  private static final List<Path> STATES = new ArrayList<>();
  private static final List<Outcome> BACKUPS = new ArrayList<>();

  @BeforeAll
  static void backUpEachState() throws Exception {
    workplace = Workplace.create("history");
    kakera = new Kakera(workplace.path("data"));
    source = workplace.folder("source");
    tree = new SampleTree(source, Seeds.of("HistoryIT")).build(10);
    STATES.clear();
    BACKUPS.clear();
    for (int state = 0; state <= CHURNS; state++) {
      if (state > 0) {
        tree.churn();
      }
      STATES.add(SampleTree.copy(source, workplace.path("state-" + state)));
      BACKUPS.add(backUp());
    }
  }

  @AfterAll
  static void remove() throws Exception {
    workplace.close();
  }

  private static Outcome backUp() {
    return kakera
        .run("backup", source.toString(), "--words-file", workplace.path("words").toString())
        .exits(0);
  }

  private static List<String> differences(Outcome backup, Path state) throws Exception {
    Path target = workplace.path("restored");
    workplace.remove(target);
    kakera.run("restore", backup.snapshot(), "-t", target.toString()).exits(0);
    return TreeComparison.of(state, target).differences();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, CHURNS})
  @DisplayName("I-18: each snapshot restores to what the folder was")
  void restoresEachState(int state) throws Exception {
    assertThat(differences(BACKUPS.get(state), STATES.get(state))).isEmpty();
  }

  @Test
  void publishesOnlyWhatChanged() {
    double first = BACKUPS.getFirst().bytes("Data", "new after dedup");
    for (Outcome churned : BACKUPS.subList(1, BACKUPS.size())) {
      assertThat(churned.bytes("Data", "new after dedup")).isLessThan(first * 0.7);
      assertThat(churned.bytes("Data", "read")).isLessThan(first * 0.9);
    }
  }

  @Test
  void listsAllSnapshots() {
    Outcome list = kakera.run("snapshots").exits(0);
    BACKUPS.forEach(backup -> assertThat(list.out()).contains(backup.snapshot()));
  }

  @Test
  void readsNothingAndMakesNoShardsWhenNothingChanged() throws Exception {
    backUp();
    Map<String, Set<String>> before = new MeshFiles(kakera.data()).shards();
    Outcome again = backUp();
    assertThat(again.line("Data")).contains(" 0 B read, 0 B new after dedup");
    assertThat(again.line("Files")).contains(" 0 new, 0 changed");
    assertThat(new MeshFiles(kakera.data()).shards()).isEqualTo(before);
  }

  @Test
  @DisplayName("I-06: without the broker's folder nothing is lost and the next backup completes")
  void losesNothingWithTheBroker() throws Exception {
    workplace.remove(kakera.broker());
    tree.churn();
    Path state = SampleTree.copy(source, workplace.path("state-wiped"));
    Outcome after = backUp();
    assertThat(differences(after, state)).isEmpty();
    assertThat(differences(BACKUPS.getFirst(), STATES.getFirst())).isEmpty();
    workplace.remove(kakera.broker());
    assertThat(differences(BACKUPS.get(1), STATES.get(1))).isEmpty();
  }

  @Test
  void readsNothingWhenItsCopiesOfManifestsAreGone() throws Exception {
    backUp();
    workplace.remove(kakera.data().resolve("catalog").resolve("manifests"));
    assertThat(backUp().line("Data")).contains(" 0 B read");
  }
}
