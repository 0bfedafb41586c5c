package dev.kakera.benchmarks;

import dev.kakera.core.erasure.CauchyMatrix;
import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.id.ChunkId;
import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.id.StripeId;
import dev.kakera.core.key.DerivedKeys;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.key.Secret;
import dev.kakera.core.seal.ObjectType;
import dev.kakera.core.seal.SealedHeader;
import dev.kakera.core.stripe.StripeEncoder;
import dev.kakera.core.stripe.StripeNaming;
import java.util.SplittableRandom;

/** Random chunks, and keys that protect nothing. Confined to one thread. */
public final class ChunkMaterial implements AutoCloseable {
  private final SplittableRandom random;
  private final Geometry geometry;
  private final RepositoryKeys keys;
  private final StripeNaming naming;
  private final StripeEncoder encoder;
  private final byte[][] chunks;
  private int next;

  /**
   * @param setBytes of all chunks together, which take turns
   */
  public ChunkMaterial(long seed, Geometry geometry, int chunkBytes, int setBytes) {
    random = new SplittableRandom(seed);
    this.geometry = geometry;
    try (Secret secret = Secret.takeOwnershipOf(bytes(Secret.BYTES))) {
      keys = new RepositoryKeys(new RepoId(seed, seed), 1, new DerivedKeys(secret));
    }
    naming = new StripeNaming(keys);
    encoder = new StripeEncoder(keys, System::nanoTime);
    chunks = new byte[Math.max(1, setBytes / chunkBytes)][];
    for (int index = 0; index < chunks.length; index++) {
      chunks[index] = bytes(chunkBytes);
    }
  }

  /** As {@link KernelChoice#settle}, for the matrices that chunks use. */
  public void settle() {
    wholeChunk();
    KernelChoice.settle();
  }

  public RepositoryKeys keys() {
    return keys;
  }

  public byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  public StripeId stripe() {
    return new StripeId(Digest.copyOf(bytes(Digest.BYTES), 0));
  }

  /** A header of a shard under a random locator. */
  public SealedHeader header(int payloadBytes) {
    return new SealedHeader(
        ObjectType.SHARD,
        keys.repo(),
        keys.epoch(),
        geometry.k(),
        geometry.m(),
        0,
        CauchyMatrix.MATRIX_ID,
        payloadBytes,
        new Locator(Digest.copyOf(bytes(Digest.BYTES), 0)));
  }

  /** A header of an object that is no shard. */
  public SealedHeader wholeHeader(int payloadBytes) {
    return SealedHeader.whole(
        ObjectType.BUNDLE,
        keys.repo(),
        keys.epoch(),
        payloadBytes,
        new Locator(Digest.copyOf(bytes(Digest.BYTES), 0)));
  }

  /** The next chunk, shared. */
  public byte[] nextChunk() {
    byte[] chunk = chunks[next];
    next = (next + 1) % chunks.length;
    return chunk;
  }

  public ChunkId hash(byte[] chunk) {
    return naming.chunkId(chunk, 0, chunk.length);
  }

  /** All that home and encoder compute for a chunk: hash, encode, prove, seal. */
  public void wholeChunk() {
    byte[] chunk = nextChunk();
    encoder.encode(hash(chunk), geometry, true, chunk, 0, chunk.length).release();
  }

  @Override
  public void close() {
    encoder.close();
    keys.close();
  }
}
