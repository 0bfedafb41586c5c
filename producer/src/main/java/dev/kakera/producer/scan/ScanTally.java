package dev.kakera.producer.scan;

import dev.kakera.posix.FileStat;
import dev.kakera.posix.FileType;

/** Counts for the {@link ScanSummary} of one walk. */
final class ScanTally {
  private long files;
  private long directories;
  private long symlinks;
  private long sizeBytes;
  private long skipped;
  private long problems;
  private long excludedEntries;
  private long excludedDirectories;
  private long excludedSizeBytes;

  void add(ScanEvent event) {
    switch (event) {
      case ScannedFile file -> {
        files++;
        sizeBytes += file.stat().sizeBytes();
      }
      case ScannedDirectory _ -> directories++;
      case ScannedSymlink _ -> symlinks++;
      case SkippedEntry _ -> skipped++;
      case ScanProblem _ -> problems++;
    }
  }

  void addExcluded(FileStat stat) {
    if (stat.type() == FileType.DIRECTORY) {
      excludedDirectories++;
    } else {
      excludedEntries++;
      excludedSizeBytes += stat.type() == FileType.REGULAR ? stat.sizeBytes() : 0;
    }
  }

  ScanSummary summary() {
    return new ScanSummary(
        files,
        directories,
        symlinks,
        sizeBytes,
        skipped,
        problems,
        new ScanSummary.Excluded(excludedEntries, excludedDirectories, excludedSizeBytes));
  }
}
