package dev.kakera.posix;

/**
 * A stretch of a file that holds data and not a hole.
 *
 * @param offset where it starts, in bytes
 * @param sizeBytes how long it is, 1 or more
 */
public record DataRange(long offset, long sizeBytes) {
  public DataRange {
    if (offset < 0 || sizeBytes < 1) {
      throw new IllegalArgumentException(
          "A data range starts at 0 or later and is 1 byte or longer, got offset "
              + offset
              + ", size "
              + sizeBytes);
    }
  }

  /** The first byte after it. */
  public long endOffset() {
    return offset + sizeBytes;
  }
}
