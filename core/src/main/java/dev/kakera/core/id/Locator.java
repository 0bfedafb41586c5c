package dev.kakera.core.id;

/**
 * The only name by which a peer knows an object it stores (docs/format.md, section 5).
 *
 * @param digest 32 bytes
 */
public record Locator(Digest digest) implements Comparable<Locator> {
  public static final int BYTES = Digest.BYTES;

  public static Locator copyOf(byte[] bytes) {
    return new Locator(Digest.copyOf(bytes, 0));
  }

  public static Locator parse(String hex) {
    return new Locator(Digest.parse(hex));
  }

  public byte[] toBytes() {
    return digest.toBytes();
  }

  @Override
  public int compareTo(Locator other) {
    return digest.compareTo(other.digest);
  }

  @Override
  public String toString() {
    return digest.hex();
  }
}
