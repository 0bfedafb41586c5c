package dev.kakera.producer.ledger;

import dev.kakera.producer.ledger.CatalogException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** The catalog's file: opens, checks and makes it. Every commit is on disk when it returns. */
public final class CatalogDatabase implements AutoCloseable {
  private static final int VERSION = 1;
  private static final int APPLICATION_ID = 0x4b4b4341; // "KKCA"
  private static final int BUSY_TIMEOUT_MILLIS = 10_000;

  private static final String[] SCHEMA = {
    """
    CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID\
    """,
    """
    CREATE TABLE peers (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, peer BLOB NOT NULL, public_key BLOB NOT NULL,
      store BLOB, store_sequence INTEGER NOT NULL DEFAULT 0, bundle INTEGER NOT NULL DEFAULT 0)\
    """,
    """
    CREATE TABLE chunks (
      id INTEGER PRIMARY KEY, chunk BLOB NOT NULL UNIQUE, session INTEGER NOT NULL,
      stripe BLOB, epoch INTEGER, k INTEGER, m INTEGER, codec INTEGER, plain INTEGER NOT NULL, encoded INTEGER,
      missing INTEGER, losses INTEGER NOT NULL DEFAULT -1, announced INTEGER, referenced INTEGER NOT NULL DEFAULT 0,
      used INTEGER)\
    """,
    "CREATE INDEX chunks_open ON chunks (id) WHERE missing IS NULL OR missing > 0",
    "CREATE INDEX chunks_unused ON chunks (id) WHERE used IS NULL",
    """
    CREATE TABLE shards (
      locator BLOB PRIMARY KEY, chunk INTEGER NOT NULL REFERENCES chunks (id), place INTEGER NOT NULL,
      peer INTEGER NOT NULL REFERENCES peers (id), receipt INTEGER, root BLOB, told INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID\
    """,
    "CREATE INDEX shards_chunk ON shards (chunk)",
    """
    CREATE TABLE packed (
      content BLOB PRIMARY KEY, chunk INTEGER NOT NULL REFERENCES chunks (id), start INTEGER NOT NULL,
      length INTEGER NOT NULL) WITHOUT ROWID\
    """,
    "CREATE INDEX packed_chunk ON packed (chunk)",
    """
    CREATE TABLE snapshots (
      sequence INTEGER PRIMARY KEY, snapshot BLOB NOT NULL UNIQUE, source BLOB NOT NULL, head BLOB NOT NULL,
      session INTEGER NOT NULL, committed INTEGER NOT NULL DEFAULT 0)\
    """,
    """
    CREATE TABLE heads (
      sequence INTEGER NOT NULL REFERENCES snapshots (sequence), peer INTEGER NOT NULL REFERENCES peers (id),
      PRIMARY KEY (sequence, peer)) WITHOUT ROWID\
    """,
    """
    CREATE TABLE sessions (
      session INTEGER PRIMARY KEY, source BLOB NOT NULL, started INTEGER NOT NULL)\
    """,
    """
    CREATE TABLE sources (key BLOB PRIMARY KEY, source BLOB NOT NULL) WITHOUT ROWID\
    """,
    """
    CREATE TABLE positions (
      topic TEXT NOT NULL, partition INTEGER NOT NULL, topic_id TEXT NOT NULL, next INTEGER NOT NULL,
      PRIMARY KEY (topic, partition)) WITHOUT ROWID\
    """,
    """
    CREATE TABLE cleanups (
      locator BLOB NOT NULL, peer INTEGER NOT NULL REFERENCES peers (id), since INTEGER NOT NULL,
      PRIMARY KEY (locator, peer)) WITHOUT ROWID\
    """,
  };

  private final Path file;
  private final Connection writing;
  private final Connection reading;

  private CatalogDatabase(Path file, Connection writing, Connection reading) {
    this.file = file;
    this.writing = writing;
    this.reading = reading;
  }

  /** Makes a new catalog in {@code folder}; one that is there is opened instead. */
  public static CatalogDatabase create(Path folder) {
    return open(folder, true);
  }

  /**
   * Opens the catalog in {@code folder}. Refuses one that is missing, damaged or from a newer
   * program: a new one in its place would not know what the peers hold, and take it for strays.
   */
  public static CatalogDatabase open(Path folder) {
    return open(folder, false);
  }

