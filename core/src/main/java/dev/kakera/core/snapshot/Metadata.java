package dev.kakera.core.snapshot;

import java.util.Comparator;
import java.util.List;

/**
 * What a file system says of an entry beside its contents.
 *
 * @param mode the twelve permission bits
 * @param uid 32 bits, as {@code gid}
 * @param mtimeSeconds Unix time, may be negative
 * @param xattrs sorted by name here; no name twice, at most {@link #XATTR_COUNT_MAX} of {@link
 *     #XATTRS_MAX_BYTES} together: whoever reads more of them must leave some out and say so
 */
public record Metadata(
    int mode, long uid, long gid, long mtimeSeconds, int mtimeNanos, List<Xattr> xattrs) {
  public static final int MODE_MAX = 07777;
  public static final int XATTR_COUNT_MAX = 1024;

  /** Names and values of one entry together; keeps a segment within a chunk. */
  public static final int XATTRS_MAX_BYTES = 1 << 20;

  static final long ID_MAX = 0xffff_ffffL;
  static final int NANOS_MAX = 999_999_999;

  public Metadata {
    xattrs = xattrs.stream().sorted(Comparator.comparing(Xattr::name)).toList();
    if (mode < 0 || mode > MODE_MAX || isNoId(uid) || isNoId(gid)) {
      throw new IllegalArgumentException(
          "metadata: mode %o, owner %d, group %d".formatted(mode, uid, gid));
    }
    requireNanos(mtimeNanos);
    long bytes = 0;
    for (int index = 0; index < xattrs.size(); index++) {
      Xattr xattr = xattrs.get(index);
      bytes += xattr.bytes();
      if (index > 0 && xattr.name().equals(xattrs.get(index - 1).name())) {
        throw new IllegalArgumentException("metadata: an attribute is there twice");
      }
    }
    if (xattrs.size() > XATTR_COUNT_MAX || bytes > XATTRS_MAX_BYTES) {
      throw new IllegalArgumentException(
          "metadata: %d attributes of %d bytes, at most %d of %d"
              .formatted(xattrs.size(), bytes, XATTR_COUNT_MAX, XATTRS_MAX_BYTES));
    }
  }

  static void requireNanos(int nanos) {
    if (nanos < 0 || nanos > NANOS_MAX) {
      throw new IllegalArgumentException(
          "time: got %d nanoseconds, expected 0 to %d".formatted(nanos, NANOS_MAX));
    }
  }

  private static boolean isNoId(long id) {
    return id < 0 || id > ID_MAX;
  }
}
