package dev.kakera.console.bench;

import dev.kakera.core.erasure.Geometry;
import java.util.List;

/**
 * A finished run.
 *
 * @param sizeBytes put through each stage, again and again
 * @param copyRate what one core copies, in bytes per second
 */
public record BenchReport(
    Geometry geometry,
    int sizeBytes,
    MachineFacts facts,
    double copyRate,
    List<StageFigure> figures,
    Verdict verdict) {
  public BenchReport {
    figures = List.copyOf(figures);
  }
}
