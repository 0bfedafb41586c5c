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

  /** What is done with a statement whose values are set. */
  @FunctionalInterface
  private interface Use<T> {
    T run(PreparedStatement statement) throws SQLException;
  }

  static int update(Connection connection, String sql, Object... values) throws SQLException {
    return run(connection, sql, PreparedStatement::executeUpdate, values);
  }

  static <T> Optional<T> one(Connection connection, String sql, Row<T> row, Object... values)
      throws SQLException {
    return run(
        connection,
        sql,
        statement -> {
          try (ResultSet result = statement.executeQuery()) {
            return result.next() ? Optional.of(row.read(result)) : Optional.empty();
          }
        },
        values);
  }

  static <T> List<T> all(Connection connection, String sql, Row<T> row, Object... values)
      throws SQLException {
    return run(
        connection,
        sql,
        statement -> {
          try (ResultSet result = statement.executeQuery()) {
            List<T> rows = new ArrayList<>();
            while (result.next()) {
              rows.add(row.read(result));
            }
            return rows;
          }
        },
        values);
  }

  static long number(Connection connection, String sql, Object... values) throws SQLException {
    return one(connection, sql, row -> row.getLong(1), values).orElse(0L);
  }

  /** A statement that failed is not kept. */
  private static <T> T run(Connection connection, String sql, Use<T> use, Object... values)
      throws SQLException {
    CatalogConnection catalog = connection.unwrap(CatalogConnection.class);
    PreparedStatement statement = catalog.take(sql);
    T outcome;
    try {
      for (int index = 0; index < values.length; index++) {
        statement.setObject(index + 1, values[index]);
      }
      outcome = use.run(statement);
    } catch (SQLException | RuntimeException | Error e) {
      try (statement) {
        throw e;
      }
    }
    catalog.giveBack(sql, statement);
    return outcome;
  }
}
