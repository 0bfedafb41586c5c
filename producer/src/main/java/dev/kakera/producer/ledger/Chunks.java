package dev.kakera.producer.ledger;

import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.id.ChunkId;
import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.id.SourceId;
import dev.kakera.core.id.StripeId;
import dev.kakera.core.ledger.Durability;
import dev.kakera.core.snapshot.Extent;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.stripe.Codec;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Chunks, where their shards are, and which small files lie in which chunk. */
public final class Chunks {
  static final String SELECT =
      "SELECT id, chunk, stripe, epoch, k, m, codec, plain, encoded, missing, losses, used,"
          + " session, announced FROM chunks";

  private Chunks() {}

  /**
   * A chunk.
   *
   * @param ref known once an encoder announced its stripe
   * @param missing shards without a receipt; all of them while there is no stripe
   * @param losses f: peers that may be lost, -1 while it cannot be rebuilt
   * @param used whether a committed snapshot needs it
   * @param session in which it was last published
   * @param settled whether its stripe was announced since then, so that no other is on its way
   */
  public record Chunk(
      long row,
      ChunkId chunk,
      Optional<ChunkRef> ref,
      int missing,
      int losses,
      boolean used,
      long session,
      boolean settled) {
    /** Every shard is receipted. */
    public boolean complete() {
      return ref.isPresent() && missing == 0;
    }
  }

  /** A shard that was announced, by its place in the stripe. */
  public record Shard(Locator locator, int place, String peer, boolean receipted) {}

  public static Optional<Chunk> find(Connection connection, ChunkId chunk) throws SQLException {
    return Sql.one(connection, SELECT + " WHERE chunk = ?", Chunks::read, chunk.toBytes());
  }

  /** Every chunk that an encoder announced. */
  public static List<Chunk> all(Connection connection) throws SQLException {
    return Sql.all(connection, SELECT + " WHERE stripe IS NOT NULL ORDER BY id", Chunks::read);
  }

  /**
   * A chunk's stripe, once it is sure to stay: a chunk that was sent again in {@code session} may
   * get another one.
   */
  public static Optional<ChunkRef> standingRef(Connection connection, ChunkId chunk, long session)
      throws SQLException {
    return find(connection, chunk)
        .filter(found -> found.used() || found.settled() || found.session() != session)
        .flatMap(Chunk::ref);
  }

  /** Whether any chunk is published or announced but not receipted whole. */
  public static boolean anyOpen(Connection connection) throws SQLException {
    return Sql.number(
            connection,
            "SELECT count(*) FROM (SELECT 1 FROM chunks WHERE missing IS NULL OR missing > 0 LIMIT"
                + " 1)")
        > 0;
  }

  /**
   * Chunks that no committed snapshot needs and that no run will come back for: their session is
   * over, and it was of this source, of which a later session has just committed, or began before
   * {@code staleMillis}. What a run of another source left is kept for that source's next run.
   *
   * @param countMax how many at most
   */
  public static List<Chunk> unused(
      Connection connection, SourceId source, long staleMillis, int countMax) throws SQLException {
    return Sql.all(
        connection,
        SELECT
            + " WHERE used IS NULL AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.session ="
            + " chunks.session AND source <> ? AND started >= ?) LIMIT ?",
        Chunks::read,
        source.toBytes(),
        staleMillis,
        countMax);
  }

  /** Notes that a chunk is about to be published (I-24: nothing may delete it from here on). */
  public static void pin(Connection connection, ChunkId chunk, int plainSize, long session)
      throws SQLException {
    Sql.update(
        connection,
        "INSERT INTO chunks (chunk, session, plain) VALUES (?, ?, ?) ON CONFLICT (chunk) DO UPDATE"
            + " SET session = ?",
        chunk.toBytes(),
        session,
        plainSize,
        session);
  }

