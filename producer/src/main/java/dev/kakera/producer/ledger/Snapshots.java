package dev.kakera.producer.ledger;

import dev.kakera.core.id.SnapshotId;
import dev.kakera.core.id.SourceId;
import dev.kakera.core.wire.Bytes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Snapshots by the sequence of their heads; a head is kept sealed, as the peers have it. */
public final class Snapshots {
  private static final String SELECT =
      "SELECT sequence, snapshot, source, head, session, committed FROM snapshots";

  private Snapshots() {}

  /**
   * A snapshot.
   *
   * @param head sealed
   * @param committed false between the sealing of its head and the quorum
   */
  public record Snapshot(
      long sequence, SnapshotId id, SourceId source, Bytes head, long session, boolean committed) {}

  /** Oldest first. */
  public static List<Snapshot> committed(Connection connection) throws SQLException {
    return Sql.all(connection, SELECT + " WHERE committed = 1 ORDER BY sequence", Snapshots::read);
  }

  /** The newest of each source. */
  public static List<Snapshot> newestOfEach(Connection connection) throws SQLException {
    return Sql.all(
        connection,
        SELECT
            + " WHERE sequence IN (SELECT max(sequence) FROM snapshots WHERE committed = 1 GROUP BY"
            + " source)",
        Snapshots::read);
  }

  /** The sealed head of each sequence, committed or not. */
  static Map<Long, byte[]> heads(Connection connection) throws SQLException {
    Map<Long, byte[]> heads = new TreeMap<>();
    Sql.all(
            connection,
            "SELECT sequence, head FROM snapshots",
            row -> Map.entry(row.getLong(1), row.getBytes(2)))
        .forEach(head -> heads.put(head.getKey(), head.getValue()));
    return heads;
  }

  public static Optional<Snapshot> latest(Connection connection) throws SQLException {
    return Sql.one(connection, SELECT + " ORDER BY sequence DESC LIMIT 1", Snapshots::read);
  }

  public static Optional<Snapshot> latestOf(Connection connection, SourceId source)
      throws SQLException {
    return Sql.one(
        connection,
        SELECT + " WHERE source = ? AND committed = 1 ORDER BY sequence DESC LIMIT 1",
        Snapshots::read,
        (Object) source.toBytes());
  }

  /** The one whose head was sealed but not committed, if the program ended between the two. */
  public static Optional<Snapshot> pending(Connection connection) throws SQLException {
    return Sql.one(connection, SELECT + " WHERE committed = 0", Snapshots::read);
  }

  public static void add(Connection connection, Snapshot snapshot) throws SQLException {
    Sql.update(
        connection,
        "INSERT INTO snapshots (sequence, snapshot, source, head, session, committed) VALUES (?, ?,"
            + " ?, ?, ?, ?)",
        snapshot.sequence(),
        snapshot.id().toBytes(),
        snapshot.source().toBytes(),
        snapshot.head().toBytes(),
        snapshot.session(),
        snapshot.committed() ? 1 : 0);
  }

  /** C7: the one record that makes a snapshot; what it references is used from here on. */
  public static void commit(Connection connection, Snapshot snapshot) throws SQLException {
    Sql.update(
        connection, "UPDATE snapshots SET committed = 1 WHERE sequence = ?", snapshot.sequence());
    Sql.update(
        connection,
        "UPDATE chunks SET used = ? WHERE used IS NULL AND referenced = ?",
        snapshot.sequence(),
        snapshot.session());
  }

  public static void receiptHead(Connection connection, long sequence, long peer)
      throws SQLException {
    Sql.update(
        connection, "INSERT OR IGNORE INTO heads (sequence, peer) VALUES (?, ?)", sequence, peer);
  }

  /** Names of the peers that receipted a head. */
  public static List<String> headHolders(Connection connection, long sequence) throws SQLException {
    return Sql.all(
        connection,
        "SELECT name FROM heads JOIN peers ON peers.id = heads.peer WHERE sequence = ? ORDER BY"
            + " name",
        row -> row.getString(1),
        sequence);
  }

  private static Snapshot read(ResultSet row) throws SQLException {
    return new Snapshot(
        row.getLong(1),
        SnapshotId.copyOf(row.getBytes(2)),
        SourceId.copyOf(row.getBytes(3)),
        Bytes.takeOwnershipOf(row.getBytes(4)),
        row.getLong(5),
        row.getInt(6) != 0);
  }
}
