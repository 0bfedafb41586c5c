package dev.kakera.core.cut;

/** How large chunks are. Part of what a repository is: other limits cut the same file elsewhere. */
public final class CutLimits {
  /** No chunk that was cut is shorter, the last one of a file excepted. */
  public static final int MIN_BYTES = 1 << 20;

  /**
   * Where cutting changes from hard to easy, see {@link Cutter}. Chunks of random data are 2.4 MiB
   * long on average.
   */
  public static final int AVERAGE_BYTES = 2 << 20;

  /** No chunk is longer. */
  public static final int MAX_BYTES = 4 << 20;

  /** A file up to this size is one chunk and is not cut at all. */
  public static final int WHOLE_FILE_MAX_BYTES = MAX_BYTES;

  /** A file up to this size may share a chunk with other small files. */
  public static final int PACK_FILE_MAX_BYTES = 512 << 10;

  /** No chunk of small files is longer. */
  public static final int PACK_MAX_BYTES = MAX_BYTES;

  private CutLimits() {}
}
