package dev.kakera.producer.ledger;

import dev.kakera.core.erasure.CauchyMatrix;
import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.id.ChunkId;
import dev.kakera.core.id.Locator;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.id.StripeId;
import dev.kakera.core.key.Signatures;
import dev.kakera.core.ledger.ReceiptFate;
import dev.kakera.core.ledger.StripeFate;
import dev.kakera.core.order.Receipt;
import dev.kakera.core.seal.ObjectType;
import dev.kakera.core.seal.SealedHeader;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.stripe.Codec;
import dev.kakera.core.wire.MalformedException;
import dev.kakera.core.wire.MalformedException.Failure;
import dev.kakera.schemas.record.ReceiptRecord;
import dev.kakera.schemas.record.StripeRecord;
import dev.kakera.schemas.record.StripeShardRecord;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a stripe or a receipt does to the catalog. Idempotent: any record may come any number of
 * times, in any order (I-10). Runs inside the writer's transaction.
 */
final class LedgerWriting {
  private static final Logger LOG = LoggerFactory.getLogger(LedgerWriting.class);

  private final RepoId repo;
  private final InstantSource clock;
  private final Map<Locator, Long> headSequences = new HashMap<>();

  LedgerWriting(RepoId repo, InstantSource clock) {
    this.repo = repo;
    this.clock = clock;
  }

  /**
   * Tells which head lies under a locator, so that its receipts are known. Called before it is
   * sent.
   */
  synchronized void expectHead(Locator locator, long sequence) {
    headSequences.put(locator, sequence);
  }

  /** Makes every head known that the catalog holds: receipts come after a restart, too. */
  void expectHeads(Catalog catalog) {
    catalog
        .read(Snapshots::heads)
        .forEach(
            (sequence, head) ->
                expectHead(SealedHeader.read(head, 0, head.length).locator(), sequence));
  }

  /** Takes an announced stripe. */
  List<LedgerEvent> announce(Connection connection, StripeRecord stripe) throws SQLException {
    ChunkId chunk = ChunkId.copyOf(stripe.getChunk().bytes());
    ChunkRef ref = ref(chunk, stripe);
    requireWhole(ref, stripe.getShards());
    Map<String, Peers.Peer> peers = peersByName(connection);
    List<Chunks.Placed> placed = new ArrayList<>();
    for (StripeShardRecord shard : stripe.getShards()) {
      Peers.Peer peer = peers.get(shard.getPeer());
      if (peer != null) {
        placed.add(
            new Chunks.Placed(
                Locator.copyOf(shard.getLocator().bytes()), shard.getIndex(), peer.row()));
      }
    }
    Optional<Chunks.Chunk> known = Chunks.find(connection, chunk);
    return switch (fate(connection, known, ref)) {
      case ADOPTED ->
          announced(Chunks.announce(connection, known.orElseThrow().row(), ref, placed));
      case REPLACES -> {
        // Another encoder made another stripe of it: one group wins whole, the other is cleaned up.
        Chunks.Chunk old = known.orElseThrow();
        for (Chunks.Shard shard : Chunks.shards(connection, old.row())) {
          Peers.Peer peer = peers.get(shard.peer());
          Cleanups.add(connection, shard.locator(), peer.row(), clock.millis());
        }
        Chunks.replaceStripe(connection, old.row());
        yield announced(Chunks.announce(connection, old.row(), ref, placed));
      }
      case STRAY -> {
        // Of an earlier life of this catalog, or of a chunk whose stripe stands.
        for (Chunks.Placed shard : placed) {
          Cleanups.add(connection, shard.locator(), shard.peer(), clock.millis());
        }
        yield known.isPresent() ? announced(known.get()) : List.of();
      }
    };
  }