  /** Refuses as {@link #open} does; changes nothing, and others may be using it. */
  public static void check(Path folder) {
    Path file = folder.resolve("catalog.db");
    try {
      if (!Files.exists(file) || Files.size(file) == 0) {
        throw damaged(file, "it is missing or empty", null);
      }
      try (Connection reading = connect(file, true)) {
        check(reading, file);
      }
    } catch (SQLException e) {
      throw explain(file, e);
    } catch (IOException e) {
      throw new CatalogException(
          Kind.FAILED, "catalog %s cannot be opened: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static CatalogDatabase open(Path folder, boolean mayCreate) {
    Path file = folder.resolve("catalog.db");
    try {
      if (mayCreate) {
        Files.createDirectories(folder);
      }
      boolean fresh = !Files.exists(file) || Files.size(file) == 0;
      if (fresh && !mayCreate) {
        throw damaged(file, "it is missing or empty", null);
      }
      Connection writing = connect(file, false);
      try {
        // A creation that was cut short leaves a file without tables.
        if (fresh || mayCreate && isEmpty(writing)) {
          makeTables(writing);
        } else {
          check(writing, file);
        }
        return new CatalogDatabase(file, writing, connect(file, true));
      } catch (SQLException | RuntimeException e) {
        writing.close();
        throw e;
      }
    } catch (SQLException e) {
      throw explain(file, e);
    } catch (IOException e) {
      throw new CatalogException(
          Kind.FAILED, "catalog %s cannot be opened: %s".formatted(file, e.getMessage()), e);
    }
  }

  /** For the one writer. */
  Connection writing() {
    return writing;
  }

  /** For reads; whoever uses it holds its monitor. */
  Connection reading() {
    return reading;
  }

  public Path file() {
    return file;
  }

  @Override
  public void close() {
    try (writing;
        reading) {
      if (!writing.isClosed()) {
        try (Statement statement = writing.createStatement()) {
          statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
        }
      }
    } catch (SQLException e) {
      throw explain(file, e);
    }
  }

  CatalogException explain(SQLException e) {
    return explain(file, e);
  }

  static CatalogException explain(Path file, SQLException e) {
    SQLiteErrorCode code =
        e instanceof SQLiteException sqlite
            ? sqlite.getResultCode()
            : SQLiteErrorCode.UNKNOWN_ERROR;
    String primary = code.name();
    if (primary.startsWith("SQLITE_FULL")) {
      return new CatalogException(
          Kind.NO_SPACE,
          "catalog %s: its volume is full; make room there and run the same command again"
              .formatted(file),
          e);
    }
    if (primary.startsWith("SQLITE_CORRUPT") || primary.startsWith("SQLITE_NOTADB")) {
      return damaged(file, e.getMessage(), e);
    }
    return new CatalogException(Kind.FAILED, "catalog %s: %s".formatted(file, e.getMessage()), e);
  }

  private static CatalogException damaged(Path file, String why, Throwable cause) {
    return new CatalogException(
        Kind.DAMAGED,
        ("catalog %s is damaged (%s); nothing was changed. Every snapshot is still at the peers. To"
                + " rebuild the catalog from them, run: kakera rebuild")
            .formatted(file, why),
        cause);
  }

  static Connection connect(Path file, boolean readOnly) throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setBusyTimeout(BUSY_TIMEOUT_MILLIS);
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    config.setTempStore(SQLiteConfig.TempStore.MEMORY);
    config.setCacheSize(-8192);
    Connection connection = new CatalogConnection(file, config.toProperties());
    if (readOnly) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("PRAGMA query_only=ON");
      }
    }
    return connection;
  }

  private static void makeTables(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      for (String table : SCHEMA) {
        statement.execute(table);
      }
      statement.execute("PRAGMA application_id=" + APPLICATION_ID);
      statement.execute("PRAGMA user_version=" + VERSION);
    }
    connection.commit();
  }

  private static boolean isEmpty(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return number(statement, "SELECT count(*) FROM sqlite_master") == 0;
    }
  }

  private static void check(Connection connection, Path file) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (number(statement, "PRAGMA application_id") != APPLICATION_ID) {
        throw damaged(file, "it is not a catalog of Kakera", null);
      }
      int version = number(statement, "PRAGMA user_version");
      if (version != VERSION) {
        throw new CatalogException(
            Kind.NEWER,
            "catalog %s has version %d, this program knows %d; run the newer program"
                .formatted(file, version, VERSION),
            null);
      }
      try (ResultSet result = statement.executeQuery("PRAGMA quick_check(1)")) {
        if (result.next() && !"ok".equals(result.getString(1))) {
          throw damaged(file, result.getString(1), null);
        }
      }
    }
    connection.setAutoCommit(false);
  }

  private static int number(Statement statement, String query) throws SQLException {
    try (ResultSet result = statement.executeQuery(query)) {
      return result.next() ? result.getInt(1) : 0;
    }
  }
}
