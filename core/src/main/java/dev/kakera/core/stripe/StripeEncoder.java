package dev.kakera.core.stripe;

import dev.kakera.core.erasure.ErasureCoder;
import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.erasure.ProofScratch;
import dev.kakera.core.id.ChunkId;
import dev.kakera.core.id.Locator;
import dev.kakera.core.id.StripeId;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.seal.SealedHeader;
import dev.kakera.core.seal.Sealer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Compresses, pads, codes, proves and seals one chunk at a time. The result depends on key, chunk
 * and geometry alone (I-07). Confined to one thread; reuses its working buffers, and the sealed
 * shards of stripes that were released.
 */
public final class StripeEncoder implements AutoCloseable {
  /** Of each shard; all shards of the usual geometry fit the second-level cache together. */
  private static final int TILE_BYTES = 16 << 10;

  private final RepositoryKeys keys;
  private final StripeNaming naming;
  private final Sealer sealer;
  private final Compressor compressor = new Compressor();
  private final Map<Geometry, Coding> codings = new HashMap<>();
  private final LongSupplier nanos;
  private final ShardArrays arrays = new ShardArrays();
  private byte[][] payloads = new byte[0][];

  private record Coding(ErasureCoder coder, ProofScratch scratch) {
    static Coding of(Geometry geometry) {
      ErasureCoder coder = new ErasureCoder(geometry);
      return new Coding(coder, coder.newProofScratch());
    }
  }

  /**
   * @param nanos a monotonic clock for the timings, in nanoseconds
   */
  public StripeEncoder(RepositoryKeys keys, LongSupplier nanos) {
    this.keys = keys;
    this.naming = new StripeNaming(keys);
    this.sealer = new Sealer(keys.keys());
    this.nanos = nanos;
  }

  /**
   * @param chunk the keyed hash of the {@code length} bytes at {@code offset}; not checked again
   *     here
   */
  public SealedStripe encode(
      ChunkId chunk, Geometry geometry, boolean mayCompress, byte[] plain, int offset, int length) {
    long started = nanos.getAsLong();
    int compressed = mayCompress ? compressor.compress(plain, offset, length) : -1;
    Codec codec = compressed < 0 ? Codec.NONE : Codec.ZSTD;
    byte[] encoded = compressed < 0 ? plain : compressor.target();
    int encodedOffset = compressed < 0 ? offset : 0;
    int encodedSize = compressed < 0 ? length : compressed;
    StripeId stripe = naming.stripeId(chunk, codec, length, encoded, encodedSize, geometry.k());
    ChunkRef ref = new ChunkRef(chunk, stripe, keys.epoch(), geometry, codec, length, encodedSize);
    long compressedAt = nanos.getAsLong();
    long proveNanos = codeAndProve(encoded, encodedOffset, encodedSize, ref);
    long provedAt = nanos.getAsLong();
    byte[][] sealed = new byte[geometry.n()][];
    List<Locator> locators = new ArrayList<>(geometry.n());
    for (int index = 0; index < geometry.n(); index++) {
      SealedHeader header = naming.header(ref, index);
      sealed[index] = arrays.take(header.sealedSize());
      sealer.sealShard(header, stripe, payloads[index], sealed[index], 0);
      locators.add(header.locator());
    }
    long sealedAt = nanos.getAsLong();
    SealedStripe.Timings timings =
        new SealedStripe.Timings(
            (compressedAt - started) / 1000,
            (provedAt - compressedAt - proveNanos) / 1000,
            proveNanos / 1000,
            (sealedAt - provedAt) / 1000);
    return new SealedStripe(ref, locators, sealed, arrays, timings);
  }

  /**
   * Tile by tile, so that parity and proof find in the cache what was just laid out.
   *
   * @return what of it the proof took
   */
  private long codeAndProve(byte[] encoded, int offset, int size, ChunkRef ref) {
    int shardSize = ref.shardSize();
    Geometry geometry = ref.geometry();
    if (payloads.length != geometry.n() || payloads[0].length < shardSize) {
      payloads = new byte[geometry.n()][shardSize];
    }
    Coding coding = codings.computeIfAbsent(geometry, Coding::of);
    long proveNanos = 0;
    for (int at = 0; at < shardSize; at += TILE_BYTES) {
      int tile = Math.min(TILE_BYTES, shardSize - at);
      split(encoded, offset, size, ref, at, tile);
      coding.coder().encode(payloads, at, tile, coding.scratch());
      long encodedAt = nanos.getAsLong();
      if (!coding.coder().prove(payloads, at, tile, coding.scratch())) {
        throw new ProofFailedException(ref.chunk(), geometry.toString());
      }
      proveNanos += nanos.getAsLong() - encodedAt;
    }
    return proveNanos;
  }

  /** Lays a tile of the encoded bytes over the k data shards, zeros after their end. */
  private void split(byte[] encoded, int offset, int size, ChunkRef ref, int at, int tile) {
    for (int index = 0; index < ref.geometry().k(); index++) {
      int from = Math.min(size, index * ref.shardSize() + at);
      int count = Math.min(tile, size - from);
      System.arraycopy(encoded, offset + from, payloads[index], at, count);
      Arrays.fill(payloads[index], at + count, at + tile, (byte) 0);
    }
  }

  @Override
  public void close() {
    compressor.close();
    for (byte[] payload : payloads) {
      Arrays.fill(payload, (byte) 0);
    }
  }
}
