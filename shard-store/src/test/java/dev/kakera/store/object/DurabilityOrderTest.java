package dev.kakera.store.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.store.TestHome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurabilityOrderTest {
  @TempDir Path temp;
  private final FaultyFiles files = new FaultyFiles();
  private TestStore store;

  @BeforeEach
  void open() throws IOException {
    store = new TestStore(temp.resolve("store"), 12);
    store.files = files;
    store.open();
    files.calls.clear();
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Test
  @DisplayName(
      "I-12: file sync, then rename, then directory sync, then journal, then the receipt leaves")
  void syncsInOrder() throws IOException {
    List<Long> chainAtStep = new ArrayList<>();
    store.steps =
        step -> {
          files.calls.add("step " + step);
          chainAtStep.add(store.store.chain().sequence());
        };
    byte[] first = store.home.shard(70_000);
    byte[] second = store.home.shard(90);

    store.put(first, second);

    List<String> calls = files.calls;
    for (byte[] shard : List.of(first, second)) {
      String name = TestHome.locatorOf(shard).toString();
      Path folder = store.shardFile(TestHome.locatorOf(shard)).getParent();
      int written = indexOf("write", name + ".");
      int forced = indexOf("force-file", name + ".");
      int renamed = indexOf("rename", "shards/" + name.substring(0, 2) + "/" + name);
      int synced = calls.indexOf("force-directory " + folder);
      int made = calls.indexOf("make-directory " + folder);
      assertThat(List.of(written, forced, renamed, synced)).isSorted().doesNotContain(-1);
      assertThat(made).isBetween(0, renamed - 1);
      assertThat(synced).isLessThan(calls.indexOf("step DIRECTORY_SYNCED"));
    }
    // The new folders' own names.
    assertThat(calls.indexOf("force-directory " + store.path.resolve("shards")))
        .isBetween(calls.indexOf("step RENAMED"), calls.indexOf("step DIRECTORY_SYNCED"));
    assertThat(calls.indexOf("step JOURNAL_SYNCED"))
        .isLessThan(calls.indexOf("step RECEIPT_SIGNED"));
    // The journal knows the receipts at JOURNAL_SYNCED and not before.
    assertThat(chainAtStep).containsExactly(0L, 0L, 0L, 0L, 0L, 2L, 2L);
    Set<String> directories = new LinkedHashSet<>();
    for (String call : calls) {
      if (call.startsWith("force-directory")) {
        assertThat(directories.add(call)).as("synced once: %s", call).isTrue();
      }
    }
  }

  @Test
  @DisplayName("I-12: a failed file sync gives no receipt and fails the store until it is reopened")
  void failedFileSyncFailsTheStore() throws IOException {
    assertFailsAt("force-file");
  }

  @Test
  @DisplayName("I-12: a failed directory sync gives no receipt and fails the store")
  void failedDirectorySyncFailsTheStore() throws IOException {
    assertFailsAt("force-directory");
  }

  @Test
  @DisplayName("I-12: a failed rename gives no receipt and fails the store")
  void failedRenameFailsTheStore() throws IOException {
    assertFailsAt("rename");
  }

  private void assertFailsAt(String kind) throws IOException {
    byte[] shard = store.home.shard(1_000);
    files.fault = FaultyFiles.failing(call -> call.startsWith(kind), "Input/output error");

    assertThatThrownBy(() -> store.put(shard))
        .isInstanceOf(StoreFailedException.class)
        .hasMessageContaining("Input/output error")
        .hasMessageContaining(store.path.toString())
        .hasMessageContaining("start the store again");
    files.fault = call -> {};
    assertThatThrownBy(() -> store.put(store.home.shard(10)))
        .isInstanceOf(StoreFailedException.class);
    assertThatThrownBy(() -> store.inventory()).isInstanceOf(StoreFailedException.class);
    assertThat(store.store.failure()).isPresent();

    store.reopen();
    assertThat(store.inventory()).isEmpty();
    assertThat(store.filesBelow("tmp")).isEmpty();
    assertThat(store.filesBelow("shards")).isEmpty();
    assertThat(store.stored(store.put(shard).getFirst()).storeSequence()).isEqualTo(1);
    assertThat(store.holds(shard)).isTrue();
  }

  private int indexOf(String kind, String part) {
    for (int i = 0; i < files.calls.size(); i++) {
      if (files.calls.get(i).startsWith(kind + " ") && files.calls.get(i).contains(part)) {
        return i;
      }
    }
    return -1;
  }
}
