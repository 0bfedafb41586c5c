package dev.kakera.core.snapshot;

import java.util.List;

/**
 * What a file system says of an entry beside its contents.
 *
 * @param mode the twelve permission bits
 * @param mtimeSeconds Unix time, may be negative
 * @param xattrs sorted by name
 */
public record Metadata(
    int mode, long uid, long gid, long mtimeSeconds, int mtimeNanos, List<Xattr> xattrs) {
  public static final int MODE_MAX = 07777;

  public Metadata {
    xattrs = List.copyOf(xattrs);
  }
}
