package dev.kakera.store.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.id.StoreId;
import dev.kakera.core.order.Receipt;
import dev.kakera.core.seal.ObjectType;
import dev.kakera.store.TestHome;
import dev.kakera.store.disk.DamagedJournalException;
import dev.kakera.store.disk.JournalEntry;
import dev.kakera.store.disk.StoreUnusableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartCheckTest {
  @TempDir Path temp;
  private TestStore store;

  @BeforeEach
  void open() throws IOException {
    store = new TestStore(temp.resolve("store"), 51).open();
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Test
  @DisplayName("I-13: temporary files are removed at start")
  void removesTemporaryFiles() throws IOException {
    store.close();
    Files.write(store.path.resolve("tmp/" + store.home.locator() + ".0"), new byte[100]);
    store.open();
    assertThat(store.filesBelow("tmp")).isEmpty();
    assertThat(store.store.startReport().temporaryFiles()).isEqualTo(1);
  }

  @Test
  @DisplayName("I-23: what was acknowledged and is gone leaves the inventory")
  void dropsLostObjects() throws IOException {
    byte[] kept = store.home.shard(100);
    byte[] gone = store.home.shard(100);
    store.put(kept, gone);
    store.close();
    Files.delete(store.shardFile(TestHome.locatorOf(gone)));
    store.open();

    assertThat(store.store.startReport().lost()).containsExactly(TestHome.locatorOf(gone));
    assertThat(store.inventory()).containsExactly(TestHome.locatorOf(kept));
    PutOutcome.Stored again = (PutOutcome.Stored) store.put(gone).getFirst();
    assertThat(again.isNew()).isTrue();
    assertThat(store.stored(again).storeSequence()).isEqualTo(3);
  }

  @Test
  @DisplayName("I-20: files that no receipt speaks for go to the trash and not into the inventory")
  void trashesStrays() throws IOException {
    byte[] shard = store.home.shard(100);
    byte[] head = store.home.object(ObjectType.HEAD, store.home.locator(), 50);
    store.close();
    Path file = store.shardFile(TestHome.locatorOf(shard));
    Files.createDirectories(file.getParent());
    Files.write(file, shard);
    Files.write(store.path.resolve("heads/" + TestHome.locatorOf(head)), head);
    Files.writeString(store.path.resolve("heads/README"), "left alone");
    store.open();

    assertThat(store.store.startReport().strays())
        .containsExactlyInAnyOrder(TestHome.locatorOf(shard), TestHome.locatorOf(head));
    assertThat(store.inventory()).isEmpty();
    assertThat(store.filesBelow("trash")).hasSize(2);
    assertThat(store.path.resolve("heads/README")).exists();
    assertThat(store.put(shard).getFirst()).isInstanceOf(PutOutcome.Stored.class);
    assertThat(store.filesBelow("trash")).hasSize(1);
  }

  @Test
  void undoesADeleteThatWasNeverAcknowledged() throws IOException {
    byte[] shard = store.home.shard(100);
    store.put(shard);
    store.close();
    Locator locator = TestHome.locatorOf(shard);
    Files.move(store.shardFile(locator), store.path.resolve("trash/" + locator));
    store.open();

    assertThat(store.inventory()).containsExactly(locator);
    assertThat(store.holds(shard)).isTrue();
    assertThat(store.filesBelow("trash")).isEmpty();
  }

  @Test
  void refusesToStartWithoutItsFolders() throws IOException {
    store.put(store.home.shard(100));
    store.close();
    Files.move(store.path.resolve("shards"), store.path.resolve("elsewhere"));
    assertThatThrownBy(() -> store.open())
        .isInstanceOf(StoreUnusableException.class)
        .hasMessageContaining("is its disk mounted");
    Files.move(store.path.resolve("elsewhere"), store.path.resolve("shards"));
    store.open();
    assertThat(store.inventory()).hasSize(1);
  }

  @Test
  @DisplayName("I-14: a lost journal is rebuilt from the files, as another store")
  void rebuildsALostJournal() throws IOException {
    List<byte[]> shards = new ArrayList<>();
    List<Locator> locators = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      shards.add(store.home.shard(64 + i));
      locators.add(TestHome.locatorOf(shards.getLast()));
    }
    byte[] head = store.home.object(ObjectType.HEAD, store.home.locator(), 50);
    shards.add(head);
    locators.add(TestHome.locatorOf(head));
    store.put(shards.toArray(byte[][]::new));
    byte[] damaged = store.home.shard(10);
    StoreId before = store.directory.storeId();
    store.close();
    Files.delete(store.path.resolve("journal.db"));
    Path broken = store.shardFile(TestHome.locatorOf(damaged));
    Files.createDirectories(broken.getParent());
    Files.write(broken, new byte[500]);

    store.open();

    StoreId after = store.directory.storeId();
    assertThat(after).isNotEqualTo(before);
    assertThat(store.store.startReport().isRebuilt()).isTrue();
    assertThat(store.store.startReport().setAside())
        .containsExactly(TestHome.locatorOf(damaged).toString());
    assertThat(store.path.resolve("quarantine/" + TestHome.locatorOf(damaged))).exists();
    assertThat(store.inventory()).containsExactlyInAnyOrderElementsOf(locators);
    for (JournalEntry entry : store.store.inventory(null, 1_000)) {
      Receipt receipt = store.read(entry.receipt().orElseThrow());
      assertThat(receipt.store()).isEqualTo(after);
      assertThat(receipt.order()).isEqualTo(Digest.ZERO);
      assertThat(store.store.check(entry.locator())).isInstanceOf(ObjectCheck.Intact.class);
    }
    assertThat(store.store.chain().sequence()).isEqualTo(301);
    store.reopen();
    assertThat(store.directory.storeId()).isEqualTo(after);
    assertThat(store.store.startReport().isRebuilt()).isFalse();
    assertThat(store.inventory()).hasSize(301);
  }

  @Test
  @DisplayName("I-14: a rebuild that was cut off goes on, and takes no object for a stray")
  void resumesARebuild() throws IOException {
    List<byte[]> shards = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      shards.add(store.home.shard(20));
    }
    store.put(shards.toArray(byte[][]::new));
    store.close();
    Files.delete(store.path.resolve("journal.db"));
    FaultyFiles files = new FaultyFiles();
    int[] reads = {0};
    files.fault =
        call -> {
          if (call.startsWith("read") && ++reads[0] > 280) {
            throw new IOException("cut off");
          }
        };
    store.files = files;
    assertThatThrownBy(() -> store.open()).hasMessageContaining("cut off");
    files.fault = call -> {};

    store.open();

    assertThat(store.store.startReport().isRebuilt()).isTrue();
    assertThat(store.store.startReport().strays()).isEmpty();
    assertThat(store.inventory()).hasSize(300);
    assertThat(store.store.chain().sequence()).isEqualTo(300);
  }

  @Test
  void doesNotStartOnADamagedJournal() throws IOException {
    store.put(store.home.shard(10));
    store.close();
    Path journal = store.path.resolve("journal.db");
    byte[] bytes = Files.readAllBytes(journal);
    bytes[0] ^= 1;
    Files.write(journal, bytes);

    assertThatThrownBy(() -> store.open())
        .isInstanceOf(DamagedJournalException.class)
        .hasMessageContaining("move the file aside");
    Files.move(journal, store.path.resolve("journal.db.damaged"));
    store.open();
    assertThat(store.store.startReport().isRebuilt()).isTrue();
    assertThat(store.inventory()).hasSize(1);
  }
}
