package dev.kakera.catalog.manifest;

import dev.kakera.core.snapshot.ManifestIndex;
import java.util.Arrays;

/**
 * Which entries are wanted: a path and what is in it, down to a depth. Also tells which segments
 * cannot hold any, by the first paths that the index has of them.
 *
 * @param base the path
 * @param depthMax levels below {@code base} that are wanted: 0 is {@code base} alone
 */
public record PathFilter(EntryPath base, int depthMax) {
  private static final int FIRST_PATH_MAX_BYTES = 256;

  public PathFilter {
    if (depthMax < 0) {
      throw new IllegalArgumentException("a depth is 0 or more, got " + depthMax);
    }
  }

  /** Everything. */
  public static PathFilter all() {
    return of(EntryPath.ROOT);
  }

  /** A path and everything in it. */
  public static PathFilter of(EntryPath base) {
    return new PathFilter(base, Integer.MAX_VALUE);
  }

  public boolean wants(EntryPath path) {
    return path.isWithin(base) && path.depth() - base.depth() <= depthMax;
  }

  /**
   * Whether a segment may hold a wanted entry.
   *
   * @param line the segment's
   * @param next the one after it; null when it is the last
   */
  boolean mayHold(ManifestIndex.Line line, ManifestIndex.Line next) {
    byte[] wanted = key(base.toBytes().toBytes());
    byte[] first = key(line.firstPath().toBytes());
    boolean firstCut = first.length >= FIRST_PATH_MAX_BYTES;
    if (isBehind(first, wanted) && !(firstCut && isPrefix(first, wanted))) {
      return false;
    }
    if (next == null) {
      return true;
    }
    byte[] end = key(next.firstPath().toBytes());
    boolean endCut = end.length >= FIRST_PATH_MAX_BYTES;
    // The next segment may go on with the last file of this one, so its first path is still here.
    if (Arrays.compareUnsigned(end, wanted) < 0 && !(endCut && isPrefix(end, wanted))) {
      return false;
    }
    return !isDeeper(first, end);
  }

  /** Whether all from {@code first} to {@code end} lies in one folder deeper than is wanted. */
  private boolean isDeeper(byte[] first, byte[] end) {
    if (depthMax == Integer.MAX_VALUE) {
      return false;
    }
    long levels = (long) base.depth() + depthMax;
    int at = 0;
    int slashes = 0;
    while (at < first.length && at < end.length && first[at] == end[at]) {
      slashes += first[at] == 0 ? 1 : 0;
      at++;
    }
    return slashes > Math.max(0, levels - 1);
  }

  /** Behind {@code wanted} and everything in it. */
  private static boolean isBehind(byte[] path, byte[] wanted) {
    if (wanted.length == 0) {
      return false;
    }
    boolean within =
        isPrefix(wanted, path) && (path.length == wanted.length || path[wanted.length] == 0);
    return !within && Arrays.compareUnsigned(path, wanted) > 0;
  }

  private static boolean isPrefix(byte[] start, byte[] of) {
    return start.length <= of.length && Arrays.equals(start, 0, start.length, of, 0, start.length);
  }

  /** With the slash below every byte of a name, paths compare as manifests order them. */
  private static byte[] key(byte[] joined) {
    byte[] key = joined.clone();
    for (int at = 0; at < key.length; at++) {
      key[at] = key[at] == '/' ? 0 : key[at];
    }
    return key;
  }
}
