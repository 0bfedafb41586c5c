package dev.kakera.e2e;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.sqlite.SQLiteConfig;

/** The catalog as it lies on the disk, read by a stranger: nothing of the program is used. */
record CatalogRows(Path file) {
  static CatalogRows of(Path data) {
    return new CatalogRows(data.resolve("catalog").resolve("catalog.db"));
  }

  /**
   * A shard that is receipted.
   *
   * @param place its index in the stripe
   * @param chunkBytes plaintext size of its chunk
   */
  record Shard(String chunk, long chunkBytes, String locator, int place, String peer) {}

  /** All receipted shards. */
  List<Shard> shards() throws SQLException {
    return rows(
            "SELECT lower(hex(chunks.chunk)), plain, lower(hex(locator)), place, name FROM shards"
                + " JOIN chunks ON chunks.id = shards.chunk JOIN peers ON peers.id = shards.peer"
                + " WHERE receipt IS NOT NULL ORDER BY locator")
        .stream()
        .map(
            row ->
                new Shard(
                    row.get(0),
                    Long.parseLong(row.get(1)),
                    row.get(2),
                    Integer.parseInt(row.get(3)),
                    row.get(4)))
        .toList();
  }

  /** Locators with a receipt, by peer. */
  Map<String, Set<String>> receiptedShards() throws SQLException {
    return byPeer(
        "SELECT name, hex(locator) FROM shards JOIN peers ON peers.id = shards.peer WHERE receipt IS NOT NULL");
  }

  /** Locators that are named for cleanup, by peer. */
  Map<String, Set<String>> cleanups() throws SQLException {
    return byPeer("SELECT name, hex(locator) FROM cleanups JOIN peers ON peers.id = cleanups.peer");
  }

  /** Every receipted shard with the number of its receipt. */
  Map<String, String> receipts() throws SQLException {
    Map<String, String> receipts = new TreeMap<>();
    for (List<String> row :
        rows("SELECT hex(locator), receipt FROM shards WHERE receipt IS NOT NULL")) {
      receipts.put(row.get(0), row.get(1));
    }
    return receipts;
  }

  /** Plaintext bytes of chunks whose shards are all receipted. */
  long receiptedBytes() throws SQLException {
    return Long.parseLong(
        rows("SELECT coalesce(sum(plain), 0) FROM chunks WHERE missing = 0").getFirst().getFirst());
  }

  /** Everything that is kept about chunks, shards, snapshots and heads, to be compared. */
  List<List<String>> all() throws SQLException {
    List<List<String>> all = new ArrayList<>();
    all.addAll(rows("SELECT hex(chunk), missing, used FROM chunks ORDER BY chunk"));
    all.addAll(rows("SELECT hex(locator), peer, receipt FROM shards ORDER BY locator"));
    all.addAll(rows("SELECT sequence, hex(snapshot), committed FROM snapshots ORDER BY sequence"));
    all.addAll(rows("SELECT sequence, peer FROM heads ORDER BY sequence, peer"));
    all.addAll(rows("SELECT hex(locator), peer FROM cleanups ORDER BY locator, peer"));
    return all;
  }

  private Map<String, Set<String>> byPeer(String query) throws SQLException {
    Map<String, Set<String>> found = new TreeMap<>();
    for (List<String> row : rows(query)) {
      found
          .computeIfAbsent(row.get(0), _ -> new TreeSet<>())
          .add(row.get(1).toLowerCase(java.util.Locale.ROOT));
    }
    return found;
  }

  private List<List<String>> rows(String query) throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(true);
    List<List<String>> rows = new ArrayList<>();
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + file, config.toProperties());
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int column = 1; column <= columns; column++) {
          row.add(String.valueOf(result.getString(column)));
        }
        rows.add(row);
      }
    }
    return rows;
  }
}
