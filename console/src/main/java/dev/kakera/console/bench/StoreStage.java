package dev.kakera.console.bench;

import dev.kakera.core.id.Locator;
import dev.kakera.core.key.Signatures;
import dev.kakera.core.order.Order;
import dev.kakera.core.order.Signed;
import dev.kakera.core.seal.SealedHeader;
import dev.kakera.core.wire.Bytes;
import dev.kakera.store.disk.HomeRef;
import dev.kakera.store.disk.StoreDirectory;
import dev.kakera.store.object.ObjectStore;
import dev.kakera.store.object.PutOutcome;
import dev.kakera.store.object.PutRequest;
import dev.kakera.store.object.StoreRules;
import dev.kakera.store.object.StoreStep;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Puts signed orders and shards into a store of its own, as a peer does: every file, folder and
 * receipt synced before it counts. The way to the peer is not in it.
 */
final class StoreStage implements BenchStage {
  private static final int SHARDS_PER_STEP = 8;
  private static final int ORDER_VALID_SECONDS = 3600;
  private static final long BYTES_MAX = 64L << 20;

  private final BenchMaterial material;
  private final Signatures.SigningKey homeKey;
  private final StoreDirectory directory;
  private final ObjectStore store;
  private long sequence;

  StoreStage(BenchMaterial material, Path folder) throws IOException {
    this.material = material;
    homeKey = material.keys().homeKey();
    HomeRef home = new HomeRef(material.keys().repo(), Bytes.takeOwnershipOf(homeKey.publicKey()));
    directory = StoreDirectory.openOrCreate(folder.resolve("store"), "bench");
    try {
      StoreRules rules =
          new StoreRules(
              home,
              0,
              StoreRules.RESERVE_DEFAULT_BYTES,
              StoreRules.HOLD_DEFAULT_DAYS,
              InstantSource.system(),
              StoreStep.Listener.NONE);
      store = ObjectStore.open(directory, rules);
    } catch (IOException | RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  @Override
  public Stage stage() {
    return Stage.STORE;
  }

  @Override
  public String note() {
    return "synced; the trial's peers all lie on this disk, there is no link";
  }

  @Override
  public long bytesMax() {
    return BYTES_MAX;
  }

  @Override
  public Work open(int part, int parts) {
    byte[][] shards = new byte[SHARDS_PER_STEP][];
    for (int index = 0; index < shards.length; index++) {
      shards[index] = material.bytes(material.header().sealedSize());
    }
    return new Work() {
      private List<PutRequest> requests = List.of();

      @Override
      public void prepare() {
        requests = new ArrayList<>(shards.length);
        for (byte[] shard : shards) {
          requests.add(request(shard));
        }
      }

      @Override
      public int step() throws IOException {
        for (PutOutcome outcome : store.ingest(requests)) {
          if (!(outcome instanceof PutOutcome.Stored)) {
            throw new IOException("the store did not take a shard: " + outcome);
          }
        }
        return shards.length * BenchMaterial.PIECE_BYTES;
      }
    };
  }

  /** An order for what looks like one more shard; a store cannot open shards and does not try. */
  private PutRequest request(byte[] shard) {
    SealedHeader header = material.header();
    System.arraycopy(header.encode(), 0, shard, 0, SealedHeader.BYTES);
    CRC32C crc = new CRC32C();
    crc.update(shard, 0, shard.length);
    Locator locator = header.locator();
    Order order =
        new Order(
            Order.Kind.PUT,
            material.keys().repo(),
            directory.peerId(),
            locator,
            shard.length,
            (int) crc.getValue(),
            ++sequence,
            0,
            Instant.now().getEpochSecond() + ORDER_VALID_SECONDS);
    return PutRequest.wrap(Signed.sign(homeKey, Signatures.Context.ORDER, order.encode()), shard);
  }

  @Override
  public void close() throws IOException {
    try {
      store.close();
    } finally {
      directory.close();
    }
  }
}
