package dev.kakera.core.stripe;

import dev.kakera.core.erasure.ErasureCoder;
import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.erasure.TooFewShardsException;
import dev.kakera.core.id.ChunkId;
import dev.kakera.core.id.Locator;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.seal.Sealer;
import dev.kakera.core.wire.MalformedException;
import dev.kakera.core.wire.MalformedException.Failure;
import java.util.HashMap;
import java.util.Map;

/**
 * The way back: opens shards one by one, and any k of them into the chunk. Confined to one thread.
 */
public final class StripeDecoder implements AutoCloseable {
  private final StripeNaming naming;
  private final Sealer sealer;
  private final Compressor compressor = new Compressor();
  private final Map<Geometry, ErasureCoder> coders = new HashMap<>();

  public StripeDecoder(RepositoryKeys keys) {
    naming = new StripeNaming(keys);
    sealer = new Sealer(keys.keys());
  }

  public Locator locator(ChunkRef ref, int index) {
    return naming.locator(ref, index);
  }

  /**
   * Opens a sealed shard.
   *
   * @return the shard's payload, {@link ChunkRef#shardSize} bytes
   * @throws MalformedException when it is not intact or not the one that {@code ref} and {@code
   *     index} name
   */
  public byte[] open(ChunkRef ref, int index, byte[] sealed) {
    byte[] payload = new byte[ref.shardSize()];
    sealer.openShard(naming.header(ref, index), ref.stripe(), sealed, sealed.length, payload);
    return payload;
  }

  /**
   * Rebuilds a chunk.
   *
   * @param payloads n entries, null where a shard is missing; the missing data shards are filled
   *     in, missing parity shards stay null
   * @throws TooFewShardsException with fewer than k
   * @throws MalformedException when the result is not the chunk that {@code ref} names (I-15)
   */
  public byte[] decode(ChunkRef ref, byte[][] payloads) {
    Geometry geometry = ref.geometry();
    int shardSize = ref.shardSize();
    boolean[] present = new boolean[geometry.n()];
    // Filled in a copy: after a refusal the caller's entries must still say what is missing.
    byte[][] filled = payloads.clone();
    for (int index = 0; index < geometry.n(); index++) {
      present[index] = payloads[index] != null;
      if (!present[index] && index < geometry.k()) {
        filled[index] = new byte[shardSize];
      }
    }
    coders
        .computeIfAbsent(geometry, ErasureCoder::new)
        .reconstructData(filled, present, 0, shardSize);
    System.arraycopy(filled, 0, payloads, 0, geometry.k());
    byte[] encoded = new byte[ref.encodedSize()];
    for (int index = 0; index < geometry.k(); index++) {
      int from = Math.min(encoded.length, index * shardSize);
      int count = Math.min(shardSize, encoded.length - from);
      System.arraycopy(payloads[index], 0, encoded, from, count);
    }
    byte[] plain =
        switch (ref.codec()) {
          case NONE -> encoded;
          case ZSTD ->
              compressor.expand(encoded, encoded.length, ref.plainSize(), "chunk " + ref.chunk());
        };
    ChunkId got = naming.chunkId(plain, 0, plain.length);
    if (!got.equals(ref.chunk())) {
      throw new MalformedException(
          Failure.NOT_AUTHENTIC,
          "chunk %s: its shards are intact but give another chunk, %s",
          ref.chunk(),
          got);
    }
    return plain;
  }

  @Override
  public void close() {
    compressor.close();
  }
}
