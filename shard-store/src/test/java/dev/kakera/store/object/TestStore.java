package dev.kakera.store.object;

import dev.kakera.core.id.Locator;
import dev.kakera.core.id.PeerId;
import dev.kakera.core.key.Signatures;
import dev.kakera.core.order.Order;
import dev.kakera.core.order.Receipt;
import dev.kakera.core.order.Signed;
import dev.kakera.store.TestHome;
import dev.kakera.store.disk.DiskFiles;
import dev.kakera.store.disk.JournalEntry;
import dev.kakera.store.disk.StoreDirectory;
import dev.kakera.store.disk.StoreFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** A store in a temporary directory that can be closed and opened again. */
final class TestStore implements AutoCloseable {
  static final String PEER = "sister";

  final TestHome home;
  final Path path;
  StoreFiles files = new DiskFiles();
  StoreStep.Listener steps = StoreStep.Listener.NONE;
  Instant now = Instant.ofEpochSecond(TestHome.NOW);
  long quotaBytes;
  long reserveBytes;
  int holdDays = 14;
  StoreDirectory directory;
  ObjectStore store;

  TestStore(Path path, long seed) {
    this.path = path;
    this.home = new TestHome(seed);
  }

  TestStore open() throws IOException {
    directory = StoreDirectory.openOrCreate(path, PEER, files);
    StoreRules rules =
        new StoreRules(
            home.ref(), quotaBytes, reserveBytes, holdDays, () -> now, step -> steps.reached(step));
    try {
      store = ObjectStore.open(directory, rules);
    } catch (IOException | RuntimeException e) {
      directory.close();
      throw e;
    }
    return this;
  }

  TestStore reopen() throws IOException {
    close();
    return open();
  }

  @Override
  public void close() throws IOException {
    if (store != null) {
      store.close();
      directory.close();
      store = null;
    }
  }

  PeerId peerId() {
    return directory.peerId();
  }

  List<PutOutcome> put(byte[]... sealed) throws IOException {
    List<PutRequest> requests = new ArrayList<>();
    for (byte[] each : sealed) {
      requests.add(home.put(peerId(), each, 1));
    }
    return store.ingest(requests);
  }

  PutOutcome put(byte[] sealed, long sequence) throws IOException {
    return store.ingest(List.of(home.put(peerId(), sealed, sequence))).getFirst();
  }

  DeleteOutcome delete(Locator locator, long sequence, long notBeforeSeconds)
      throws IOException, RejectedOrderException {
    Order order =
        new Order(
            Order.Kind.DELETE,
            home.repo(),
            peerId(),
            locator,
            0,
            0,
            sequence,
            notBeforeSeconds,
            TestHome.EXPIRY);
    return store.delete(store.gate().check(home.sign(order)));
  }

  Receipt read(Signed receipt) {
    return Receipt.decode(
        receipt.verified(directory.publicKey().toBytes(), Signatures.Context.RECEIPT));
  }

  static Signed receiptOf(PutOutcome outcome) {
    return switch (outcome) {
      case PutOutcome.Stored stored -> stored.receipt();
      case PutOutcome.NoSpace refused -> refused.receipt();
      case PutOutcome.Superseded superseded -> superseded.receipt().orElseThrow();
      case PutOutcome.Rejected rejected -> throw new AssertionError(rejected.message());
    };
  }

  Receipt stored(PutOutcome outcome) {
    return read(receiptOf(outcome));
  }

  List<Locator> inventory() throws IOException {
    return store.inventory(null, 10_000).stream().map(JournalEntry::locator).toList();
  }

  Path shardFile(Locator locator) {
    String name = locator.toString();
    return path.resolve("shards").resolve(name.substring(0, 2)).resolve(name);
  }

  /** Object files anywhere below the folder. */
  List<Path> filesBelow(String folder) throws IOException {
    try (Stream<Path> all = Files.walk(path.resolve(folder))) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  boolean holds(byte[] sealed) throws IOException {
    Path file = shardFile(TestHome.locatorOf(sealed));
    return Files.exists(file) && Arrays.equals(Files.readAllBytes(file), sealed);
  }
}
