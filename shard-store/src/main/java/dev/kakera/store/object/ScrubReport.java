package dev.kakera.store.object;

import dev.kakera.core.id.Locator;
import java.util.List;

/**
 * What a scrub found.
 *
 * @param isComplete whether it came to the end
 */
public record ScrubReport(
    long checkedObjects, long checkedBytes, List<Finding> findings, boolean isComplete) {
  public ScrubReport {
    findings = List.copyOf(findings);
  }

  /** An object that is not intact. */
  public record Finding(Locator locator, ObjectCheck check) {}
}
