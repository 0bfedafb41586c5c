package dev.kakera.core.cut;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Objects;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The 256 random-looking numbers by which {@link Cutter} turns bytes into cut points.
 *
 * <pre>
 * published:   gear[b] = first 8 bytes of SHA-256("kakera gear 1" || b)
 * keyed:       gear[b] = first 8 bytes of HMAC-SHA-256(seed, "kakera gear 1" || b)
 * </pre>
 *
 * <p>The label is ASCII, {@code b} one byte, the 8 bytes are a big-endian {@code long}.
 *
 * <p>With the published table anybody can tell, from the lengths of chunks alone, whether a known
 * large file is among them. Shards show their lengths to peers, so repositories use a keyed table,
 * with a seed that never leaves the home; the published one is for tests and comparisons. A keyed
 * table hides cut points from somebody who does not choose the files; it is no cipher, and promises
 * nothing against somebody who does. Neither is it a hash: chunks are named by their {@code
 * ChunkId}.
 *
 * <p>Immutable. Never prints its numbers.
 */
public final class GearTable {
  /** The length of a seed. */
  public static final int SEED_BYTES = 32;

  static final int SIZE = 256;

  private static final byte[] LABEL = "kakera gear 1".getBytes(StandardCharsets.US_ASCII);

  private final long[] gears;

  private GearTable(long[] gears) {
    this.gears = gears;
  }

  /** The table without a key. */
  public static GearTable published() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      long[] gears = new long[SIZE];
      for (int value = 0; value < SIZE; value++) {
        digest.update(LABEL);
        gears[value] = ByteBuffer.wrap(digest.digest(new byte[] {(byte) value})).getLong();
      }
      return new GearTable(gears);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("This Java runtime has no SHA-256", impossible);
    }
  }

  /**
   * The table of a repository.
   *
   * @param seed {@value #SEED_BYTES} secret bytes; not kept
   */
  public static GearTable keyed(byte[] seed) {
    Objects.requireNonNull(seed, "seed");
    if (seed.length != SEED_BYTES) {
      throw new IllegalArgumentException(
          "seed has " + seed.length + " bytes, expected " + SEED_BYTES);
    }
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(seed, "HmacSHA256"));
      long[] gears = new long[SIZE];
      for (int value = 0; value < SIZE; value++) {
        mac.update(LABEL);
        gears[value] = ByteBuffer.wrap(mac.doFinal(new byte[] {(byte) value})).getLong();
      }
      return new GearTable(gears);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("This Java runtime has no HMAC-SHA-256", impossible);
    }
  }

  /** A table of the caller's, {@value #SIZE} numbers; copied. */
  public static GearTable copyOf(long[] gears) {
    if (gears.length != SIZE) {
      throw new IllegalArgumentException(
          "gears has " + gears.length + " numbers, expected " + SIZE);
    }
    return new GearTable(gears.clone());
  }

  /** A copy, so that one cutter's loop has an array of its own. */
  long[] gears() {
    return gears.clone();
  }

  @Override
  public String toString() {
    return "GearTable[redacted]";
  }
}