  /**
   * Takes an announced stripe; gives the chunk as it is then. The shards' peers are rows of {@link
   * Peers}.
   */
  static Chunk announce(Connection connection, long row, ChunkRef ref, List<Placed> shards)
      throws SQLException {
    Sql.update(
        connection,
        "UPDATE chunks SET stripe = ?, epoch = ?, k = ?, m = ?, codec = ?, plain = ?, encoded = ?,"
            + " missing = ?, announced = session WHERE id = ?",
        ref.stripe().toBytes(),
        ref.epoch(),
        ref.geometry().k(),
        ref.geometry().m(),
        ref.codec().id(),
        ref.plainSize(),
        ref.encodedSize(),
        ref.geometry().n(),
        row);
    for (Placed shard : shards) {
      Sql.update(
          connection,
          "INSERT INTO shards (locator, chunk, place, peer) VALUES (?, ?, ?, ?) ON CONFLICT"
              + " (locator) DO NOTHING",
          shard.locator().toBytes(),
          row,
          shard.place(),
          shard.peer());
      Cleanups.cancel(connection, shard.locator(), shard.peer());
    }
    return recount(connection, row);
  }

  /** Whether a snapshot, committed or being made, names a chunk's stripe. */
  static boolean isNamed(Connection connection, Chunk chunk) throws SQLException {
    return chunk.used()
        || Sql.number(
                connection, "SELECT referenced < session FROM chunks WHERE id = ?", chunk.row())
            == 0;
  }

  /** Forgets the shards of a chunk's stripe, before another takes its place. */
  static void replaceStripe(Connection connection, long row) throws SQLException {
    Sql.update(connection, "DELETE FROM shards WHERE chunk = ?", row);
  }

  /** A shard to be noted, by its peer's row. */
  record Placed(Locator locator, int place, long peer) {}

  /**
   * The chunk row and peer row that a locator belongs to.
   *
   * @param told the store's sequence of the newest receipt that told of it
   */
  record Owner(long chunk, long peer, long told) {}

  static Optional<Owner> owner(Connection connection, Locator locator) throws SQLException {
    return Sql.one(
        connection,
        "SELECT chunk, peer, told FROM shards WHERE locator = ?",
        row -> new Owner(row.getLong(1), row.getLong(2), row.getLong(3)),
        (Object) locator.toBytes());
  }

  static Chunk byRow(Connection connection, long row) throws SQLException {
    return Sql.one(connection, SELECT + " WHERE id = ?", Chunks::read, row).orElseThrow();
  }

  static void receipt(Connection connection, Locator locator, long sequence, Digest root)
      throws SQLException {
    Sql.update(
        connection,
        "UPDATE shards SET receipt = ?, told = ?, root = ? WHERE locator = ?",
        sequence,
        sequence,
        root.toBytes(),
        locator.toBytes());
  }

  /** Forgets the receipt of a shard that its peer turned out not to hold. */
  static void unreceipt(Connection connection, Locator locator, long sequence) throws SQLException {
    Sql.update(
        connection,
        "UPDATE shards SET receipt = NULL, told = ? WHERE locator = ?",
        sequence,
        locator.toBytes());
  }

  /** Works out again how many receipts a chunk lacks and how many losses it survives. */
  static Chunk recount(Connection connection, long row) throws SQLException {
    Chunk chunk = byRow(connection, row);
    ChunkRef ref = chunk.ref().orElseThrow();
    List<String> holders =
        Sql.all(
            connection,
            "SELECT peer FROM shards WHERE chunk = ? AND receipt IS NOT NULL",
            result -> result.getString(1),
            row);
    Durability now = Durability.of(holders, ref.geometry());
    Sql.update(
        connection,
        "UPDATE chunks SET missing = ?, losses = ? WHERE id = ?",
        now.missing(),
        now.losses(),
        row);
    return new Chunk(
        row,
        chunk.chunk(),
        chunk.ref(),
        now.missing(),
        now.losses(),
        chunk.used(),
        chunk.session(),
        chunk.settled());
  }

  /** Shards without a receipt, of chunks that committed snapshots need, by peer. */
  public static Map<String, Integer> owedByPeer(Connection connection) throws SQLException {
    Map<String, Integer> owed = new TreeMap<>();
    Sql.all(
            connection,
            "SELECT name, count(*) FROM chunks JOIN shards ON shards.chunk = chunks.id JOIN peers"
                + " ON peers.id = shards.peer WHERE missing > 0 AND used IS NOT NULL AND receipt IS"
                + " NULL GROUP BY name",
            row -> Map.entry(row.getString(1), row.getInt(2)))
        .forEach(entry -> owed.put(entry.getKey(), entry.getValue()));
    return owed;
  }

