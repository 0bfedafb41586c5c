package dev.kakera.producer.scan;

/**
 * What a walk has met so far.
 *
 * @param fileCount regular files handed out, each name of a hard link counted
 * @param directoryCount directories handed out, the source itself included
 * @param symlinkCount links handed out
 * @param sizeBytes lengths of the files handed out, holes and each name of a hard link counted
 * @param skippedCount entries passed over by their nature
 * @param problemCount problems met by the walk itself, not those of reading contents
 * @param excluded what rules left out
 */
public record ScanSummary(
    long fileCount,
    long directoryCount,
    long symlinkCount,
    long sizeBytes,
    long skippedCount,
    long problemCount,
    Excluded excluded) {

  /**
   * What rules left out. An excluded directory counts as one: what is in it is not looked at.
   *
   * @param entryCount excluded entries that are not directories
   * @param directoryCount excluded directories
   * @param sizeBytes lengths of the excluded files
   */
  public record Excluded(long entryCount, long directoryCount, long sizeBytes) {}
}
