package dev.kakera.producer.ledger;

import dev.kakera.core.id.PeerId;
import dev.kakera.core.id.StoreId;
import dev.kakera.core.placement.PeerRef;
import dev.kakera.core.wire.Bytes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The peers that the home has accepted. */
public final class Peers {
  private static final String SELECT =
      "SELECT id, name, peer, public_key, store, store_sequence, bundle FROM peers";

  private Peers() {}

  /**
   * A peer.
   *
   * @param row its number in the catalog
   * @param store the data directory it last signed for
   * @param storeSequence the highest that was seen of it
   * @param hasBundle whether the key bundle is receipted
   */
  public record Peer(
      long row,
      PeerRef ref,
      Bytes publicKey,
      Optional<StoreId> store,
      long storeSequence,
      boolean hasBundle) {
    public String name() {
      return ref.name();
    }
  }

  public static List<Peer> all(Connection connection) throws SQLException {
    return Sql.all(connection, SELECT + " ORDER BY id", Peers::read);
  }

  /** Adds a peer, or leaves the one of that name as it is. */
  public static void add(Connection connection, PeerRef peer, byte[] publicKey)
      throws SQLException {
    Sql.update(
        connection,
        "INSERT INTO peers (name, peer, public_key) VALUES (?, ?, ?) ON CONFLICT (name) DO NOTHING",
        peer.name(),
        peer.id().toBytes(),
        publicKey);
  }

  static void advance(Connection connection, Peer peer, StoreId store, long sequence)
      throws SQLException {
    Sql.update(
        connection,
        "UPDATE peers SET store_sequence = CASE WHEN store = ? THEN max(store_sequence, ?) ELSE ? END, store = ? WHERE id = ?",
        store.toBytes(),
        sequence,
        sequence,
        store.toBytes(),
        peer.row());
  }

  static void markBundle(Connection connection, Peer peer, boolean has) throws SQLException {
    Sql.update(connection, "UPDATE peers SET bundle = ? WHERE id = ?", has ? 1 : 0, peer.row());
  }

  private static Peer read(ResultSet row) throws SQLException {
    byte[] store = row.getBytes(5);
    return new Peer(
        row.getLong(1),
        new PeerRef(row.getString(2), PeerId.copyOf(row.getBytes(3))),
        Bytes.takeOwnershipOf(row.getBytes(4)),
        store == null ? Optional.empty() : Optional.of(StoreId.copyOf(store)),
        row.getLong(6),
        row.getInt(7) != 0);
  }
}
