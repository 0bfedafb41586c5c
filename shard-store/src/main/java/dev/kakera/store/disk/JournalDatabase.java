package dev.kakera.store.disk;

import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.id.StoreId;
import dev.kakera.core.order.Receipt;
import dev.kakera.core.order.Signed;
import dev.kakera.core.wire.Bytes;
import dev.kakera.store.disk.JournalEntry.Deletion;
import dev.kakera.store.disk.JournalEntry.State;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.SQLiteOpenMode;

/** The journal's tables and statements. Not thread-safe: {@link StoreJournal} takes turns. */
final class JournalDatabase implements JournalTables {
  static final Source SOURCE =
      new Source() {
        @Override
        public void create(Path file, StoreId store, boolean rebuilding) throws IOException {
          JournalDatabase.create(file, store, rebuilding);
        }

        @Override
        public JournalTables open(Path file) throws IOException {
          return JournalDatabase.open(file);
        }
      };

  private static final int BUSY_TIMEOUT_MILLIS = 5_000;

  private static final String[] SCHEMA = {
    """
    CREATE TABLE head (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      layout INTEGER NOT NULL,
      store BLOB NOT NULL,
      sequence INTEGER NOT NULL,
      digest BLOB NOT NULL,
      days INTEGER NOT NULL,
      day_nanos INTEGER NOT NULL,
      rebuilding INTEGER NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE objects (
      locator BLOB PRIMARY KEY,
      state INTEGER NOT NULL,
      type INTEGER NOT NULL,
      size INTEGER NOT NULL,
      root BLOB NOT NULL,
      put_sequence INTEGER NOT NULL,
      trash_day INTEGER,
      not_before INTEGER,
      delete_sequence INTEGER,
      sequence INTEGER,
      body BLOB,
      signature BLOB
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX held ON objects (trash_day) WHERE state = 2",
    "CREATE UNIQUE INDEX said ON objects (sequence) WHERE sequence IS NOT NULL"
  };

  private static final String COLUMNS =
      "locator, state, type, size, root, put_sequence, trash_day, not_before, delete_sequence, sequence, body, signature";
  private static final String WRITE =
      "INSERT OR REPLACE INTO objects (" + COLUMNS + ") VALUES (?,?,?,?,?,?,?,?,?,?,?,?)";

  private final Path file;
  private final Connection connection;
  private final Map<String, PreparedStatement> statements = new HashMap<>();

  private JournalDatabase(Path file, Connection connection) {
    this.file = file;
    this.connection = connection;
  }

  private static void create(Path file, StoreId store, boolean rebuilding) throws IOException {
    SQLiteConfig config = new SQLiteConfig();
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    try (Connection connection = config.createConnection(url(file));
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (String table : SCHEMA) {
        statement.execute(table);
      }
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO head VALUES (1, ?, ?, 0, ?, 0, 0, ?)")) {
        insert.setInt(1, StoreLayout.VERSION);
        insert.setBytes(2, store.toBytes());
        insert.setBytes(3, Digest.ZERO.toBytes());
        insert.setInt(4, rebuilding ? 1 : 0);
        insert.executeUpdate();
      }
      connection.commit();
    } catch (SQLException e) {
      throw new IOException("making journal " + file + " failed: " + e.getMessage(), e);
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  private static JournalDatabase open(Path file) throws IOException {
    SQLiteConfig config = new SQLiteConfig();
    config.resetOpenMode(SQLiteOpenMode.CREATE);
    config.setBusyTimeout(BUSY_TIMEOUT_MILLIS);
    // Exclusive keeps the log's index in memory: as a mapped file it would end the process on a
    // full disk.
    config.setLockingMode(SQLiteConfig.LockingMode.EXCLUSIVE);
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    config.enforceForeignKeys(true);
    JournalDatabase database = null;
    try {
      database = new JournalDatabase(file, config.createConnection(url(file)));
      database.check();
      return database;
    } catch (SQLException e) {
      IOException failure = failure(file, "opening", e);
      if (database != null) {
        database.closeAfter(failure);
      }
      throw failure;
    } catch (IOException e) {
      if (database != null) {
        database.closeAfter(e);
      }
      throw e;
    }
  }

  @Override
  public Head head() throws IOException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT * FROM head")) {
      if (!rows.next()) {
        throw new DamagedJournalException(file, "it has no head", null);
      }
      int layout = rows.getInt("layout");
      if (layout != StoreLayout.VERSION) {
        throw new StoreUnusableException(
            "journal %s has layout %d, this program knows %d: use the version of kakera that wrote it, or a newer one"
                .formatted(file, layout, StoreLayout.VERSION));
      }
      return new Head(
          StoreId.copyOf(rows.getBytes("store")),
          new ChainPoint(rows.getLong("sequence"), Digest.copyOf(rows.getBytes("digest"), 0)),
          new DayCount(rows.getLong("days"), rows.getLong("day_nanos")),
          rows.getInt("rebuilding") != 0);
    } catch (SQLException e) {
      throw failure(file, "reading the head of", e);
    }
  }

  @Override
  public Optional<JournalEntry> find(Locator locator) throws IOException {
    return select("locator = ? LIMIT 1", locator.toBytes()).stream().findFirst();
  }

  @Override
  public List<JournalEntry> stored(byte[] after, int limit) throws IOException {
    return select("state = 1 AND locator > ? ORDER BY locator LIMIT " + limit, after);
  }

  @Override
  public List<JournalEntry> withPrefix(int firstByte) throws IOException {
    byte[] from = new byte[] {(byte) firstByte};
    byte[] to = new byte[Locator.BYTES];
    Arrays.fill(to, (byte) 0xff);
    to[0] = (byte) firstByte;
    return select("locator >= ? AND locator <= ? ORDER BY locator", from, to);
  }

  @Override
  public List<JournalEntry> purgeable(long day, long nowSeconds, int limit) throws IOException {
    return select(
        "state = 2 AND trash_day <= ? AND not_before <= ? ORDER BY trash_day LIMIT " + limit,
        day,
        nowSeconds);
  }

  @Override
  public Optional<JournalEntry> saying(long sequence) throws IOException {
    return select("sequence = ?", sequence).stream().findFirst();
  }

  /** Entries that meet a condition; parameters are byte strings and numbers. */
  private List<JournalEntry> select(String condition, Object... parameters) throws IOException {
    try {
      PreparedStatement query = prepared("SELECT " + COLUMNS + " FROM objects WHERE " + condition);
      for (int i = 0; i < parameters.length; i++) {
        query.setObject(i + 1, parameters[i]);
      }
      List<JournalEntry> entries = new ArrayList<>();
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          entries.add(entry(rows));
        }
      }
      return entries;
    } catch (SQLException e) {
      throw failure(file, "reading", e);
    } catch (IllegalArgumentException e) {
      throw new DamagedJournalException(file, e.getMessage(), e);
    }
  }

  @Override
  public Usage usage() throws IOException {
    long[] counts = new long[State.values().length + 1];
    long[] sizes = new long[State.values().length + 1];
    try (ResultSet rows =
        prepared("SELECT state, COUNT(*), SUM(size) FROM objects GROUP BY state").executeQuery()) {
      while (rows.next()) {
        counts[State.byId(rows.getInt(1)).id()] = rows.getLong(2);
        sizes[State.byId(rows.getInt(1)).id()] = rows.getLong(3);
      }
    } catch (SQLException e) {
      throw failure(file, "summing", e);
    }
    return new Usage(counts[1], sizes[1], counts[2], sizes[2], counts[3], sizes[3]);
  }

  @Override
  public void commit(JournalChange change) throws IOException {
    try {
      execute("BEGIN IMMEDIATE");
      for (Locator locator : change.removed()) {
        PreparedStatement delete = prepared("DELETE FROM objects WHERE locator = ?");
        delete.setBytes(1, locator.toBytes());
        delete.executeUpdate();
      }
      for (JournalEntry entry : change.written()) {
        write(entry);
      }
      writeHead(change);
      execute("COMMIT");
    } catch (SQLException e) {
      IOException failure = failure(file, "writing", e);
      rollBackAfter(failure);
      throw failure;
    }
  }

  @Override
  public void close() throws IOException {
    try {
      for (PreparedStatement statement : statements.values()) {
        statement.close();
      }
      connection.close();
    } catch (SQLException e) {
      throw failure(file, "closing", e);
    }
  }

  private void write(JournalEntry entry) throws SQLException {
    PreparedStatement insert = prepared(WRITE);
    insert.setBytes(1, entry.locator().toBytes());
    insert.setInt(2, entry.state().id());
    insert.setInt(3, entry.objectType());
    insert.setInt(4, entry.size());
    insert.setBytes(5, entry.root().toBytes());
    insert.setLong(6, entry.putSequence());
    Deletion deletion = entry.deletion().orElse(null);
    insert.setObject(7, deletion == null ? null : deletion.day());
    insert.setObject(8, deletion == null ? null : deletion.notBeforeSeconds());
    insert.setObject(9, deletion == null ? null : deletion.sequence());
    Signed receipt = entry.receipt().orElse(null);
    byte[] body = receipt == null ? null : receipt.body().toBytes();
    insert.setObject(10, body == null ? null : Receipt.decode(body).storeSequence());
    insert.setBytes(11, body);
    insert.setBytes(12, receipt == null ? null : receipt.signature().toBytes());
    insert.executeUpdate();
  }

  private void writeHead(JournalChange change) throws SQLException {
    ChainPoint chain = change.chain();
    if (chain != null) {
      PreparedStatement update = prepared("UPDATE head SET sequence = ?, digest = ?");
      update.setLong(1, chain.sequence());
      update.setBytes(2, chain.digest().toBytes());
      update.executeUpdate();
    }
    DayCount days = change.days();
    if (days != null) {
      PreparedStatement update = prepared("UPDATE head SET days = ?, day_nanos = ?");
      update.setLong(1, days.days());
      update.setLong(2, days.nanos());
      update.executeUpdate();
    }
    if (change.isRebuilt()) {
      prepared("UPDATE head SET rebuilding = 0").executeUpdate();
    }
  }

  private static JournalEntry entry(ResultSet row) throws SQLException {
    byte[] body = row.getBytes("body");
    long trashDay = row.getLong("trash_day");
    boolean trashed = !row.wasNull();
    return new JournalEntry(
        Locator.copyOf(row.getBytes("locator")),
        State.byId(row.getInt("state")),
        row.getInt("type"),
        row.getInt("size"),
        Digest.copyOf(row.getBytes("root"), 0),
        row.getLong("put_sequence"),
        trashed
            ? Optional.of(
                new Deletion(trashDay, row.getLong("not_before"), row.getLong("delete_sequence")))
            : Optional.empty(),
        body == null
            ? Optional.empty()
            : Optional.of(
                new Signed(
                    Bytes.takeOwnershipOf(body),
                    Bytes.takeOwnershipOf(row.getBytes("signature")))));
  }

  private void check() throws SQLException, IOException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("PRAGMA quick_check(1)")) {
      String finding = rows.next() ? rows.getString(1) : "no answer";
      if (!finding.equals("ok")) {
        throw new DamagedJournalException(file, finding, null);
      }
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private PreparedStatement prepared(String sql) throws SQLException {
    PreparedStatement known = statements.get(sql);
    if (known == null) {
      known = connection.prepareStatement(sql);
      statements.put(sql, known);
    }
    return known;
  }

  private void rollBackAfter(IOException failure) {
    try {
      execute("ROLLBACK");
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
  }

  private void closeAfter(IOException failure) {
    try {
      close();
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  private static IOException failure(Path file, String doing, SQLException e) {
    boolean damaged =
        e instanceof SQLiteException known
            && (known.getResultCode() == SQLiteErrorCode.SQLITE_CORRUPT
                || known.getResultCode() == SQLiteErrorCode.SQLITE_NOTADB);
    return damaged
        ? new DamagedJournalException(file, e.getMessage(), e)
        : new IOException("%s journal %s failed: %s".formatted(doing, file, e.getMessage()), e);
  }

  /**
   * As a URI, because the driver takes what follows a question mark in a plain path for options.
   */
  private static String url(Path file) {
    return "jdbc:sqlite:" + file.toAbsolutePath().toUri();
  }
}
