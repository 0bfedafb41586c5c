package dev.kakera.benchmarks.compare;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** One flat JSON object, in the order of putting. */
final class Ratios {
  private final Map<String, String> fields = new LinkedHashMap<>();

  void put(String name, double value) {
    fields.put(name, String.format(Locale.ROOT, "%.3f", value));
  }

  void put(String name, long value) {
    fields.put(name, Long.toString(value));
  }

  void put(String name, String value) {
    fields.put(name, '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"');
  }

  /** A ratio that could not be had. */
  void nothing(String name) {
    fields.put(name, "null");
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("{");
    fields.forEach(
        (name, value) ->
            text.append(text.length() == 1 ? "\n" : ",\n")
                .append("  \"")
                .append(name)
                .append("\": ")
                .append(value));
    return text.append("\n}").toString();
  }
}
