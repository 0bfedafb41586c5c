package dev.kakera.producer.ledger;

import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.sqlite.jdbc4.JDBC4Connection;

/**
 * A connection to the catalog that keeps its statements: to prepare one takes SQLite longer than to
 * run it, and the catalog's texts are a fixed list. For one thread at a time.
 */
final class CatalogConnection extends JDBC4Connection {
  private final Map<String, PreparedStatement> idle = new HashMap<>();

  CatalogConnection(Path file, Properties settings) throws SQLException {
    super("jdbc:sqlite:" + file, file.toString(), settings);
  }

  /** The statement of a text, the caller's alone until it is given back or closed. */
  PreparedStatement take(String sql) throws SQLException {
    // Closed, it says so when it is asked to prepare one.
    PreparedStatement kept = isClosed() ? null : idle.remove(sql);
    return kept != null ? kept : prepareStatement(sql);
  }

  /**
   * Keeps a statement for the next who takes it, without the values it was run with.
   *
   * @param statement whose results are closed
   */
  void giveBack(String sql, PreparedStatement statement) throws SQLException {
    statement.clearParameters();
    PreparedStatement other = idle.put(sql, statement); // of who ran the same text meanwhile
    if (other != null) {
      other.close();
    }
  }
}
