package dev.kakera.console.manage;

import dev.kakera.encoder.EncoderStats;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Figures of an encoder. */
public final class EncoderFigures {
  private static final double NANOS = 1e9;

  private EncoderFigures() {}

  /**
   * @param topic that chunks come from
   */
  public static void register(MeterRegistry registry, EncoderStats stats, String topic) {
    count(registry, "kakera.stage.bytes", "bytes", "stage", "encode", stats, EncoderStats::bytesIn);
    count(registry, "kakera.stage.bytes", "bytes", "stage", "send", stats, EncoderStats::bytesOut);
    for (EncoderStats.Step step : EncoderStats.Step.values()) {
      count(
          registry,
          "kakera.stage.busy",
          "seconds",
          "stage",
          step.name().toLowerCase(Locale.ROOT),
          stats,
          seen -> seen.nanos(step) / NANOS);
    }
    count(registry, "kakera.chunks", null, "state", "encoded", stats, EncoderStats::chunks);
    count(registry, "kakera.chunks", null, "state", "released", stats, EncoderStats::released);
    count(registry, "kakera.chunks", null, "state", "obsolete", stats, EncoderStats::rejected);
    count(registry, "kakera.dlq.records", null, "topic", topic, stats, EncoderStats::parked);
    count(registry, "kakera.errors", null, "stage", "encode", stats, EncoderStats::errors);
  }

  private static void count(
      MeterRegistry registry,
      String name,
      String unit,
      String tag,
      String value,
      EncoderStats stats,
      ToDoubleFunction<EncoderStats> figure) {
    FunctionCounter.builder(name, stats, figure).tag(tag, value).baseUnit(unit).register(registry);
  }
}
