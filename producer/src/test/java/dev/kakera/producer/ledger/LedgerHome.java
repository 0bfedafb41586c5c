package dev.kakera.producer.ledger;

import dev.kakera.core.erasure.CauchyMatrix;
import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.id.ChunkId;
import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.id.PeerId;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.id.StoreId;
import dev.kakera.core.id.StripeId;
import dev.kakera.core.key.DerivedKeys;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.key.Secret;
import dev.kakera.core.key.Signatures;
import dev.kakera.core.order.Receipt;
import dev.kakera.core.order.Signed;
import dev.kakera.core.placement.PeerRef;
import dev.kakera.core.placement.Placement;
import dev.kakera.core.seal.ObjectType;
import dev.kakera.core.snapshot.HeadSealer;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.stripe.Codec;
import dev.kakera.core.stripe.StripeNaming;
import dev.kakera.schemas.record.Bytes32;
import dev.kakera.schemas.record.ReceiptRecord;
import dev.kakera.schemas.record.StripeRecord;
import dev.kakera.schemas.record.StripeShardRecord;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A home without a broker: keys, a catalog on disk, peers that sign, and what the ledger would
 * write. Peers are {@code peer-1} and so on.
 */
public final class LedgerHome implements AutoCloseable {
  public static final Geometry GEOMETRY = new Geometry(4, 2);

  private final RepositoryKeys keys = keys(7);
  private final StripeNaming naming = new StripeNaming(keys);
  private final Map<String, Signatures.SigningKey> signers = new HashMap<>();
  private final List<PeerRef> peers = new ArrayList<>();
  private final LedgerWriting writing =
      new LedgerWriting(keys.repo(), () -> java.time.Instant.EPOCH);
  private final Catalog catalog;
  private long storeSequence;

  public LedgerHome(Path folder, int peerCount) {
    catalog = Catalog.create(folder);
    for (int number = 1; number <= peerCount; number++) {
      byte[] seed = new byte[Secret.BYTES];
      Arrays.fill(seed, (byte) (100 + number));
      var signer = new Signatures.SigningKey(Secret.takeOwnershipOf(seed));
      PeerRef peer = new PeerRef("peer-" + number, PeerId.ofPublicKey(signer.publicKey()));
      peers.add(peer);
      signers.put(peer.name(), signer);
      catalog.write(
          connection -> {
            Peers.add(connection, peer, signer.publicKey());
            return true;
          });
    }
  }

  /** Keys that are the same for the same number. */
  public static RepositoryKeys keys(int number) {
    byte[] master = new byte[Secret.BYTES];
    Arrays.fill(master, (byte) number);
    return new RepositoryKeys(
        new RepoId(number, number), 1, new DerivedKeys(Secret.takeOwnershipOf(master)));
  }

  public RepositoryKeys keys() {
    return keys;
  }

  public Catalog catalog() {
    return catalog;
  }

  public List<PeerRef> peers() {
    return peers;
  }

  LedgerWriting writing() {
    return writing;
  }

  public ChunkId chunk(String content) {
    byte[] bytes = content.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    return naming.chunkId(bytes, 0, bytes.length);
  }

  public ChunkId pin(String content, long session) {
    ChunkId chunk = chunk(content);
    catalog.write(
        connection -> {
          Chunks.pin(connection, chunk, 1000, session);
          return true;
        });
    return chunk;
  }

  /** A stripe of a chunk, as one of several encoders might make it. */
  public ChunkRef ref(ChunkId chunk, int variant) {
    return ref(chunk, variant, GEOMETRY);
  }

  public ChunkRef ref(ChunkId chunk, int variant, Geometry geometry) {
    byte[] stripe = chunk.toBytes();
    stripe[0] += (byte) variant;
    stripe[31] ^= 1;
    return new ChunkRef(chunk, StripeId.copyOf(stripe), 1, geometry, Codec.NONE, 1000, 1000);
  }

  public Locator locator(ChunkRef ref, int index) {
    return naming.locator(ref, index);
  }

  public List<PeerRef> places(ChunkRef ref) {
    return Placement.choose(peers, ref.chunk(), ref.geometry());
  }

  public StripeRecord stripe(ChunkRef ref) {
    return stripe(ref, places(ref));
  }

