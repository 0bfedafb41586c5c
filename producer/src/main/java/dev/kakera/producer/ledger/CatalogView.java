package dev.kakera.producer.ledger;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Reads a catalog that others may be writing, and writes nothing. Each read sees what is committed
 * when it begins. Confined to one thread.
 */
public final class CatalogView implements AutoCloseable {
  private final Path file;
  private final Connection connection;

  private CatalogView(Path file, Connection connection) {
    this.file = file;
    this.connection = connection;
  }

  /**
   * Opens the catalog in {@code folder}; it is not checked for damage.
   *
   * @throws CatalogException if there is none, or it cannot be opened
   */
  public static CatalogView open(Path folder) {
    Path file = folder.resolve("catalog.db");
    if (!Files.exists(file)) {
      throw new CatalogException(
          CatalogException.Kind.DAMAGED,
          "catalog %s is missing. To rebuild it from the peers, run: kakera rebuild"
              .formatted(file),
          null);
    }
    try {
      return new CatalogView(file, CatalogDatabase.connect(file, true));
    } catch (SQLException e) {
      throw CatalogDatabase.explain(file, e);
    }
  }

  public <T> T read(Catalog.Read<T> read) {
    try {
      return read.apply(connection);
    } catch (SQLException e) {
      throw CatalogDatabase.explain(file, e);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw CatalogDatabase.explain(file, e);
    }
  }
}
