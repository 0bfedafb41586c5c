package dev.kakera.catalog.restore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.catalog.fixture.OddTree;
import dev.kakera.catalog.fixture.SnapshotFixture;
import dev.kakera.catalog.fixture.TestFolder;
import dev.kakera.catalog.fixture.TreePicture;
import dev.kakera.catalog.manifest.EntryPath;
import dev.kakera.catalog.shards.EpochKeys;
import dev.kakera.catalog.shards.FolderShardSource;
import dev.kakera.catalog.shards.ReaderSettings;
import dev.kakera.core.snapshot.HeadSealer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RoundTripTest {

  @Test
  @DisplayName("I-18: restores a tree of everything odd as it was")
  void restoresEverythingOdd() throws Exception {
    try (TestFolder folder = new TestFolder();
        SnapshotFixture fixture = SnapshotFixture.standard(folder.path())) {
      Path source = folder.resolve("source");
      OddTree.write(source);
      HeadSealer.Sealed head = fixture.snapshotOf(source);
      Path target = folder.resolve("target");

      RestoreResult result = restore(fixture, fixture.folders(), head, EntryPath.ROOT, target);

      assertThat(result.lost()).isEmpty();
      assertThat(result.isComplete()).isTrue();
      assertThat(result.absent()).isEqualTo(1);
      List<String> expected = new ArrayList<>(TreePicture.of(source));
      expected.removeIf(line -> line.startsWith("types/fifo "));
      assertThat(TreePicture.of(target)).containsExactlyElementsOf(expected);
      assertThat(result.hardLinks()).isEqualTo(2);
      assertThat(result.findings().count()).isZero();
    }
  }

  @Test
  @DisplayName("I-05: each four of six store folders give the same tree")
  void restoresFromEachFourOfSix() throws Exception {
    try (TestFolder folder = new TestFolder();
        SnapshotFixture fixture = SnapshotFixture.standard(folder.path())) {
      Path source = folder.resolve("source");
      OddTree.write(source);
      HeadSealer.Sealed head = fixture.snapshotOf(source);
      List<String> expected = new ArrayList<>(TreePicture.of(source));
      expected.removeIf(line -> line.startsWith("types/fifo "));
      int subsets = 0;
      for (int mask = 0; mask < 64; mask++) {
        if (Integer.bitCount(mask) != 4) {
          continue;
        }
        List<Path> four = new ArrayList<>();
        for (int number = 0; number < 6; number++) {
          if ((mask >> number & 1) == 1) {
            four.add(fixture.folders().get(number));
          }
        }
        Path target = folder.resolve("target-" + mask);
        RestoreResult result = restore(fixture, four, head, EntryPath.ROOT, target);
        assertThat(result.lost()).as("folders %s", four).isEmpty();
        assertThat(TreePicture.of(target)).as("folders %s", four).isEqualTo(expected);
        subsets++;
      }
      assertThat(subsets).isEqualTo(15);
    }
  }

  static RestoreResult restore(
      SnapshotFixture fixture,
      List<Path> folders,
      HeadSealer.Sealed head,
      EntryPath path,
      Path target)
      throws Exception {
    return restore(fixture, folders, head, path, target, RestoreOptions.standard());
  }

  static RestoreResult restore(
      SnapshotFixture fixture,
      List<Path> folders,
      HeadSealer.Sealed head,
      EntryPath path,
      Path target,
      RestoreOptions options)
      throws Exception {
    try (SnapshotReading reading =
        new SnapshotReading(
            EpochKeys.of(fixture.bundle()),
            FolderShardSource.open(folders),
            ReaderSettings.standard())) {
      Restorer restorer = reading.restorer();
      RestorePlan plan = restorer.plan(head.head(), path, target, options);
      assertThat(Files.exists(target)).isEqualTo(plan.state() != RestorePlan.TargetState.ABSENT);
      return restorer.restore(plan);
    }
  }
}
