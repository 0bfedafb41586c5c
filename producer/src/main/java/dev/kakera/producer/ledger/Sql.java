package dev.kakera.producer.ledger;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The few shapes in which the catalog's tables are asked and written. */
final class Sql {
  private Sql() {}

  /** Reads one row. */
  @FunctionalInterface
  interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  static int update(Connection connection, String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, values)) {
      return statement.executeUpdate();
    }
  }

  static <T> Optional<T> one(Connection connection, String sql, Row<T> row, Object... values)
      throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, values);
        ResultSet result = statement.executeQuery()) {
      return result.next() ? Optional.of(row.read(result)) : Optional.empty();
    }
  }

  static <T> List<T> all(Connection connection, String sql, Row<T> row, Object... values)
      throws SQLException {
    try (PreparedStatement statement = prepare(connection, sql, values);
        ResultSet result = statement.executeQuery()) {
      List<T> rows = new ArrayList<>();
      while (result.next()) {
        rows.add(row.read(result));
      }
      return rows;
    }
  }

  static long number(Connection connection, String sql, Object... values) throws SQLException {
    return one(connection, sql, row -> row.getLong(1), values).orElse(0L);
  }

  private static PreparedStatement prepare(Connection connection, String sql, Object... values)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int index = 0; index < values.length; index++) {
      statement.setObject(index + 1, values[index]);
    }
    return statement;
  }
}