  StripeRecord stripe(ChunkRef ref, List<PeerRef> places) {
    List<StripeShardRecord> shards = new ArrayList<>();
    for (int index = 0; index < places.size(); index++) {
      shards.add(
          StripeShardRecord.newBuilder()
              .setIndex(index)
              .setLocator(new Bytes32(locator(ref, index).toBytes()))
              .setPeer(places.get(index).name())
              .setCrc32c(0)
              .setOrderDigest(new Bytes32(Digest.ZERO.toBytes()))
              .setSent(true)
              .build());
    }
    return StripeRecord.newBuilder()
        .setSpoolId("1-0")
        .setChunk(new Bytes32(ref.chunk().toBytes()))
        .setStripe(new Bytes32(ref.stripe().toBytes()))
        .setEpoch(ref.epoch())
        .setK(ref.geometry().k())
        .setM(ref.geometry().m())
        .setMatrixId(CauchyMatrix.MATRIX_ID)
        .setCodec(ref.codec().id())
        .setPlainSize(ref.plainSize())
        .setEncodedSize(ref.encodedSize())
        .setShardSize(ref.sealedSize())
        .setSequence(0)
        .setWorker("worker")
        .setAttempt(1)
        .setOpenedMicros(0)
        .setEncodedMicros(0)
        .setProvedMicros(0)
        .setSealedMicros(0)
        .setShards(shards)
        .build();
  }

  /** What a peer says of a shard that was placed at it. */
  public Receipt receipt(Receipt.Kind kind, ChunkRef ref, int index) {
    return receipt(
        kind, ObjectType.SHARD, places(ref).get(index), locator(ref, index), ref.sealedSize());
  }

  public Receipt receipt(
      Receipt.Kind kind, ObjectType type, PeerRef peer, Locator locator, int size) {
    storeSequence++;
    return new Receipt(
        kind,
        type.id(),
        keys.repo(),
        peer.id(),
        new StoreId(peer.id().high(), 1),
        storeSequence,
        Digest.ZERO,
        Digest.ZERO,
        locator,
        Digest.ZERO,
        size,
        kind == Receipt.Kind.REFUSED_NO_SPACE ? 4096 : 0,
        0);
  }

  public String nameOf(Receipt receipt) {
    return peers.stream()
        .filter(peer -> peer.id().equals(receipt.peer()))
        .findFirst()
        .orElseThrow()
        .name();
  }

  public ReceiptRecord signed(Receipt receipt) {
    return signed(receipt, nameOf(receipt));
  }

  /** Signed by a peer that need not be the one the receipt names. */
  ReceiptRecord signed(Receipt receipt, String signer) {
    Signed signed = Signed.sign(signers.get(signer), Signatures.Context.RECEIPT, receipt.encode());
    return new ReceiptRecord(
        signer,
        ByteBuffer.wrap(signed.body().toBytes()),
        ByteBuffer.wrap(signed.signature().toBytes()));
  }

  public List<LedgerEvent> announce(StripeRecord stripe) {
    return catalog.write(connection -> writing.announce(connection, stripe));
  }

  /** As it comes in that peer's topic. */
  Optional<LedgerEvent> receive(String topicOf, ReceiptRecord record) {
    return catalog.write(
        connection -> {
          Peers.Peer peer = LedgerWriting.peersByName(connection).get(topicOf);
          return writing.receive(connection, peer, writing.verify(peer, record));
        });
  }

  public Optional<LedgerEvent> receive(Receipt receipt) {
    return receive(nameOf(receipt), signed(receipt));
  }

  /** Announces a chunk and receipts its first {@code count} shards; gives the last event. */
  public LedgerEvent store(ChunkRef ref, int count) {
    LedgerEvent last = announce(stripe(ref)).getLast();
    for (int index = 0; index < count; index++) {
      last = receive(receipt(Receipt.Kind.STORED, ref, index)).orElseThrow();
    }
    return last;
  }

  public Chunks.Chunk find(ChunkId chunk) {
    return catalog.read(connection -> Chunks.find(connection, chunk)).orElseThrow();
  }

  HeadSealer headSealer() {
    return new HeadSealer(keys);
  }

  /** Everything that stripes and receipts move, in a form that can be compared. */
  Set<String> state() {
    return catalog.read(
        connection -> {
          TreeSet<String> lines = new TreeSet<>();
          for (String query :
              List.of(
                  "SELECT 'chunk', hex(chunk), hex(stripe), missing, losses, used FROM chunks",
                  "SELECT 'shard', hex(locator), place, peer, receipt, told FROM shards",
                  "SELECT 'cleanup', hex(locator), peer, 0, 0, 0 FROM cleanups",
                  "SELECT 'head', sequence, peer, 0, 0, 0 FROM heads",
                  "SELECT 'peer', name, hex(store), store_sequence, bundle, 0 FROM peers")) {
            lines.addAll(
                Sql.all(
                    connection,
                    query,
                    row -> {
                      StringBuilder line = new StringBuilder();
                      for (int column = 1; column <= 6; column++) {
                        line.append(row.getString(column)).append(' ');
                      }
                      return line.toString();
                    }));
          }
          return lines;
        });
  }

  @Override
  public void close() {
    catalog.close();
    keys.close();
  }
}
