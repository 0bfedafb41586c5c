package dev.kakera.producer.ledger;

import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.key.KeyPurpose;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.order.Receipt;
import dev.kakera.core.order.Signed;
import dev.kakera.core.placement.PeerRef;
import dev.kakera.core.placement.Placement;
import dev.kakera.core.seal.ObjectType;
import dev.kakera.core.snapshot.HeadSealer;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.stripe.StripeNaming;
import dev.kakera.core.wire.MalformedException;
import dev.kakera.schemas.record.ReceiptRecord;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fills a new catalog from what the peers hold: chunks and snapshots from the heads' manifests,
 * receipts as the peers signed them. A receipt that no manifest needs names its object for cleanup
 * (I-23). Confined to one thread.
 */
public final class CatalogRebuild {
  private static final Logger LOG = LoggerFactory.getLogger(CatalogRebuild.class);

  private final Catalog catalog;
  private final RepositoryKeys keys;
  private final StripeNaming naming;
  private final LedgerWriting writing;
  private final Map<String, Peers.Peer> peers;

  /**
   * @param catalog new, with its peers in it
   */
  public CatalogRebuild(Catalog catalog, RepositoryKeys keys, InstantSource clock) {
    this.catalog = catalog;
    this.keys = keys;
    this.naming = new StripeNaming(keys);
    RepoId repo = keys.repo();
    this.writing = new LedgerWriting(repo, clock);
    this.peers = catalog.read(LedgerWriting::peersByName);
  }

  /** Takes over a snapshot; its chunks are to follow. */
  public void snapshot(HeadSealer.Sealed head) {
    writing.expectHead(head.locator(), head.head().sequence());
    Digest pathKey =
        keys.keys().hash(KeyPurpose.CATALOG).update(head.head().path().toBytes()).finish();
    catalog.source(pathKey, head.head().source());
    long session = catalog.nextSession();
    catalog.write(
        connection -> {
          Snapshots.add(
              connection,
              new Snapshots.Snapshot(
                  head.head().sequence(),
                  head.snapshot(),
                  head.head().source(),
                  head.sealed(),
                  session,
                  true));
          return true;
        });
  }

  /**
   * Takes over chunks that a snapshot needs.
   *
   * @param holder the peer that has an object, if one has, by locator; the others get their places
   *     as if they were to be sent now
   */
  public void chunks(
      long sequence, List<ChunkRef> refs, Function<Locator, Optional<String>> holder) {
    List<Found> found = new ArrayList<>();
    List<PeerRef> all = peers.values().stream().map(Peers.Peer::ref).toList();
    for (ChunkRef ref : refs) {
      List<Locator> locators = new ArrayList<>();
      Map<Integer, PeerRef> held = new HashMap<>();
      for (int index = 0; index < ref.geometry().n(); index++) {
        Locator locator = naming.locator(ref, index);
        locators.add(locator);
        Optional<String> at = holder.apply(locator);
        if (at.isPresent()) {
          held.put(index, peers.get(at.get()).ref());
        }
      }
      List<PeerRef> places = Placement.complete(held, all, ref.chunk(), ref.geometry());
      List<Chunks.Placed> placed = new ArrayList<>();
      for (int index = 0; index < places.size(); index++) {
        long peer = peers.get(places.get(index).name()).row();
        placed.add(new Chunks.Placed(locators.get(index), index, peer));
      }
      found.add(new Found(ref, placed));
    }
    catalog.write(
        connection -> {
          for (Found chunk : found) {
            add(connection, sequence, chunk);
          }
          return true;
        });
  }

  private record Found(ChunkRef ref, List<Chunks.Placed> placed) {}

  private static void add(Connection connection, long sequence, Found chunk) throws SQLException {
    if (Chunks.find(connection, chunk.ref().chunk()).isPresent()) {
      return; // an earlier snapshot brought it
    }
    Chunks.pin(connection, chunk.ref().chunk(), chunk.ref().plainSize(), 0);
    long row = Chunks.find(connection, chunk.ref().chunk()).orElseThrow().row();
    Chunks.announce(connection, row, chunk.ref(), chunk.placed());
    Chunks.use(connection, row, sequence);
  }

  /**
   * Tells of a session that the lost catalog had counted to: peers pass over what comes with a
   * lower number than they have seen.
   */
  public void sawSession(long session) {
    catalog.skipSessions(session);
  }

  /** Takes over receipts of one peer; gives how many its objects no snapshot needs. */
  public int receipts(String peerName, List<Signed> receipts) {
    return catalog.write(
        connection -> {
          Peers.Peer peer = peers.get(peerName);
          int strays = 0;
          for (Signed signed : receipts) {
            strays += receipt(connection, peer, signed);
          }
          return strays;
        });
  }

  /** Gives 1 for a stray. A receipt that is not right counts for nothing, and stops nothing. */
  private int receipt(Connection connection, Peers.Peer peer, Signed signed) throws SQLException {
    ReceiptRecord record =
        new ReceiptRecord(
            peer.name(),
            ByteBuffer.wrap(signed.body().toBytes()),
            ByteBuffer.wrap(signed.signature().toBytes()));
    try {
      Receipt receipt = writing.verify(peer, record);
      if (writing.receive(connection, peer, receipt).isPresent()) {
        return 0;
      }
      writing.stray(connection, peer, receipt);
      return receipt.objectType() == ObjectType.SHARD.id() ? 1 : 0;
    } catch (MalformedException e) {
      LOG.warn("passed over: {}", e.getMessage());
      return 0;
    }
  }
}
