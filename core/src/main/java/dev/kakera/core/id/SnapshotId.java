package dev.kakera.core.id;

/**
 * Names a snapshot: a keyed hash of its head without the signature (docs/format.md, section 8).
 *
 * @param digest 32 bytes
 */
public record SnapshotId(Digest digest) implements Comparable<SnapshotId> {
  public static final int BYTES = Digest.BYTES;

  public static SnapshotId copyOf(byte[] bytes) {
    return new SnapshotId(Digest.copyOf(bytes, 0));
  }

  public static SnapshotId parse(String hex) {
    return new SnapshotId(Digest.parse(hex));
  }

  public byte[] toBytes() {
    return digest.toBytes();
  }

  @Override
  public int compareTo(SnapshotId other) {
    return digest.compareTo(other.digest);
  }

  @Override
  public String toString() {
    return digest.hex();
  }
}
