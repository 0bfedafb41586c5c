package dev.kakera.producer.ledger;

import dev.kakera.core.id.Locator;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Shards that nothing needs and that their peers are to delete; an entry stays until the peer's
 * receipt.
 */
public final class Cleanups {
  private Cleanups() {}

  /** A shard to delete, at a peer. */
  public record Cleanup(Locator locator, String peer) {}

  public static List<Cleanup> all(Connection connection) throws SQLException {
    return oldest(connection, Integer.MAX_VALUE);
  }

  /** Those that wait longest. */
  public static List<Cleanup> oldest(Connection connection, int countMax) throws SQLException {
    return Sql.all(
        connection,
        "SELECT locator, name FROM cleanups JOIN peers ON peers.id = cleanups.peer ORDER BY since,"
            + " locator LIMIT ?",
        row -> new Cleanup(Locator.copyOf(row.getBytes(1)), row.getString(2)),
        countMax);
  }

  public static long count(Connection connection) throws SQLException {
    return Sql.number(connection, "SELECT count(*) FROM cleanups");
  }

  static void add(Connection connection, Locator locator, long peer, long now) throws SQLException {
    Sql.update(
        connection,
        "INSERT OR IGNORE INTO cleanups (locator, peer, since) VALUES (?, ?, ?)",
        locator.toBytes(),
        peer,
        now);
  }

  /** The shard is wanted again, or gone; whether it was to be deleted. */
  static boolean cancel(Connection connection, Locator locator, long peer) throws SQLException {
    return Sql.update(
            connection,
            "DELETE FROM cleanups WHERE locator = ? AND peer = ?",
            locator.toBytes(),
            peer)
        > 0;
  }
}
