package dev.kakera.store.object;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.id.PeerId;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.order.Order;
import dev.kakera.core.order.Receipt;
import dev.kakera.core.order.Signed;
import dev.kakera.core.order.TreeHash;
import dev.kakera.core.seal.ObjectType;
import dev.kakera.core.wire.Bytes;
import dev.kakera.store.TestHome;
import dev.kakera.store.object.PutOutcome.NoSpace;
import dev.kakera.store.object.PutOutcome.Rejected;
import dev.kakera.store.object.PutOutcome.Stored;
import dev.kakera.store.object.PutOutcome.Superseded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShardIngestTest {
  @TempDir Path temp;
  private final FaultyFiles files = new FaultyFiles();
  private TestStore store;

  @BeforeEach
  void open() throws IOException {
    store = new TestStore(temp.resolve("store"), 11);
    store.files = files;
    store.open();
  }

  @AfterEach
  void close() throws IOException {
    store.close();
  }

  @Test
  void storesEachKindInItsFolderAndSaysWhatItStored() throws IOException {
    byte[] shard = store.home.shard(100_000);
    byte[] head = store.home.object(ObjectType.HEAD, store.home.locator(), 900);
    byte[] bundle = store.home.object(ObjectType.BUNDLE, store.home.locator(), 300);

    List<PutOutcome> outcomes = store.put(shard, head, bundle);

    assertThat(store.holds(shard)).isTrue();
    assertThat(store.path.resolve("heads/" + TestHome.locatorOf(head))).hasBinaryContent(head);
    assertThat(store.path.resolve("bundles/" + TestHome.locatorOf(bundle)))
        .hasBinaryContent(bundle);
    Receipt receipt = store.stored(outcomes.getFirst());
    assertThat(receipt.kind()).isEqualTo(Receipt.Kind.STORED);
    assertThat(receipt.locator()).isEqualTo(TestHome.locatorOf(shard));
    assertThat(receipt.root()).isEqualTo(new TreeHash().root(shard));
    assertThat(receipt.size()).isEqualTo(shard.length);
    assertThat(receipt.objectType()).isEqualTo(ObjectType.SHARD.id());
    assertThat(receipt.repo()).isEqualTo(store.home.repo());
    assertThat(receipt.peer()).isEqualTo(store.peerId());
    assertThat(receipt.store()).isEqualTo(store.directory.storeId());
    assertThat(receipt.order())
        .isEqualTo(Order.digest(store.home.putOrder(store.peerId(), shard, 1).encode()));
    assertThat(store.store.usage().storedBytes())
        .isEqualTo(shard.length + head.length + bundle.length);
  }

  @Test
  @DisplayName("I-10: a duplicate gets the receipt of the first, byte for byte, and writes nothing")
  void answersDuplicatesWithTheFirstReceipt() throws IOException {
    byte[] shard = store.home.shard(5_000);
    PutOutcome first = store.put(shard).getFirst();
    store.now = store.now.plusSeconds(60);
    files.calls.clear();

    Stored again = (Stored) store.put(shard).getFirst();
    store.reopen();
    Stored afterRestart = (Stored) store.put(shard).getFirst();

    assertThat(again.isNew()).isFalse();
    assertThat(again.receipt()).isEqualTo(TestStore.receiptOf(first));
    assertThat(afterRestart.receipt()).isEqualTo(TestStore.receiptOf(first));
    assertThat(files.calls).noneMatch(call -> call.startsWith("create"));
    assertThat(store.store.chain().sequence()).isEqualTo(1);
  }

  @Test
  @DisplayName("I-10: a batch that holds an object twice stores it once, with one receipt")
  void storesOnceWithinABatch() throws IOException {
    byte[] shard = store.home.shard(5_000);

    List<PutOutcome> outcomes = store.put(shard, store.home.shard(10), shard);

    assertThat(TestStore.receiptOf(outcomes.get(2)))
        .isEqualTo(TestStore.receiptOf(outcomes.getFirst()));
    assertThat(((Stored) outcomes.get(2)).isNew()).isFalse();
    assertThat(store.store.chain().sequence()).isEqualTo(2);
    assertThat(store.inventory()).hasSize(2);
  }

  @Test
  @DisplayName("I-14: sequences grow by one and each receipt names the one before, over restarts")
  void chainsReceipts() throws IOException {
    Digest previous = Digest.ZERO;
    for (long sequence = 1; sequence <= 6; sequence++) {
      Signed signed = TestStore.receiptOf(store.put(store.home.shard(50)).getFirst());
      Receipt receipt = store.read(signed);
      assertThat(receipt.storeSequence()).isEqualTo(sequence);
      assertThat(receipt.previous()).isEqualTo(previous);
      previous = Order.digest(signed.body().toBytes());
      if (sequence % 2 == 0) {
        store.reopen();
      }
    }
  }

  @Test
  void rejectsOrdersThatAreNotForIt() throws IOException {
    byte[] shard = store.home.shard(100);
    Order good = store.home.putOrder(store.peerId(), shard, 1);
    Signed signed = store.home.sign(good);
    byte[] forged = signed.signature().toBytes();
    forged[5] ^= 1;

    assertRejected(
        Rejection.BAD_SIGNATURE,
        PutRequest.wrap(new Signed(signed.body(), Bytes.takeOwnershipOf(forged)), shard));
    assertRejected(Rejection.BAD_SIGNATURE, PutRequest.wrap(new TestHome(99).sign(good), shard));
    assertRejected(Rejection.WRONG_PEER, put(shard, withPeer(good, new PeerId(1, 2))));
    assertRejected(Rejection.WRONG_HOME, put(shard, withRepo(good, new RepoId(1, 2))));
    assertRejected(Rejection.WRONG_KIND, put(shard, withKind(good, Order.Kind.DELETE)));
    assertRejected(Rejection.EXPIRED, put(shard, withExpiry(good, TestHome.NOW)));
    assertRejected(
        Rejection.MALFORMED,
        PutRequest.wrap(new Signed(Bytes.utf8("nonsense"), signed.signature()), shard));
    assertRejected(Rejection.MALFORMED, PutRequest.malformed("it has no order"));
    assertNothingHappened();
  }

  @Test
  void rejectsObjectsThatTheirOrderDoesNotName() throws IOException {
    byte[] shard = store.home.shard(100);
    byte[] other = store.home.shard(100);
    Order good = store.home.putOrder(store.peerId(), shard, 1);
    byte[] flipped = shard.clone();
    flipped[flipped.length - 1] ^= 1;
    byte[] noHeader = shard.clone();
    noHeader[0] ^= 1;

    assertRejected(Rejection.MISMATCH, put(other, good));
    assertRejected(Rejection.MISMATCH, put(flipped, good));
    assertRejected(Rejection.MISMATCH, put(Arrays.copyOf(shard, shard.length + 1), good));
    assertRejected(Rejection.MISMATCH, put(Arrays.copyOf(shard, shard.length - 1), good));
    assertRejected(Rejection.MALFORMED, put(noHeader, good));
    byte[] keyring = store.home.object(ObjectType.KEYRING, store.home.locator(), 100);
    assertRejected(Rejection.MISMATCH, store.home.put(store.peerId(), keyring, 1));
    byte[] foreign =
        store.home.object(ObjectType.SHARD, new RepoId(1, 2), store.home.locator(), 100);
    assertRejected(Rejection.MISMATCH, store.home.put(store.peerId(), foreign, 1));
    assertNothingHappened();
  }

  @Test
  void neverOverwritesAnotherContent() throws IOException {
    byte[] shard = store.home.shard(100);
    byte[] other = store.home.object(ObjectType.SHARD, TestHome.locatorOf(shard), 100);
    store.put(shard);

    assertRejected(Rejection.CONFLICT, store.home.put(store.peerId(), other, 9));

    assertThat(store.holds(shard)).isTrue();
    byte[] third = store.home.shard(20);
    byte[] thirdOther = store.home.object(ObjectType.SHARD, TestHome.locatorOf(third), 20);
    List<PutOutcome> outcomes = store.put(third, thirdOther);
    assertThat(outcomes.get(0)).isInstanceOf(Stored.class);
    assertThat(((Rejected) outcomes.get(1)).rejection()).isEqualTo(Rejection.CONFLICT);
    assertThat(store.holds(third)).isTrue();
  }

  @Test
  void rejectedPutsDoNotHoldUpTheOthersOfTheirBatch() throws IOException {
    byte[] shard = store.home.shard(100);

    List<PutOutcome> outcomes =
        store.store.ingest(
            List.of(PutRequest.malformed("broken"), store.home.put(store.peerId(), shard, 1)));

    assertThat(outcomes.get(0)).isInstanceOf(Rejected.class);
    assertThat(outcomes.get(1)).isInstanceOf(Stored.class);
  }

  @Test
  void refusesWithASignedReceiptWhenOnlyTheReserveIsLeft() throws IOException {
    store.reserveBytes = 1_000;
    store.reopen();
    byte[] small = store.home.shard(300);
    byte[] large = store.home.shard(2_000);
    files.usableBytes = 1_000L + small.length + large.length - 1;

    List<PutOutcome> outcomes = store.put(small, large);

    assertThat(outcomes.get(0)).isInstanceOf(Stored.class);
    Receipt refusal = store.stored(outcomes.get(1));
    assertThat(refusal.kind()).isEqualTo(Receipt.Kind.REFUSED_NO_SPACE);
    assertThat(refusal.detail()).isEqualTo(1);
    assertThat(refusal.root()).isEqualTo(Digest.ZERO);
    assertThat(refusal.storeSequence()).isEqualTo(2);
    assertThat(store.filesBelow("tmp")).isEmpty();
    files.usableBytes = Long.MAX_VALUE;
    assertThat(store.put(large).getFirst()).isInstanceOf(Stored.class);
    assertThat(store.stored(store.put(large).getFirst()).storeSequence()).isEqualTo(3);
  }

  @Test
  void refusesBeyondItsQuota() throws IOException {
    byte[] first = store.home.shard(1_000);
    byte[] second = store.home.shard(1_000);
    store.quotaBytes = (long) first.length + second.length - 7;
    store.reopen();

    assertThat(store.put(first).getFirst()).isInstanceOf(Stored.class);
    assertThat(((NoSpace) store.put(second).getFirst()).missingBytes()).isEqualTo(7);
    assertThat(store.store.freeBytes()).isEqualTo(second.length - 7);
    assertThat(store.inventory()).containsExactly(TestHome.locatorOf(first));
  }

  @Test
  void refusesWhatTheDiskHasNoRoomForAfterAll() throws IOException {
    byte[] first = store.home.shard(1_000);
    byte[] second = store.home.shard(1_000);
    byte[] third = store.home.shard(1_000);
    files.fault =
        FaultyFiles.failing(
            call ->
                call.startsWith("write") && call.contains(TestHome.locatorOf(second).toString()),
            "No space left on device");

    List<PutOutcome> outcomes = store.put(first, second, third);

    assertThat(outcomes.get(0)).isInstanceOf(Stored.class);
    assertThat(((NoSpace) outcomes.get(1)).missingBytes()).isEqualTo(second.length);
    assertThat(outcomes.get(2)).isInstanceOf(Stored.class);
    assertThat(store.filesBelow("tmp")).isEmpty();
    assertThat(store.store.failure()).isEmpty();
  }

  @Test
  @DisplayName("I-10: a put from before a delete does not bring the object back, a newer one does")
  void oldPutsDoNotRevive() throws Exception {
    byte[] shard = store.home.shard(100);
    Locator locator = TestHome.locatorOf(shard);
    store.put(shard, 5);
    DeleteOutcome.Deleted deleted = (DeleteOutcome.Deleted) store.delete(locator, 7, 0);

    Superseded old = (Superseded) store.put(shard, 5);
    assertThat(old.receipt()).contains(deleted.receipt());
    assertThat(Files.exists(store.shardFile(locator))).isFalse();

    Stored revived = (Stored) store.put(shard, 8);
    assertThat(revived.isNew()).isTrue();
    assertThat(store.read(revived.receipt()).storeSequence()).isEqualTo(3);
    assertThat(store.holds(shard)).isTrue();
    assertThat(store.filesBelow("trash")).isEmpty();
  }

  private void assertRejected(Rejection expected, PutRequest request) throws IOException {
    PutOutcome outcome = store.store.ingest(List.of(request)).getFirst();
    assertThat(outcome).isInstanceOf(Rejected.class);
    assertThat(((Rejected) outcome).rejection()).isEqualTo(expected);
  }

  private void assertNothingHappened() throws IOException {
    assertThat(store.inventory()).isEmpty();
    assertThat(store.filesBelow("shards")).isEmpty();
    assertThat(store.filesBelow("tmp")).isEmpty();
    assertThat(store.store.chain().sequence()).isZero();
  }

  private PutRequest put(byte[] sealed, Order order) {
    return PutRequest.wrap(store.home.sign(order), sealed);
  }

  private static Order withPeer(Order o, PeerId peer) {
    return new Order(
        o.kind(), o.repo(), peer, o.locator(), o.size(), o.crc32c(), 1, 0, o.expirySeconds());
  }

  private static Order withRepo(Order o, RepoId repo) {
    return new Order(
        o.kind(), repo, o.peer(), o.locator(), o.size(), o.crc32c(), 1, 0, o.expirySeconds());
  }

  private static Order withKind(Order o, Order.Kind kind) {
    return new Order(
        kind, o.repo(), o.peer(), o.locator(), o.size(), o.crc32c(), 1, 0, o.expirySeconds());
  }

  private static Order withExpiry(Order o, long expirySeconds) {
    return new Order(
        o.kind(), o.repo(), o.peer(), o.locator(), o.size(), o.crc32c(), 1, 0, expirySeconds);
  }
}
