package dev.kakera.core.id;

/**
 * Names one encoding of one chunk (docs/format.md, section 5); never leaves the home in the clear.
 *
 * @param digest 32 bytes
 */
public record StripeId(Digest digest) implements Comparable<StripeId> {
  public static final int BYTES = Digest.BYTES;

  public static StripeId copyOf(byte[] bytes) {
    return new StripeId(Digest.copyOf(bytes, 0));
  }

  public static StripeId parse(String hex) {
    return new StripeId(Digest.parse(hex));
  }

  public byte[] toBytes() {
    return digest.toBytes();
  }

  @Override
  public int compareTo(StripeId other) {
    return digest.compareTo(other.digest);
  }

  @Override
  public String toString() {
    return digest.hex();
  }
}
