package dev.kakera.core.seal;

import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.wire.ByteReader;
import dev.kakera.core.wire.ByteWriter;
import dev.kakera.core.wire.MalformedException.Failure;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * The first 68 bytes of every sealed object, in the clear and authenticated (docs/format.md,
 * section 4).
 *
 * @param epoch of the keys, from 1
 * @param k data shards, 0 for what is not a shard
 * @param m parity shards, 0 for what is not a shard
 * @param index of the shard, from 0
 * @param matrix id of the coding matrix, 0 for what is not a shard
 * @param payloadSize bytes, before sealing
 */
public record SealedHeader(
    ObjectType type,
    RepoId repo,
    int epoch,
    int k,
    int m,
    int index,
    int matrix,
    int payloadSize,
    Locator locator) {
  public static final int BYTES = 68;
  public static final int SIV_BYTES = Digest.BYTES;
  public static final int TAG_BYTES = 16;

  /** What sealing adds to a payload. */
  public static final int OVERHEAD_BYTES = BYTES + SIV_BYTES + TAG_BYTES;

  public static final int PAYLOAD_MAX_BYTES = 5 << 20;

  private static final byte[] MAGIC = "KKRA".getBytes(StandardCharsets.US_ASCII);
  private static final int VERSION = 1;
  private static final int SUITE = 1;

  public SealedHeader {
    Objects.requireNonNull(type);
    if (payloadSize < 0 || payloadSize > PAYLOAD_MAX_BYTES) {
      throw new IllegalArgumentException(
          "payload of %d bytes, at most %d".formatted(payloadSize, PAYLOAD_MAX_BYTES));
    }
    if (epoch < 1 || !isShaped(type, k, m, index, matrix)) {
      throw new IllegalArgumentException(
          "%s with epoch %d, geometry %d+%d, index %d, matrix %d"
              .formatted(type, epoch, k, m, index, matrix));
    }
  }

  private static boolean isShaped(ObjectType type, int k, int m, int index, int matrix) {
    return type == ObjectType.SHARD
        ? k >= 1 && m >= 1 && k + m <= 255 && index >= 0 && index < k + m && isByte(matrix)
        : k == 0 && m == 0 && index == 0 && matrix == 0;
  }

  private static boolean isByte(int matrix) {
    return matrix >= 1 && matrix <= 255;
  }

  /** A header of an object that is not a shard. */
  public static SealedHeader whole(
      ObjectType type, RepoId repo, int epoch, int payloadSize, Locator locator) {
    return new SealedHeader(type, repo, epoch, 0, 0, 0, 0, payloadSize, locator);
  }

  public int sealedSize() {
    return payloadSize + OVERHEAD_BYTES;
  }

  public byte[] encode() {
    return new ByteWriter(BYTES)
        .raw(MAGIC)
        .u8(VERSION)
        .u8(SUITE)
        .u8(type.id())
        .u8(0)
        .raw(repo.toBytes())
        .u32(epoch)
        .u8(k)
        .u8(m)
        .u8(index)
        .u8(matrix)
        .u32(payloadSize)
        .digest(locator.digest())
        .toBytes();
  }

  /**
   * Reads the header of a sealed object and checks that the whole has the length that the header
   * says.
   */
  public static SealedHeader read(byte[] sealed, int offset, int length) {
    SealedHeader header = readHeader(sealed, offset, length);
    if (length != header.sealedSize()) {
      throw new ByteReader("sealed object", sealed, offset, length)
          .refuse(
              length < header.sealedSize() ? Failure.TRUNCATED : Failure.TRAILING,
              "%d bytes, its header says %d",
              length,
              header.sealedSize());
    }
    return header;
  }

  private static SealedHeader readHeader(byte[] sealed, int offset, int length) {
    ByteReader reader = new ByteReader("sealed object", sealed, offset, length);
    reader.magic(MAGIC);
    reader.version("format version", VERSION);
    reader.version("suite", SUITE);
    int typeId = reader.u8();
    ObjectType type = ObjectType.byId(typeId);
    if (type == null) {
      throw reader.refuse(Failure.UNSUPPORTED, "object type %d is not known", typeId);
    }
    reader.version("flags", 0);
    RepoId repo = RepoId.copyOf(reader.raw(RepoId.BYTES));
    int epoch = reader.u32();
    int k = reader.u8();
    int m = reader.u8();
    int index = reader.u8();
    int matrix = reader.u8();
    int payloadSize = reader.size32("payload length", PAYLOAD_MAX_BYTES);
    Locator locator = new Locator(reader.digest());
    if (epoch < 1 || !isShaped(type, k, m, index, matrix)) {
      throw reader.refuse(
          Failure.RANGE,
          "%s with epoch %d, geometry %d+%d, index %d, matrix %d",
          type,
          epoch,
          k,
          m,
          index,
          matrix);
    }
    return new SealedHeader(type, repo, epoch, k, m, index, matrix, payloadSize, locator);
  }
}
