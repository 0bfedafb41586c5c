package dev.kakera.producer.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogConnectionTest {
  private static final String BELOW = "SELECT n FROM numbers WHERE n < ? ORDER BY n";

  @TempDir Path folder;
  private Connection connection;

  @BeforeEach
  void makeNumbers() throws SQLException {
    connection = CatalogDatabase.connect(folder.resolve("numbers.db"), false);
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE numbers (n INTEGER PRIMARY KEY)");
    }
    for (long n = 1; n <= 3; n++) {
      Sql.update(connection, "INSERT INTO numbers (n) VALUES (?)", n);
    }
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  @Test
  void preparesATextOnce() throws SQLException {
    CatalogConnection catalog = connection.unwrap(CatalogConnection.class);
    PreparedStatement first = catalog.take(BELOW);
    catalog.giveBack(BELOW, first);

    assertThat(below(3)).containsExactly(1L, 2L);
    assertThat(catalog.take(BELOW)).as("after a run").isSameAs(first);
  }

  @Test
  void asksATextWhileItsAnswerIsRead() throws SQLException {
    List<List<Long>> nested =
        Sql.all(connection, BELOW, row -> below(row.getLong(1)), Long.MAX_VALUE);

    assertThat(nested).containsExactly(List.of(), List.of(1L), List.of(1L, 2L));
    assertThat(below(3)).containsExactly(1L, 2L);
  }

  @Test
  void keepsNoValueOfTheRunBefore() throws SQLException {
    assertThat(below(4)).hasSize(3);

    assertThat(Sql.all(connection, BELOW, row -> row.getLong(1))).isEmpty();
  }

  @Test
  void goesOnAfterAFailure() throws SQLException {
    String insert = "INSERT INTO numbers (n) VALUES (?)";
    assertThatThrownBy(() -> Sql.update(connection, insert, 1)).hasMessageContaining("UNIQUE");

    assertThat(Sql.update(connection, insert, 4)).isEqualTo(1);
    assertThat(below(9)).containsExactly(1L, 2L, 3L, 4L);
  }

  private List<Long> below(long n) throws SQLException {
    return Sql.all(connection, BELOW, row -> row.getLong(1), n);
  }
}
