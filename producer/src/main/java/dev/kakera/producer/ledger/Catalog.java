package dev.kakera.producer.ledger;

import dev.kakera.core.id.Digest;
import dev.kakera.core.id.SourceId;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The open catalog: one writer, and reads that see what is committed. Thread-safe. */
public final class Catalog implements AutoCloseable {
  private final CatalogDatabase database;
  private final CatalogWriter writer;

  private Catalog(CatalogDatabase database, CatalogWriter writer) {
    this.database = database;
    this.writer = writer;
  }

  private static Catalog of(CatalogDatabase database) {
    return new Catalog(database, new CatalogWriter(database));
  }

  /** Writes in the caller's thread, which must be the only one: the same calls give the same. */
  private static Catalog confined(CatalogDatabase database) {
    return new Catalog(database, CatalogWriter.confined(database));
  }

  /** See {@link CatalogDatabase#create}. */
  public static Catalog create(Path folder) {
    return of(CatalogDatabase.create(folder));
  }

  /** See {@link CatalogDatabase#open}. */
  public static Catalog open(Path folder) {
    return of(CatalogDatabase.open(folder));
  }

  /** {@link #create}, for one thread only. */
  public static Catalog createConfined(Path folder) {
    return confined(CatalogDatabase.create(folder));
  }

  /** {@link #open}, for one thread only. */
  public static Catalog openConfined(Path folder) {
    return confined(CatalogDatabase.open(folder));
  }

  /** Asks the catalog. */
  @FunctionalInterface
  public interface Read<T> {
    T apply(Connection connection) throws SQLException;
  }

  public <T> T read(Read<T> read) {
    synchronized (database.reading()) {
      try {
        return read.apply(database.reading());
      } catch (SQLException e) {
        throw database.explain(e);
      }
    }
  }

  /** Returns when the change is on disk. */
  public <T> T write(CatalogWriter.Write<T> write) {
    return writer.write(write);
  }

  /** Completes when the change is on disk. */
  public <T> CompletableFuture<T> submit(CatalogWriter.Write<T> write) {
    return writer.submit(write);
  }

  public List<Peers.Peer> peers() {
    return read(Peers::all);
  }

  /**
   * Begins a session: a number that is higher than all before it (the lease generation of I-34).
   */
  public long nextSession() {
    return write(Catalog::next);
  }

  /** {@link #nextSession}, of a source: what it publishes is kept for that source's next run. */
  public long nextSession(SourceId source, long startedMillis) {
    return write(
        connection -> {
          long session = next(connection);
          Sql.update(
              connection,
              "INSERT INTO sessions (session, source, started) VALUES (?, ?, ?)",
              session,
              source.toBytes(),
              startedMillis);
          return session;
        });
  }

  /** Goes on counting behind {@code session}. */
  void skipSessions(long session) {
    write(
        connection ->
            Sql.update(
                connection,
                "INSERT INTO meta (name, value) VALUES ('session', ?) ON CONFLICT (name) DO UPDATE"
                    + " SET value = max(value, excluded.value)",
                session));
  }

  private static long next(Connection connection) throws SQLException {
    Sql.update(
        connection,
        "INSERT INTO meta (name, value) VALUES ('session', 1) ON CONFLICT (name) DO UPDATE SET"
            + " value = value + 1");
    return Sql.number(connection, "SELECT value FROM meta WHERE name = 'session'");
  }

  /**
   * The source known under a keyed hash of its path; {@code fresh} becomes its name when it is new.
   */
  public SourceId source(Digest pathKey, SourceId fresh) {
    return write(
        connection -> {
          Sql.update(
              connection,
              "INSERT INTO sources (key, source) VALUES (?, ?) ON CONFLICT (key) DO NOTHING",
              pathKey.toBytes(),
              fresh.toBytes());
          return find(connection, pathKey).orElseThrow();
        });
  }

  public Optional<SourceId> source(Digest pathKey) {
    return read(connection -> find(connection, pathKey));
  }

  private static Optional<SourceId> find(Connection connection, Digest pathKey)
      throws SQLException {
    return Sql.one(
        connection,
        "SELECT source FROM sources WHERE key = ?",
        row -> SourceId.copyOf(row.getBytes(1)),
        (Object) pathKey.toBytes());
  }

  @Override
  public void close() {
    try {
      writer.close();
    } finally {
      database.close();
    }
  }
}
