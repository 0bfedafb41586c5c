package dev.kakera.console.bench;

import dev.kakera.console.output.JsonWriter;
import java.util.OptionalDouble;

/** A report for programs. Rates are whole bytes per second; what was not measured is null. */
public final class BenchJson {
  private BenchJson() {}

  public static String text(BenchReport report) {
    JsonWriter json =
        JsonWriter.document("summary")
            .field("command", "bench")
            .field("geometry", report.geometry().toString())
            .field("size_bytes", report.sizeBytes());
    addFacts(json, report);
    json.array("stages");
    for (StageFigure figure : report.figures()) {
      json.object().field("stage", figure.stage().key());
      rate(json, "bytes_per_second_now", figure.one());
      rate(json, "bytes_per_second_all_cores", figure.all());
      rate(json, "bytes_per_second_last", figure.last());
      json.field("note", figure.note()).endObject();
    }
    json.endArray();
    addVerdict(json, report.verdict());
    return json.end();
  }

  private static void addFacts(JsonWriter json, BenchReport report) {
    MachineFacts facts = report.facts();
    json.object("machine")
        .field("cpu", facts.cpu())
        .field("cores", facts.cores())
        .field("java", facts.java())
        .field("interpreted", facts.isInterpreted())
        .field("vector_module", facts.hasVectorModule())
        .field("kernel", facts.kernel())
        .field("kernel_reason", facts.kernelReason())
        .field("cipher_native", facts.nativeCipher())
        .field("cipher_reason", facts.cipherReason())
        .field("copy_bytes_per_second", Math.round(report.copyRate()))
        .endObject();
  }

  private static void addVerdict(JsonWriter json, Verdict verdict) {
    if (verdict.slowest().isPresent()) {
      json.field("slowest_stage", verdict.slowest().get().key());
    } else {
      json.nothing("slowest_stage");
    }
    rate(json, "bytes_per_second_whole", verdict.whole());
    rate(json, "bytes_per_second_coding", verdict.coding());
    json.array("warnings");
    for (Warning warning : verdict.warnings()) {
      json.object().field("id", warning.id().name()).field("message", warning.text()).endObject();
    }
    json.endArray();
  }

  private static void rate(JsonWriter json, String name, OptionalDouble rate) {
    if (rate.isPresent()) {
      json.field(name, Math.round(rate.getAsDouble()));
    } else {
      json.nothing(name);
    }
  }
}
