package dev.kakera.store.object;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.order.Receipt;
import dev.kakera.store.TestHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrashTest {
  private static final long DAY = TimeUnit.DAYS.toNanos(1);

  @TempDir Path temp;
  private final FaultyFiles files = new FaultyFiles();
  private TestStore store;
  private byte[] shard;
  private Locator locator;

  @BeforeEach
  void open() throws IOException {
    store = new TestStore(temp.resolve("store"), 41);
    store.files = files;
    store.open();
    shard = store.home.shard(700);
    locator = TestHome.locatorOf(shard);
    store.put(shard, 5);
    files.calls.clear();
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Test
  void movesToTheTrashAndSaysSo() throws Exception {
    Receipt receipt = deleted(store.delete(locator, 6, 0));

    assertThat(receipt.kind()).isEqualTo(Receipt.Kind.DELETED);
    assertThat(receipt.locator()).isEqualTo(locator);
    assertThat(receipt.storeSequence()).isEqualTo(2);
    assertThat(store.path.resolve("trash/" + locator)).hasBinaryContent(shard);
    assertThat(Files.exists(store.shardFile(locator))).isFalse();
    assertThat(store.inventory()).isEmpty();
    assertThat(store.store.check(locator)).isInstanceOf(ObjectCheck.Deleted.class);
    assertThat(files.calls)
        .containsExactly(
            "rename " + store.path.resolve("trash/" + locator),
            "force-directory " + store.path.resolve("trash"),
            "force-directory " + store.shardFile(locator).getParent());
  }

  @Test
  @DisplayName("I-10: a repeated delete gets the receipt of the first, over restarts too")
  void answersRepeatedDeletesAlike() throws Exception {
    DeleteOutcome first = store.delete(locator, 6, 0);
    assertThat(store.delete(locator, 6, 0)).isEqualTo(first);
    store.reopen();
    assertThat(store.delete(locator, 9, 0)).isEqualTo(first);
    assertThat(store.store.chain().sequence()).isEqualTo(2);
  }

  @Test
  @DisplayName("I-24: a delete from before the newest put is refused, so a revived object stays")
  void refusesDeletesThatANewerPutOutdated() throws Exception {
    store.put(shard, 8); // the same object, wanted again: nothing is written but that

    assertThat(store.delete(locator, 7, 0)).isInstanceOf(DeleteOutcome.Superseded.class);
    assertThat(store.holds(shard)).isTrue();
    store.reopen();
    assertThat(store.delete(locator, 7, 0)).isInstanceOf(DeleteOutcome.Superseded.class);
    assertThat(store.delete(locator, 8, 0)).isInstanceOf(DeleteOutcome.Deleted.class);
  }

  @Test
  void saysThatItHasNothingOfWhatItNeverHad() throws Exception {
    Receipt receipt = deleted(store.delete(store.home.locator(), 6, 0));
    assertThat(receipt.kind()).isEqualTo(Receipt.Kind.DELETED);
    assertThat(receipt.root()).isEqualTo(Digest.ZERO);
    assertThat(receipt.size()).isZero();
  }

  @Test
  @DisplayName("I-25: nothing is purged before its hold is over by the store's own count of days")
  void holdsForItsOwnDays() throws Exception {
    store.delete(locator, 6, 0);

    store.store.countTime(14 * DAY - 1);
    assertThat(store.store.purge()).isZero();
    store.store.countTime(1);
    assertThat(store.store.purge()).isEqualTo(1);

    assertThat(store.filesBelow("trash")).isEmpty();
    assertThat(store.store.usage().totalBytes()).isZero();
    assertThat(store.store.check(locator)).isInstanceOf(ObjectCheck.Missing.class);
  }

  @Test
  @DisplayName("I-25: a clock that jumps decades both ways shortens no hold")
  void clocksDoNotShortenTheHold() throws Exception {
    long seed = 42;
    SplittableRandom random = new SplittableRandom(seed);
    store.delete(locator, 6, 0);
    for (int i = 0; i < 60; i++) {
      store.now = Instant.ofEpochSecond(random.nextLong(4_000_000_000L));
      store.store.countTime(TimeUnit.HOURS.toNanos(5)); // 12.5 days in all
      assertThat(store.store.purge()).as("seed %d, step %d", seed, i).isZero();
      if (i % 20 == 0) {
        store.reopen();
      }
    }
    assertThat(store.store.days().days()).isEqualTo(12);
  }

  @Test
  @DisplayName("I-25: an order may hold longer than the peer does, never shorter")
  void alsoHoldsUntilTheOrderAllows() throws Exception {
    long notBefore = TestHome.NOW + Duration.ofDays(100).toSeconds();
    store.delete(locator, 6, notBefore);
    store.store.countTime(20 * DAY);
    assertThat(store.store.purge()).isZero();
    store.now = Instant.ofEpochSecond(notBefore);
    assertThat(store.store.purge()).isEqualTo(1);
  }

  @Test
  @DisplayName("I-25: the count of days survives restarts and never goes backward")
  void keepsItsCount() throws Exception {
    store.delete(locator, 6, 0);
    long before = 0;
    for (int i = 0; i < 14; i++) {
      store.store.countTime(DAY);
      store.reopen();
      assertThat(store.store.days().days()).isEqualTo(++before);
    }
    assertThat(store.store.purge()).isEqualTo(1);
  }

  @Test
  void purgedObjectsCanBeStoredAgain() throws Exception {
    store.delete(locator, 6, 0);
    store.store.countTime(14 * DAY);
    store.store.purge();
    assertThat(store.put(shard, 9)).isInstanceOf(PutOutcome.Stored.class);
    assertThat(store.holds(shard)).isTrue();
  }

  private Receipt deleted(DeleteOutcome outcome) {
    return store.read(((DeleteOutcome.Deleted) outcome).receipt());
  }
}
