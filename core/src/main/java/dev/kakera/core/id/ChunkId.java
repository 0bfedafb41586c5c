package dev.kakera.core.id;

/**
 * Names a chunk: HMAC-SHA256 under the chunk key of its plaintext (docs/format.md, section 3).
 *
 * @param digest 32 bytes
 */
public record ChunkId(Digest digest) implements Comparable<ChunkId> {
  public static final int BYTES = Digest.BYTES;

  public static ChunkId copyOf(byte[] bytes) {
    return new ChunkId(Digest.copyOf(bytes, 0));
  }

  public static ChunkId parse(String hex) {
    return new ChunkId(Digest.parse(hex));
  }

  public byte[] toBytes() {
    return digest.toBytes();
  }

  @Override
  public int compareTo(ChunkId other) {
    return digest.compareTo(other.digest);
  }

  @Override
  public String toString() {
    return digest.hex();
  }
}
