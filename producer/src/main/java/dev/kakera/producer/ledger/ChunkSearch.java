package dev.kakera.producer.ledger;

import dev.kakera.core.id.Locator;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;

/** Finds chunks as people ask for them. */
public final class ChunkSearch {
  private static final int ID_DIGITS = 64;

  private ChunkSearch() {}

  /**
   * A shard that was announced.
   *
   * @param receipt its number among the store's receipts; empty without one
   */
  public record Known(Locator locator, int place, String peer, OptionalLong receipt) {}

  /** A shard's chunk and its place in it. */
  public record Owned(Chunks.Chunk chunk, int place) {}

  /**
   * Chunks whose id begins like this.
   *
   * @param digits 1 to 64 lower-case hexadecimal digits
   * @param countMax how many at most
   */
  public static List<Chunks.Chunk> byId(Connection connection, String digits, int countMax)
      throws SQLException {
    return Sql.all(
        connection,
        Chunks.SELECT + " WHERE chunk BETWEEN ? AND ? ORDER BY chunk LIMIT ?",
        Chunks::read,
        bound(digits, '0'),
        bound(digits, 'f'),
        countMax);
  }

  /** Shards whose locator begins like this; otherwise as {@link #byId}. */
  public static List<Owned> byLocator(Connection connection, String digits, int countMax)
      throws SQLException {
    record Row(long chunk, int place) {}
    List<Row> rows =
        Sql.all(
            connection,
            "SELECT chunk, place FROM shards WHERE locator BETWEEN ? AND ? ORDER BY locator LIMIT ?",
            row -> new Row(row.getLong(1), row.getInt(2)),
            bound(digits, '0'),
            bound(digits, 'f'),
            countMax);
    List<Owned> owned = new ArrayList<>();
    for (Row row : rows) {
      owned.add(new Owned(Chunks.byRow(connection, row.chunk()), row.place()));
    }
    return owned;
  }

  /** Chunks that are not receipted whole, oldest first. */
  public static List<Chunks.Chunk> open(Connection connection, int countMax) throws SQLException {
    return Sql.all(
        connection,
        Chunks.SELECT + " WHERE missing IS NULL OR missing > 0 ORDER BY session, id LIMIT ?",
        Chunks::read,
        countMax);
  }

  /** All shards of a chunk, by place. */
  public static List<Known> shards(Connection connection, long row) throws SQLException {
    return Sql.all(
        connection,
        "SELECT locator, place, name, receipt FROM shards JOIN peers ON peers.id = shards.peer"
            + " WHERE chunk = ? ORDER BY place",
        result -> {
          long receipt = result.getLong(4);
          return new Known(
              Locator.copyOf(result.getBytes(1)),
              result.getInt(2),
              result.getString(3),
              result.wasNull() ? OptionalLong.empty() : OptionalLong.of(receipt));
        },
        row);
  }

  /** When a session began, Unix time in milliseconds; empty for one that the catalog forgot. */
  public static OptionalLong started(Connection connection, long session) throws SQLException {
    return Sql.one(
            connection,
            "SELECT started FROM sessions WHERE session = ?",
            row -> OptionalLong.of(row.getLong(1)),
            session)
        .orElse(OptionalLong.empty());
  }

  private static byte[] bound(String digits, char rest) {
    return HexFormat.of()
        .parseHex(digits + String.valueOf(rest).repeat(ID_DIGITS - digits.length()));
  }
}
