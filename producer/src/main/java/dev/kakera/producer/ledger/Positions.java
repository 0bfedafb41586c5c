package dev.kakera.producer.ledger;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * How far the ledger has read each partition; moved in the transaction that holds what was read.
 */
final class Positions {
  private Positions() {}

  /**
   * A position.
   *
   * @param topicId a topic made anew has another, and its offsets mean nothing of the old one's
   * @param next the first offset not yet read
   */
  record Position(String topic, int partition, String topicId, long next) {}

  static List<Position> all(Connection connection) throws SQLException {
    return Sql.all(
        connection,
        "SELECT topic, partition, topic_id, next FROM positions",
        row -> new Position(row.getString(1), row.getInt(2), row.getString(3), row.getLong(4)));
  }

  static void put(Connection connection, Position position) throws SQLException {
    Sql.update(
        connection,
        "INSERT OR REPLACE INTO positions (topic, partition, topic_id, next) VALUES (?, ?, ?, ?)",
        position.topic(),
        position.partition(),
        position.topicId(),
        position.next());
  }
}
