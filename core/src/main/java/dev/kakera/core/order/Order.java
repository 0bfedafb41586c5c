package dev.kakera.core.order;

import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.id.PeerId;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.wire.ByteReader;
import dev.kakera.core.wire.ByteWriter;
import dev.kakera.core.wire.MalformedException.Failure;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The home's signed instruction to one peer.
 *
 * @param locator of the object; {@link Digest#ZERO} for an inventory
 * @param size bytes of the sealed object for a put, else 0
 * @param crc32c of the sealed object for a put (RFC 3720), else 0
 * @param sequence of the catalog when it was made; grows
 * @param notBeforeSeconds Unix time before which a delete must not be purged; the peer's own hold
 *     comes on top
 * @param expirySeconds Unix time after which it must be refused
 */
public record Order(
    Kind kind,
    RepoId repo,
    PeerId peer,
    Locator locator,
    int size,
    int crc32c,
    long sequence,
    long notBeforeSeconds,
    long expirySeconds) {
  public static final int BYTES = 104;

  private static final byte[] MAGIC = "KKOR".getBytes(StandardCharsets.US_ASCII);
  private static final int VERSION = 1;

  /** What is ordered; ids are written and never reused. */
  public enum Kind {
    PUT(1),
    FETCH(2),
    DELETE(3),
    AUDIT(4),
    INVENTORY(5);

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
        .u16(0)
        .raw(repo.toBytes())
        .raw(peer.toBytes())
        .digest(locator.digest())
        .u32(size)
        .u32(crc32c)
        .u64(sequence)
        .u64(notBeforeSeconds)
        .u64(expirySeconds)
        .toBytes();
  }

  public static Order decode(byte[] body) {
    ByteReader reader = new ByteReader("order", body);
    reader.magic(MAGIC);
    reader.version("version", VERSION);
    int kindId = reader.u8();
    Kind kind = Kind.byId(kindId);
    if (kind == null) {
      throw reader.refuse(Failure.UNSUPPORTED, "kind %d is not known", kindId);
    }
    if (reader.u16() != 0) {
      throw reader.refuse(Failure.UNSUPPORTED, "its reserved bytes are not zero");
    }
    RepoId repo = RepoId.copyOf(reader.raw(RepoId.BYTES));
    PeerId peer = PeerId.copyOf(reader.raw(PeerId.BYTES));
    Order order =
        new Order(
            kind,
            repo,
            peer,
            new Locator(reader.digest()),
            reader.u32(),
            reader.u32(),
            reader.u64(),
            reader.u64(),
            reader.u64());
    reader.end();
    if (order.size < 0
        || order.sequence < 0
        || order.expirySeconds < 0
        || order.notBeforeSeconds < 0) {
      throw reader.refuse(Failure.RANGE, "a size, sequence or time is negative");
    }
    return order;
  }

  /** What a receipt names the order by: SHA-256 of the body. */
  public static Digest digest(byte[] body) {
    try {
      return Digest.copyOf(MessageDigest.getInstance("SHA-256").digest(body), 0);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no SHA-256", e);
    }
  }
}
