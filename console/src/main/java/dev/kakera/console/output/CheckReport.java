package dev.kakera.console.output;

import dev.kakera.console.check.Checklist;
import dev.kakera.console.check.Finding;
import java.util.List;

/** What was found about prerequisites. */
public record CheckReport(Terminal terminal) {
  private static final int NAME_WIDTH = 12;

  /**
   * Prints all of it; gives the exit code.
   *
   * @param mended what was set right before
   */
  public int print(List<Checklist.Told> told, List<String> mended) {
    if (terminal.json()) {
      terminal.out().print(json(told, mended));
    } else {
      mended.forEach(done -> terminal.out().println("mended " + done));
      for (Checklist.Told each : told) {
        for (Finding finding : each.findings()) {
          terminal
              .out()
              .println(
                  ("%-6s %-" + NAME_WIDTH + "s %s%s")
                      .formatted(mark(finding), each.what().word(), finding.text(), idOf(finding)));
        }
      }
      terminal.out().println(sum(told));
    }
    return Checklist.missing(told).stream()
        .mapToInt(missing -> missing.id().exitCode())
        .max()
        .orElse(0);
  }

  private static String mark(Finding finding) {
    return switch (finding) {
      case Finding.Good _ -> "[ok]";
      case Finding.Warned _ -> "[warn]";
      case Finding.Unmet _ -> "[FAIL]";
    };
  }

  private static String idOf(Finding finding) {
    return finding instanceof Finding.Unmet unmet ? " [" + unmet.missing().id() + "]" : "";
  }

  private static String sum(List<Checklist.Told> told) {
    int missing = Checklist.missing(told).size();
    long warnings =
        told.stream()
            .flatMap(each -> each.findings().stream())
            .filter(Finding.Warned.class::isInstance)
            .count();
    return "%s a backup, %s"
        .formatted(
            missing == 0
                ? "Nothing stops"
                : missing == 1 ? "1 problem stops" : missing + " problems stop",
            warnings == 1 ? "1 warning" : warnings + " warnings");
  }

  private static String json(List<Checklist.Told> told, List<String> mended) {
    JsonWriter json =
        JsonWriter.document("summary")
            .field("command", "doctor")
            .field("can_back_up", Checklist.missing(told).isEmpty())
            .array("mended");
    mended.forEach(json::item);
    json.endArray().array("checks");
    for (Checklist.Told each : told) {
      for (Finding finding : each.findings()) {
        json.object()
            .field("name", each.what().word())
            .field(
                "state",
                mark(finding).replaceAll("[\\[\\]]", "").toLowerCase(java.util.Locale.ROOT))
            .field("message", finding.text());
        if (finding instanceof Finding.Unmet unmet) {
          json.field("id", unmet.missing().id().name());
        } else {
          json.nothing("id");
        }
        json.endObject();
      }
    }
    return json.endArray().end();
  }
}
