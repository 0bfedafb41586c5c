package dev.kakera.core.stripe;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.kakera.core.erasure.ErasureCoder;
import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.erasure.ProofScratch;
import dev.kakera.core.id.ChunkId;
import dev.kakera.core.id.Digest;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.key.DerivedKeys;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.key.Secret;
import java.lang.management.ManagementFactory;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a chunk leaves to the garbage collector once its stripe was released. */
class StripeAllocationTest {
  /** Names, headers, references and what the JDK's ciphers and hashes make: no byte of the data. */
  private static final long CHUNK_MAX_BYTES = 16 << 10;

  private static final int CHUNKS = 4;
  private static final Geometry GEOMETRY = new Geometry(4, 2);

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final RepositoryKeys keys =
      new RepositoryKeys(
          RepoId.copyOf(new byte[RepoId.BYTES]),
          1,
          new DerivedKeys(Secret.takeOwnershipOf(new byte[Secret.BYTES])));

  private long bytesOfChunks(StripeEncoder encoder, byte[] plain, boolean mayCompress) {
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
      ChunkId id = new ChunkId(new Digest(chunk, 0, 0, 0));
      encoder.encode(id, GEOMETRY, mayCompress, plain, 0, plain.length).release();
    }
    return (threads.getCurrentThreadAllocatedBytes() - before) / CHUNKS;
  }

  /** What the coder makes for a chunk, which is the coder's own affair. */
  private long bytesOfCoding(int shardSize) {
    ErasureCoder coder = new ErasureCoder(GEOMETRY);
    ProofScratch scratch = coder.newProofScratch();
    byte[][] shards = new byte[GEOMETRY.n()][shardSize];
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
      coder.encode(shards, 0, shardSize);
      assertThat(coder.prove(shards, 0, shardSize, scratch)).isTrue();
    }
    return (threads.getCurrentThreadAllocatedBytes() - before) / CHUNKS;
  }

  @Test
  void allocatesAFewKilobytesForAChunkOfAnySize() {
    byte[] plain = new byte[1_500_000];
    new Random(4).nextBytes(plain);
    try (StripeEncoder encoder = new StripeEncoder(keys, () -> 0)) {
      long warmUp = bytesOfChunks(encoder, plain, true);

      assertThat(
              bytesOfChunks(encoder, plain, true)
                  - bytesOfCoding(Padding.shardSize(plain.length, GEOMETRY.k())))
          .as("bytes of each chunk, while %d each of the first", warmUp)
          .isLessThan(CHUNK_MAX_BYTES);
    }
  }

  @Test
  void handsOutNoArrayThatWasNotReleased() {
    byte[] plain = new byte[100_000];
    new Random(5).nextBytes(plain);
    ChunkId id = new ChunkId(Digest.ZERO);
    try (StripeEncoder encoder = new StripeEncoder(keys, () -> 0)) {
      SealedStripe kept = encoder.encode(id, GEOMETRY, false, plain, 0, plain.length);
      SealedStripe other = encoder.encode(id, GEOMETRY, false, plain, 0, plain.length);
      byte[] array = other.sealed(0);
      byte[] bytes = array.clone();
      assertThat(array).isNotSameAs(kept.sealed(0)).isEqualTo(kept.sealed(0));
      other.release();
      other.release();

      SealedStripe third = encoder.encode(id, GEOMETRY, false, plain, 0, plain.length);
      SealedStripe fourth = encoder.encode(id, GEOMETRY, false, plain, 0, plain.length);

      for (int index = 0; index < 6; index++) {
        assertThat(third.sealed(index))
            .isNotSameAs(fourth.sealed(index))
            .isNotSameAs(kept.sealed(index));
      }
      assertThat(kept.sealed(0)).isEqualTo(bytes);
    }
  }
}
