package dev.kakera.store.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.core.id.Locator;
import dev.kakera.core.order.Receipt;
import dev.kakera.store.TestHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A store that stops dead at every point of a batch, and is opened again. */
class CrashPointTest {
  private static final int SHARDS = 5;

  @TempDir Path temp;

  private static final class Crash extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  @ParameterizedTest
  @EnumSource(
      value = StoreStep.class,
      names = {
        "ORDER_CHECKED",
        "TEMP_WRITTEN",
        "TEMP_SYNCED",
        "RENAMED",
        "DIRECTORY_SYNCED",
        "JOURNAL_SYNCED",
        "RECEIPT_SIGNED"
      })
  @DisplayName("I-13: stopped behind a step, each file is absent or whole; redelivery completes")
  void survivesACrashBehindEachStep(StoreStep last) throws IOException {
    TestStore store = new TestStore(temp.resolve("store"), 20);
    store.steps =
        step -> {
          if (step == last) {
            throw new Crash();
          }
        };
    store.open();
    List<byte[]> shards = shards(store);

    assertThatThrownBy(() -> store.put(shards.toArray(byte[][]::new)))
        .isInstanceOf(StoreFailedException.class)
        .hasCauseInstanceOf(Crash.class);
    boolean acknowledged = last.compareTo(StoreStep.JOURNAL_SYNCED) >= 0;
    store.steps = StoreStep.Listener.NONE;
    store.reopen();

    assertThat(store.inventory()).hasSize(acknowledged ? SHARDS : 0);
    assertConverges(store, shards);
    store.close();
  }

  @Test
  @DisplayName("I-13: stopped before any single file call, redelivery gives one receipt for each")
  void survivesACrashBeforeEachFileCall() throws IOException {
    int crashes = 0;
    for (int count = 1; ; count++) {
      FaultyFiles files = new FaultyFiles();
      TestStore store = new TestStore(temp.resolve("store-" + count), 1_000 + count);
      store.files = files;
      store.open();
      List<byte[]> shards = shards(store);
      int[] left = {count};
      files.fault =
          call -> {
            if (--left[0] == 0) {
              throw new Crash();
            }
          };
      boolean crashed = false;
      try {
        store.put(shards.toArray(byte[][]::new));
      } catch (StoreFailedException e) {
        assertThat(e).hasCauseInstanceOf(Crash.class);
        crashed = true;
        crashes++;
      }
      files.fault = call -> {};
      store.reopen();
      assertConverges(store, shards);
      store.close();
      if (!crashed) {
        break;
      }
    }
    assertThat(crashes).isGreaterThan(4 * SHARDS); // create, write, sync, rename of each
  }

  @Test
  @DisplayName("I-20: what was renamed but never acknowledged is a stray, and goes to the trash")
  void trashesUnacknowledgedFiles() throws IOException {
    TestStore store = new TestStore(temp.resolve("store"), 31);
    store.steps =
        step -> {
          if (step == StoreStep.RENAMED) {
            throw new Crash();
          }
        };
    store.open();
    List<byte[]> shards = shards(store);
    assertThatThrownBy(() -> store.put(shards.toArray(byte[][]::new)))
        .isInstanceOf(StoreFailedException.class);
    store.steps = StoreStep.Listener.NONE;
    store.reopen();

    assertThat(store.store.startReport().strays())
        .containsExactlyInAnyOrderElementsOf(shards.stream().map(TestHome::locatorOf).toList());
    assertThat(store.filesBelow("trash")).hasSize(SHARDS);
    assertThat(store.store.usage().trashedObjects()).isEqualTo(SHARDS);
    store.holdDays = 0;
    store.reopen();
    assertThat(store.store.purge()).isEqualTo(SHARDS);
    assertThat(store.filesBelow("trash")).isEmpty();
    store.close();
  }

  private static List<byte[]> shards(TestStore store) {
    List<byte[]> shards = new ArrayList<>();
    for (int i = 0; i < SHARDS; i++) {
      shards.add(store.home.shard(3_000 + i));
    }
    return shards;
  }

  private static void assertConverges(TestStore store, List<byte[]> shards) throws IOException {
    assertThat(store.filesBelow("tmp")).isEmpty();
    for (byte[] shard : shards) {
      Locator locator = TestHome.locatorOf(shard);
      if (Files.exists(store.shardFile(locator))) {
        assertThat(store.shardFile(locator)).hasBinaryContent(shard);
        assertThat(store.inventory()).contains(locator);
      }
    }
    List<PutOutcome> outcomes = store.put(shards.toArray(byte[][]::new));
    List<Long> sequences = new ArrayList<>();
    for (PutOutcome outcome : outcomes) {
      Receipt receipt = store.stored(outcome);
      assertThat(receipt.kind()).isEqualTo(Receipt.Kind.STORED);
      sequences.add(receipt.storeSequence());
    }
    assertThat(sequences).containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(store.store.chain().sequence()).isEqualTo(SHARDS);
    assertThat(store.inventory()).hasSize(SHARDS);
    for (byte[] shard : shards) {
      assertThat(store.holds(shard)).isTrue();
    }
    assertThat(store.filesBelow("trash")).isEmpty();
    assertThat(store.store.usage().totalBytes())
        .isEqualTo(shards.stream().mapToLong(shard -> shard.length).sum());
  }
}
