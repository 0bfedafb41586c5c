package dev.kakera.producer.ledger;

import dev.kakera.core.ledger.Durability;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Sums over the catalog.
 *
 * @param chunks how many
 * @param bytes of their sealed shards that are receipted
 * @param shards receipted ones
 * @param losses the least f of any of them; 0 when there is none
 */
public record CatalogTotals(long chunks, long bytes, long shards, int losses) {
  private static final String SEALED =
      "(SELECT count(*) FROM shards WHERE shards.chunk = chunks.id AND receipt IS NOT NULL)";

  /** Chunks that were first published, or published again, in a session. */
  public static CatalogTotals ofSession(Connection connection, long session) throws SQLException {
    return of(connection, "WHERE session = " + session);
  }

  /** All chunks that committed snapshots need. */
  public static CatalogTotals ofUsed(Connection connection) throws SQLException {
    return of(connection, "WHERE used IS NOT NULL");
  }

  private static CatalogTotals of(Connection connection, String where) throws SQLException {
    long overhead = dev.kakera.core.seal.SealedHeader.OVERHEAD_BYTES;
    int losses =
        (int) Sql.number(connection, "SELECT min(losses) FROM chunks WHERE used IS NOT NULL");
    return Sql.one(
            connection,
            "SELECT count(*), coalesce(sum("
                + SEALED
                + " * (encoded / k + "
                + overhead
                + ")), 0), coalesce(sum("
                + SEALED
                + "), 0) FROM chunks "
                + where,
            row -> new CatalogTotals(row.getLong(1), row.getLong(2), row.getLong(3), losses))
        .orElseThrow();
  }

  /**
   * Chunks that the snapshot of a session needs and that would not survive the loss of one peer:
   * new ones, and those of earlier snapshots that had to be sent again.
   */
  public static long fragile(Connection connection, long session) throws SQLException {
    return Sql.number(
        connection,
        "SELECT (SELECT count(*) FROM chunks WHERE used IS NULL AND referenced = ? AND losses < ?)"
            + " + (SELECT count(*) FROM chunks WHERE missing > 0 AND used IS NOT NULL AND session ="
            + " ? AND losses < ?)",
        session,
        Durability.LOSSES_MIN,
        session,
        Durability.LOSSES_MIN);
  }

  /** Chunks that committed snapshots need and of which a shard has no receipt. */
  public static long belowTarget(Connection connection) throws SQLException {
    return Sql.number(
        connection, "SELECT count(*) FROM chunks WHERE missing > 0 AND used IS NOT NULL");
  }

  /** Of those the ones that cannot be had back now. */
  public static long unrestorable(Connection connection) throws SQLException {
    return Sql.number(
        connection,
        "SELECT count(*) FROM chunks WHERE missing > 0 AND used IS NOT NULL AND losses < 0");
  }

  /** Shards without a receipt, of chunks that committed snapshots need. */
  public static long owed(Connection connection) throws SQLException {
    return Sql.number(
        connection, "SELECT coalesce(sum(missing), 0) FROM chunks WHERE used IS NOT NULL");
  }
}
