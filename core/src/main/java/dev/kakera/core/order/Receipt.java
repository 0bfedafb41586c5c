package dev.kakera.core.order;

import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.id.PeerId;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.id.StoreId;
import dev.kakera.core.seal.ObjectType;
import dev.kakera.core.wire.ByteReader;
import dev.kakera.core.wire.ByteWriter;
import dev.kakera.core.wire.MalformedException.Failure;
import java.nio.charset.StandardCharsets;

/**
 * A peer's signed statement about one object.
 *
 * @param objectType id of an {@link ObjectType}
 * @param storeSequence grows by one with each receipt of a store, from 1
 * @param previous SHA-256 of the body of the store's receipt before this one; zero for the first
 * @param order SHA-256 of the order's body that it answers
 * @param root of the tree over the sealed bytes ({@link TreeHash}); zero when nothing is stored
 * @param size bytes of the sealed object
 * @param detail for a refusal: the bytes that are missing; else 0
 * @param timeMillis Unix time at the peer; for people, never for decisions
 */
public record Receipt(
    Kind kind,
    int objectType,
    RepoId repo,
    PeerId peer,
    StoreId store,
    long storeSequence,
    Digest previous,
    Digest order,
    Locator locator,
    Digest root,
    int size,
    long detail,
    long timeMillis) {
  public static final int BYTES = 8 + 3 * 16 + 8 + 4 * 32 + 4 + 8 + 8;

  private static final byte[] MAGIC = "KKRC".getBytes(StandardCharsets.US_ASCII);
  private static final int VERSION = 1;

  /** What is stated; ids are written and never reused. */
  public enum Kind {
    /** On disk; file and directory synced. */
    STORED(1),
    /** Moved to the trash; purged when the peer's hold is over. */
    DELETED(2),
    /** Not stored: there is no room. */
    REFUSED_NO_SPACE(3);

    private final int id;

    Kind(int id) {
      this.id = id;
    }

    private static Kind byId(int id) {
      for (Kind kind : values()) {
        if (kind.id == id) {
          return kind;
        }
      }
      return null;
    }
  }

  /** The body that is signed. */
  public byte[] encode() {
    return new ByteWriter(BYTES)
        .raw(MAGIC)
        .u8(VERSION)
        .u8(kind.id)
        .u8(objectType)
        .u8(0)
        .raw(repo.toBytes())
        .raw(peer.toBytes())
        .raw(store.toBytes())
        .u64(storeSequence)
        .digest(previous)
        .digest(order)
        .digest(locator.digest())
        .digest(root)
        .u32(size)
        .u64(detail)
        .u64(timeMillis)
        .toBytes();
  }

  public static Receipt decode(byte[] body) {
    ByteReader reader = new ByteReader("receipt", body);
    reader.magic(MAGIC);
    reader.version("version", VERSION);
    int kindId = reader.u8();
    Kind kind = Kind.byId(kindId);
    if (kind == null) {
      throw reader.refuse(Failure.UNSUPPORTED, "kind %d is not known", kindId);
    }
    int objectType = reader.u8();
    if (reader.u8() != 0) {
      throw reader.refuse(Failure.UNSUPPORTED, "its reserved byte is not zero");
    }
    RepoId repo = RepoId.copyOf(reader.raw(RepoId.BYTES));
    PeerId peer = PeerId.copyOf(reader.raw(PeerId.BYTES));
    StoreId store = StoreId.copyOf(reader.raw(StoreId.BYTES));
    Receipt receipt =
        new Receipt(
            kind,
            objectType,
            repo,
            peer,
            store,
            reader.u64(),
            reader.digest(),
            reader.digest(),
            new Locator(reader.digest()),
            reader.digest(),
            reader.u32(),
            reader.u64(),
            reader.u64());
    reader.end();
    if (receipt.size < 0 || receipt.storeSequence < 1 || receipt.detail < 0) {
      throw reader.refuse(Failure.RANGE, "a size, sequence or detail is out of range");
    }
    return receipt;
  }
}
