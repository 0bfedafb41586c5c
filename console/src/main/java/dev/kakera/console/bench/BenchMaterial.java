package dev.kakera.console.bench;

import dev.kakera.core.erasure.CauchyMatrix;
import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.id.Digest;
import dev.kakera.core.id.Locator;
import dev.kakera.core.id.RepoId;
import dev.kakera.core.id.StripeId;
import dev.kakera.core.key.DerivedKeys;
import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.key.Secret;
import dev.kakera.core.seal.ObjectType;
import dev.kakera.core.seal.SealedHeader;
import java.util.random.RandomGenerator;

/**
 * What all stages work on: random bytes, as incompressible as photos, and keys that were drawn for
 * this run and are gone with it. Shared by threads, which only read it.
 */
public final class BenchMaterial implements AutoCloseable {
  /** What is hashed, sealed and opened in one piece: a shard of a 1 MiB chunk of 4+2. */
  static final int PIECE_BYTES = 256 << 10;

  private final Geometry geometry;
  private final byte[] source;
  private final RandomGenerator random;
  private final RepositoryKeys keys;

  /**
   * @param sizeBytes a multiple of {@link #PIECE_BYTES}
   * @param random of the bytes and of the keys, which protect nothing
   */
  public BenchMaterial(Geometry geometry, int sizeBytes, RandomGenerator random) {
    if (sizeBytes < PIECE_BYTES || sizeBytes % PIECE_BYTES != 0) {
      throw new IllegalArgumentException(
          "size %d, expected a multiple of %d".formatted(sizeBytes, PIECE_BYTES));
    }
    this.geometry = geometry;
    this.random = random;
    source = bytes(sizeBytes);
    try (Secret secret = Secret.takeOwnershipOf(bytes(Secret.BYTES))) {
      keys =
          new RepositoryKeys(
              new RepoId(random.nextLong(), random.nextLong()), 1, new DerivedKeys(secret));
    }
  }

  Geometry geometry() {
    return geometry;
  }

  /** Shared, not copied. */
  byte[] source() {
    return source;
  }

  int pieces() {
    return source.length / PIECE_BYTES;
  }

  RepositoryKeys keys() {
    return keys;
  }

  synchronized byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  StripeId stripe() {
    return new StripeId(Digest.copyOf(bytes(Digest.BYTES), 0));
  }

  /** A header of a shard of one piece, under a new locator. */
  SealedHeader header() {
    return new SealedHeader(
        ObjectType.SHARD,
        keys.repo(),
        keys.epoch(),
        geometry.k(),
        geometry.m(),
        0,
        CauchyMatrix.MATRIX_ID,
        PIECE_BYTES,
        new Locator(Digest.copyOf(bytes(Digest.BYTES), 0)));
  }

  @Override
  public void close() {
    keys.close();
  }
}
