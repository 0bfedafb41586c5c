package dev.kakera.console.output;

import dev.kakera.posix.PosixException;
import dev.kakera.producer.scan.ScanOptions;
import dev.kakera.producer.scan.ScanSummary;
import dev.kakera.producer.scan.SourceScanner;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How much a source holds, counted beside the backup by a walk of its own, so that progress has an
 * end to show.
 */
public final class SourceTotals {
  private static final Logger LOG = LoggerFactory.getLogger(SourceTotals.class);

  private volatile ScanSummary summary;

  private SourceTotals() {}

  /** Begins counting in the background. */
  public static SourceTotals count(Path source, ScanOptions options) {
    SourceTotals totals = new SourceTotals();
    Thread.ofPlatform()
        .name("count")
        .daemon(true)
        .start(() -> totals.walk(source, options.withReadAttributes(false)));
    return totals;
  }

  private void walk(Path source, ScanOptions options) {
    try (SourceScanner scanner = SourceScanner.open(source, options)) {
      while (scanner.next().isPresent()) {
        // Only the counts are wanted.
      }
      summary = scanner.summary();
    } catch (PosixException e) {
      LOG.debug("the source was not counted: {}", e.getMessage());
    }
  }

  /** Bytes of all files, -1 while it is not known. */
  public long bytes() {
    ScanSummary counted = summary;
    return counted == null ? -1 : counted.sizeBytes();
  }

  /** Files, -1 while it is not known. */
  public long files() {
    ScanSummary counted = summary;
    return counted == null ? -1 : counted.fileCount();
  }
}
