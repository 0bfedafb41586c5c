package dev.kakera.store.object;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.core.id.Locator;
import dev.kakera.store.TestHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScrubTest {
  @TempDir Path temp;
  private final FaultyFiles files = new FaultyFiles();
  private final List<byte[]> shards = new ArrayList<>();
  private TestStore store;

  @BeforeEach
  void open() throws IOException {
    store = new TestStore(temp.resolve("store"), 61);
    store.files = files;
    store.open();
    for (int i = 0; i < 6; i++) {
      shards.add(store.home.shard(70_000));
    }
    store.put(shards.toArray(byte[][]::new));
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Test
  @DisplayName("I-16: every damaged, cut and missing object is found, set aside and unlisted")
  void findsEveryDamage() throws IOException {
    flip(shards.get(0), 69_999);
    flip(shards.get(1), 0);
    cut(shards.get(2), 69_000);
    Files.delete(file(3));

    ScrubReport report = store.store.scrub(() -> true);

    assertThat(report.isComplete()).isTrue();
    assertThat(report.checkedObjects()).isEqualTo(6);
    assertThat(report.findings())
        .extracting(ScrubReport.Finding::locator)
        .containsExactlyInAnyOrder(locator(0), locator(1), locator(2), locator(3));
    assertThat(report.findings())
        .filteredOn(finding -> finding.locator().equals(locator(3)))
        .extracting(ScrubReport.Finding::check)
        .containsExactly(new ObjectCheck.Missing());
    assertThat(store.inventory()).containsExactlyInAnyOrder(locator(4), locator(5));
    assertThat(store.filesBelow("quarantine")).hasSize(3);
    assertThat(store.store.check(locator(0))).isInstanceOf(ObjectCheck.Corrupt.class);
    assertThat(store.store.scrub(() -> true).findings()).isEmpty();
    store.reopen();
    assertThat(store.store.check(locator(0))).isInstanceOf(ObjectCheck.Corrupt.class);
    assertThat(store.inventory()).hasSize(2);
  }

  @Test
  void damagedObjectsAreStoredAnewWithAReceiptOfTheirOwn() throws IOException {
    flip(shards.get(0), 5_000);
    store.store.scrub(() -> true);

    PutOutcome.Stored again = (PutOutcome.Stored) store.put(shards.get(0)).getFirst();

    assertThat(again.isNew()).isTrue();
    assertThat(store.stored(again).storeSequence()).isEqualTo(7);
    assertThat(store.holds(shards.get(0))).isTrue();
    assertThat(store.filesBelow("quarantine")).isEmpty();
    assertThat(store.store.check(locator(0))).isInstanceOf(ObjectCheck.Intact.class);
  }

  @Test
  void damagedObjectsCanBeDeleted() throws Exception {
    flip(shards.get(0), 5_000);
    store.store.scrub(() -> true);

    assertThat(store.delete(locator(0), 9, 0)).isInstanceOf(DeleteOutcome.Deleted.class);

    assertThat(store.filesBelow("quarantine")).isEmpty();
    assertThat(store.filesBelow("trash")).hasSize(1);
  }

  @Test
  void objectsThatCannotBeReadJustNowStay() throws IOException {
    files.fault =
        FaultyFiles.failing(
            call -> call.startsWith("read") && call.contains(locator(2).toString()),
            "Input/output error");

    ScrubReport report = store.store.scrub(() -> true);

    assertThat(report.findings())
        .containsExactly(
            new ScrubReport.Finding(locator(2), new ObjectCheck.Unreadable("Input/output error")));
    assertThat(store.inventory()).hasSize(6);
    assertThat(store.filesBelow("quarantine")).isEmpty();
    assertThat(store.store.failure()).isEmpty();
  }

  @Test
  void stopsWhenTold() throws IOException {
    int[] left = {2};
    ScrubReport report = store.store.scrub(() -> left[0]-- > 0);
    assertThat(report.isComplete()).isFalse();
    assertThat(report.checkedObjects()).isEqualTo(2);
  }

  private Locator locator(int index) {
    return TestHome.locatorOf(shards.get(index));
  }

  private Path file(int index) {
    return store.shardFile(locator(index));
  }

  private void flip(byte[] shard, int at) throws IOException {
    byte[] bytes = shard.clone();
    bytes[at] ^= 1;
    Files.write(store.shardFile(TestHome.locatorOf(shard)), bytes);
  }

  private void cut(byte[] shard, int size) throws IOException {
    Files.write(store.shardFile(TestHome.locatorOf(shard)), Arrays.copyOf(shard, size));
  }
}