  private static StripeFate fate(
      Connection connection, Optional<Chunks.Chunk> known, ChunkRef announced) throws SQLException {
    if (known.isEmpty()) {
      return StripeFate.of(Optional.empty(), announced);
    }
    Chunks.Chunk chunk = known.get();
    return StripeFate.of(
        Optional.of(
            new StripeFate.Known(chunk.ref(), chunk.complete(), Chunks.isNamed(connection, chunk))),
        announced);
  }

  private static List<LedgerEvent> announced(Chunks.Chunk chunk) {
    return List.of(new LedgerEvent.Announced(chunk.chunk(), chunk.losses()));
  }

  /** The receipt, once signature, peer and repository are seen to be right. */
  Receipt verify(Peers.Peer peer, ReceiptRecord signed) {
    byte[] body = bytes(signed.getBody());
    if (!Signatures.verify(
        peer.publicKey().toBytes(),
        Signatures.Context.RECEIPT,
        body,
        bytes(signed.getSignature()))) {
      throw new MalformedException(
          Failure.NOT_AUTHENTIC, "receipt: not signed by peer %s", peer.name());
    }
    Receipt receipt = Receipt.decode(body);
    if (!receipt.peer().equals(peer.ref().id()) || !receipt.repo().equals(repo)) {
      throw new MalformedException(
          Failure.MISPLACED, "receipt of %s: for another peer or repository", peer.name());
    }
    return receipt;
  }

  /** Takes a verified receipt; empty when the catalog does not know what it is for. */
  Optional<LedgerEvent> receive(Connection connection, Peers.Peer peer, Receipt receipt)
      throws SQLException {
    Peers.advance(connection, peer, receipt.store(), receipt.storeSequence());
    return switch (receipt.kind()) {
      case REFUSED_NO_SPACE -> Optional.of(refuse(connection, peer, receipt));
      case DELETED -> delete(connection, peer, receipt);
      case STORED -> store(connection, peer, receipt);
    };
  }

  private Optional<LedgerEvent> store(Connection connection, Peers.Peer peer, Receipt receipt)
      throws SQLException {
    if (receipt.objectType() == ObjectType.BUNDLE.id()) {
      Peers.markBundle(connection, peer, true);
      return Optional.of(new LedgerEvent.BundleReceipted(peer.name()));
    }
    if (receipt.objectType() == ObjectType.HEAD.id()) {
      Long sequence = headSequence(receipt.locator());
      if (sequence == null) {
        return Optional.empty();
      }
      Snapshots.receiptHead(connection, sequence, peer.row());
      return Optional.of(new LedgerEvent.HeadReceipted(sequence, peer.name()));
    }
    Optional<Chunks.Owner> owner = Chunks.owner(connection, receipt.locator());
    if (owner.isEmpty()) {
      return Optional.empty();
    }
    Chunks.Chunk chunk = Chunks.byRow(connection, owner.get().chunk());
    switch (fate(peer, owner.get(), chunk, receipt)) {
      case MISPLACED ->
          throw new MalformedException(
              Failure.MISPLACED,
              "receipt of %s for shard %s: %d bytes, expected %d at the peer it was placed at",
              peer.name(),
              receipt.locator(),
              receipt.size(),
              chunk.ref().orElseThrow().sealedSize());
      case COUNTS ->
          Chunks.receipt(connection, receipt.locator(), receipt.storeSequence(), receipt.root());
      case OLDER -> {}
    }
    Chunks.Chunk counted = Chunks.recount(connection, chunk.row());
    return Optional.of(
        new LedgerEvent.Receipted(
            counted.chunk(), peer.name(), counted.missing(), counted.losses()));
  }

  private static ReceiptFate fate(
      Peers.Peer from, Chunks.Owner owner, Chunks.Chunk chunk, Receipt receipt) {
    return ReceiptFate.of(
        new ReceiptFate.Placed(
            owner.peer() == from.row(),
            from.store(),
            owner.told(),
            chunk.ref().orElseThrow().sealedSize()),
        receipt);
  }

