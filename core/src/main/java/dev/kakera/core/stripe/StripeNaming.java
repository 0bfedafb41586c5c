package dev.kakera.core.stripe;

import dev.kakera.core.erasure.CauchyMatrix;
import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.id.ChunkId;
import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.id.StripeId;
import dev.kakera.core.key.DerivedKeys;
import dev.kakera.core.key.KeyPurpose;
import dev.kakera.core.key.KeyedHash;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.seal.ObjectType;
import dev.kakera.core.seal.SealedHeader;
import dev.kakera.core.wire.ByteWriter;

/** Names chunks, stripes and shards (docs/format.md, section 5). Confined to one thread. */
public final class StripeNaming {
  private static final int FORMAT_VERSION = 1;

  private final RepositoryKeys keys;
  private final KeyedHash chunkHash;
  private final KeyedHash stripeHash;
  private final KeyedHash locatorHash;

  public StripeNaming(RepositoryKeys keys) {
    this.keys = keys;
    DerivedKeys derived = keys.keys();
    chunkHash = derived.hash(KeyPurpose.CHUNK);
    stripeHash = derived.hash(KeyPurpose.STRIPE);
    locatorHash = derived.hash(KeyPurpose.LOCATOR);
  }

  public ChunkId chunkId(byte[] plain, int offset, int length) {
    return new ChunkId(chunkHash.update(plain, offset, length).finish());
  }

  /**
   * @param encoded the compressed bytes, only read when there is a codec
   */
  StripeId stripeId(
      ChunkId chunk, Codec codec, int plainSize, byte[] encoded, int encodedSize, int k) {
    Digest compressed =
        codec == Codec.NONE
            ? null
            : stripeHash.update((byte) 'C').update(encoded, 0, encodedSize).finish();
    byte[] encoding =
        new ByteWriter(16)
            .u8('S')
            .u8(FORMAT_VERSION)
            .u8(codec.id())
            .u32(plainSize)
            .u32(encodedSize)
            .u32(Padding.shardSize(encodedSize, k))
            .toBytes();
    stripeHash.update(encoding).update(chunk.toBytes());
    if (compressed != null) {
      stripeHash.update(compressed.toBytes());
    }
    return new StripeId(stripeHash.finish());
  }

  /** The name of shard {@code index} of a chunk. */
  public Locator locator(ChunkRef ref, int index) {
    if (ref.epoch() != keys.epoch()) {
      throw new IllegalArgumentException(
          "chunk %s is of key epoch %d, these are the keys of epoch %d"
              .formatted(ref.chunk(), ref.epoch(), keys.epoch()));
    }
    Geometry geometry = ref.geometry();
    byte[] prefix =
        new ByteWriter(8)
            .u32(ref.epoch())
            .u8(geometry.k())
            .u8(geometry.m())
            .u8(CauchyMatrix.MATRIX_ID)
            .u8(index)
            .toBytes();
    return new Locator(locatorHash.update(prefix).update(ref.stripe().toBytes()).finish());
  }

  public SealedHeader header(ChunkRef ref, int index) {
    return new SealedHeader(
        ObjectType.SHARD,
        keys.repo(),
        ref.epoch(),
        ref.geometry().k(),
        ref.geometry().m(),
        index,
        CauchyMatrix.MATRIX_ID,
        ref.shardSize(),
        locator(ref, index));
  }
}
