package dev.kakera.producer.scan;

/** What a walk hands out: an entry to back up, or the name of something that is not. */
public sealed interface ScanEvent permits ScannedEntry, SkippedEntry, ScanProblem {
  /** Where it is below the source. */
  SourcePath path();
}