  private static LedgerEvent refuse(Connection connection, Peers.Peer peer, Receipt receipt)
      throws SQLException {
    Optional<Chunks.Owner> owner = Chunks.owner(connection, receipt.locator());
    Optional<ChunkId> chunk =
        owner.isPresent()
            ? Optional.of(Chunks.byRow(connection, owner.get().chunk()).chunk())
            : Optional.empty();
    return new LedgerEvent.Refused(receipt.locator(), chunk, peer.name(), receipt.detail());
  }

  private static Optional<LedgerEvent> delete(
      Connection connection, Peers.Peer peer, Receipt receipt) throws SQLException {
    boolean wasOrdered = Cleanups.cancel(connection, receipt.locator(), peer.row());
    Optional<Chunks.Owner> owner = Chunks.owner(connection, receipt.locator());
    if (owner.isPresent()) {
      Chunks.Chunk chunk = Chunks.byRow(connection, owner.get().chunk());
      if (fate(peer, owner.get(), chunk, receipt) == ReceiptFate.COUNTS) {
        Chunks.unreceipt(connection, receipt.locator(), receipt.storeSequence());
        Chunks.recount(connection, chunk.row());
      }
    }
    return wasOrdered || owner.isPresent()
        ? Optional.of(new LedgerEvent.Deleted(receipt.locator(), peer.name()))
        : Optional.empty();
  }

  /**
   * Names a stored shard that nothing in the catalog needs for cleanup (I-21). A head is never
   * deleted because this catalog does not know it: it may be all that is left of a snapshot.
   */
  void stray(Connection connection, Peers.Peer peer, Receipt receipt) throws SQLException {
    if (receipt.kind() != Receipt.Kind.STORED) {
      return;
    }
    if (receipt.objectType() == ObjectType.SHARD.id()) {
      Cleanups.add(connection, receipt.locator(), peer.row(), clock.millis());
    } else {
      LOG.warn(
          "peer {} keeps object {} of type {}, which the catalog does not know; it is left there",
          peer.name(),
          receipt.locator(),
          receipt.objectType());
    }
  }

  private synchronized Long headSequence(Locator locator) {
    return headSequences.get(locator);
  }

  static Map<String, Peers.Peer> peersByName(Connection connection) throws SQLException {
    Map<String, Peers.Peer> peers = new HashMap<>();
    Peers.all(connection).forEach(peer -> peers.put(peer.name(), peer));
    return peers;
  }

  /** Each index once, from 0: whatever counts receipts relies on it (I-11). */
  private static void requireWhole(ChunkRef ref, List<StripeShardRecord> shards) {
    int n = ref.geometry().n();
    boolean whole = shards.size() == n;
    for (int index = 0; whole && index < n; index++) {
      whole = shards.get(index).getIndex() == index;
    }
    if (!whole) {
      throw new MalformedException(
          Failure.RANGE,
          "stripe of chunk %s: shards %s, expected each of 0 to %d once, in order",
          ref.chunk(),
          shards.stream().limit(n + 1L).map(StripeShardRecord::getIndex).toList(),
          n - 1);
    }
  }

  private static ChunkRef ref(ChunkId chunk, StripeRecord stripe) {
    Codec codec = Codec.byId(stripe.getCodec());
    if (codec == null || stripe.getMatrixId() != CauchyMatrix.MATRIX_ID) {
      throw new MalformedException(
          Failure.UNSUPPORTED,
          "stripe of chunk %s: codec %d, matrix %d",
          chunk,
          stripe.getCodec(),
          stripe.getMatrixId());
    }
    try {
      return new ChunkRef(
          chunk,
          StripeId.copyOf(stripe.getStripe().bytes()),
          stripe.getEpoch(),
          new Geometry(stripe.getK(), stripe.getM()),
          codec,
          stripe.getPlainSize(),
          stripe.getEncodedSize());
    } catch (IllegalArgumentException e) {
      throw new MalformedException(Failure.RANGE, "stripe of chunk %s: %s", chunk, e.getMessage());
    }
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }
}
