package dev.kakera.core.stripe;

import dev.kakera.core.erasure.CauchyMatrix;
import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.id.ChunkId;
import dev.kakera.core.id.StripeId;
import dev.kakera.core.seal.SealedHeader;
import dev.kakera.core.wire.ByteReader;
import dev.kakera.core.wire.ByteWriter;
import dev.kakera.core.wire.MalformedException.Failure;
import java.util.Objects;

/**
 * All that is needed, beside the keys, to name and read back a chunk's shards (docs/format.md,
 * section 6).
 *
 * @param plainSize bytes of the chunk
 * @param encodedSize bytes after compression, before padding; equal to {@code plainSize} for {@link
 *     Codec#NONE}
 */
public record ChunkRef(
    ChunkId chunk,
    StripeId stripe,
    int epoch,
    Geometry geometry,
    Codec codec,
    int plainSize,
    int encodedSize) {
  public static final int BYTES = 32 + 32 + 4 + 4 + 4 + 4;
  public static final int PLAIN_MAX_BYTES = 4 << 20;

  public ChunkRef {
    Objects.requireNonNull(codec);
    if (epoch < 1) {
      throw new IllegalArgumentException(
          "chunk %s: got epoch %d, expected 1 or more".formatted(chunk, epoch));
    }
    if (plainSize < 1 || plainSize > PLAIN_MAX_BYTES) {
      throw new IllegalArgumentException(
          "chunk %s: %d bytes, expected 1 to %d".formatted(chunk, plainSize, PLAIN_MAX_BYTES));
    }
    boolean sized =
        codec == Codec.NONE
            ? encodedSize == plainSize
            : encodedSize >= 1 && encodedSize < plainSize;
    if (!sized) {
      throw new IllegalArgumentException(
          "chunk %s: %d bytes encoded as %d with %s"
              .formatted(chunk, plainSize, encodedSize, codec));
    }
  }

  /** Bytes of each shard before sealing. */
  public int shardSize() {
    return Padding.shardSize(encodedSize, geometry.k());
  }

  /** Bytes of each shard as it lies at a peer. */
  public int sealedSize() {
    return shardSize() + SealedHeader.OVERHEAD_BYTES;
  }

  public void writeTo(ByteWriter writer) {
    writer.digest(chunk.digest()).digest(stripe.digest()).u32(epoch);
    writer.u8(geometry.k()).u8(geometry.m()).u8(CauchyMatrix.MATRIX_ID).u8(codec.id());
    writer.u32(plainSize).u32(encodedSize);
  }

  public static ChunkRef read(ByteReader reader) {
    ChunkId chunk = new ChunkId(reader.digest());
    StripeId stripe = new StripeId(reader.digest());
    int epoch = reader.u32();
    int k = reader.u8();
    int m = reader.u8();
    if (k < 1 || m < 1 || k + m > 255 || epoch < 1) {
      throw reader.refuse(Failure.RANGE, "chunk %s: geometry %d+%d, epoch %d", chunk, k, m, epoch);
    }
    reader.version("matrix", CauchyMatrix.MATRIX_ID);
    int codecId = reader.u8();
    Codec codec = Codec.byId(codecId);
    if (codec == null) {
      throw reader.refuse(Failure.UNSUPPORTED, "chunk %s: codec %d is not known", chunk, codecId);
    }
    int plainSize = reader.size32("chunk size", PLAIN_MAX_BYTES);
    int encodedSize = reader.size32("encoded size", PLAIN_MAX_BYTES);
    try {
      return new ChunkRef(chunk, stripe, epoch, new Geometry(k, m), codec, plainSize, encodedSize);
    } catch (IllegalArgumentException e) {
      throw reader.refuse(Failure.RANGE, "%s", e.getMessage());
    }
  }
}