  public static List<Shard> shards(Connection connection, long row) throws SQLException {
    return Sql.all(
        connection,
        "SELECT locator, place, name, receipt IS NOT NULL FROM shards JOIN peers ON peers.id ="
            + " shards.peer WHERE chunk = ? ORDER BY place",
        result ->
            new Shard(
                Locator.copyOf(result.getBytes(1)),
                result.getInt(2),
                result.getString(3),
                result.getBoolean(4)),
        row);
  }

  /** The peers that are known to hold an object, by locator. */
  public static List<String> holders(Connection connection, Locator locator) throws SQLException {
    return Sql.all(
        connection,
        "SELECT name FROM shards JOIN peers ON peers.id = shards.peer WHERE locator = ?",
        result -> result.getString(1),
        (Object) locator.toBytes());
  }

  public static void pack(
      Connection connection, ChunkId content, ChunkId chunk, int start, int length)
      throws SQLException {
    Sql.update(
        connection,
        "INSERT OR REPLACE INTO packed (content, chunk, start, length) SELECT ?, id, ?, ? FROM"
            + " chunks WHERE chunk = ?",
        content.toBytes(),
        start,
        length,
        chunk.toBytes());
  }

  /** Where the contents of a small file lie, if a chunk holds them. */
  public static Optional<Extent.Data> packed(Connection connection, ChunkId content)
      throws SQLException {
    return Sql.one(
        connection,
        "SELECT chunks.chunk, start, length FROM packed JOIN chunks ON chunks.id = packed.chunk"
            + " WHERE content = ?",
        row -> new Extent.Data(ChunkId.copyOf(row.getBytes(1)), row.getInt(2), row.getLong(3)),
        (Object) content.toBytes());
  }

  /**
   * Marks chunks as needed by the snapshot that {@code session} is making. From here on their
   * stripes stand; a stripe that was replaced since it was looked up is refused, for the snapshot
   * would name shards that are to be deleted.
   */
  public static void reference(Connection connection, List<ChunkRef> refs, long session)
      throws SQLException {
    for (ChunkRef ref : refs) {
      int marked =
          Sql.update(
              connection,
              "UPDATE chunks SET referenced = CASE WHEN used IS NULL THEN ? ELSE referenced END"
                  + " WHERE chunk = ? AND stripe = ?",
              session,
              ref.chunk().toBytes(),
              ref.stripe().toBytes());
      if (marked != 1) {
        throw new CatalogException(
            CatalogException.Kind.FAILED,
            "chunk %s: another stripe took the place of the one that the snapshot names; nothing is lost, run the same command again"
                .formatted(ref.chunk()),
            null);
      }
    }
  }

  /** Marks a chunk as needed by a committed snapshot. */
  static void use(Connection connection, long row, long sequence) throws SQLException {
    Sql.update(connection, "UPDATE chunks SET used = ? WHERE id = ?", sequence, row);
  }

  /** Takes a chunk out, and names each of its shards for cleanup. */
  public static void discard(Connection connection, Chunk chunk, long now) throws SQLException {
    Sql.update(
        connection,
        "INSERT OR IGNORE INTO cleanups (locator, peer, since) SELECT locator, peer, ? FROM shards"
            + " WHERE chunk = ?",
        now,
        chunk.row());
    Sql.update(connection, "DELETE FROM shards WHERE chunk = ?", chunk.row());
    Sql.update(connection, "DELETE FROM packed WHERE chunk = ?", chunk.row());
    Sql.update(connection, "DELETE FROM chunks WHERE id = ?", chunk.row());
  }

  static Chunk read(ResultSet row) throws SQLException {
    ChunkId chunk = ChunkId.copyOf(row.getBytes(2));
    byte[] stripe = row.getBytes(3);
    Optional<ChunkRef> ref = Optional.empty();
    int missing = Integer.MAX_VALUE;
    if (stripe != null) {
      ref =
          Optional.of(
              new ChunkRef(
                  chunk,
                  StripeId.copyOf(stripe),
                  row.getInt(4),
                  new Geometry(row.getInt(5), row.getInt(6)),
                  Codec.byId(row.getInt(7)),
                  row.getInt(8),
                  row.getInt(9)));
      missing = row.getInt(10);
    }
    row.getLong(12);
    boolean used = !row.wasNull();
    long session = row.getLong(13);
    boolean settled = row.getLong(14) == session && !row.wasNull();
    return new Chunk(row.getLong(1), chunk, ref, missing, row.getInt(11), used, session, settled);
  }
}
