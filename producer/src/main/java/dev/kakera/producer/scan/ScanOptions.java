package dev.kakera.producer.scan;

/**
 * How to walk.
 *
 * @param excludes what to leave out
 * @param oneFileSystem whether to stay on the file system of the source folder; otherwise mount
 *     points are walked into
 * @param readAttributes whether to read extended attributes, two calls for each entry
 * @param depthMax levels of directories below the source; each holds a descriptor while it is
 *     walked
 */
public record ScanOptions(
    ExcludeRules excludes, boolean oneFileSystem, boolean readAttributes, int depthMax) {
  /** Crosses mount points, reads attributes, goes 1,000 levels deep. */
  public static final ScanOptions DEFAULT =
      new ScanOptions(ExcludeRules.DEFAULT, false, true, 1000);

  public ScanOptions {
    if (depthMax < 1 || depthMax > 10_000) {
      throw new IllegalArgumentException(
          "The depth of a walk must be 1 to 10000 levels, got " + depthMax);
    }
  }

  public ScanOptions withExcludes(ExcludeRules changed) {
    return new ScanOptions(changed, oneFileSystem, readAttributes, depthMax);
  }

  public ScanOptions withOneFileSystem(boolean changed) {
    return new ScanOptions(excludes, changed, readAttributes, depthMax);
  }

  public ScanOptions withReadAttributes(boolean changed) {
    return new ScanOptions(excludes, oneFileSystem, changed, depthMax);
  }

  public ScanOptions withDepthMax(int changed) {
    return new ScanOptions(excludes, oneFileSystem, readAttributes, changed);
  }
}
