package dev.kakera.console.command;

import dev.kakera.console.inspect.ParkedRecord;
import dev.kakera.console.inspect.ParkedRecords;
import dev.kakera.console.output.JsonWriter;
import dev.kakera.console.output.Times;
import dev.kakera.console.output.Units;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists what is parked. */
@Command(name = "list", description = "list the parked records, and why they are")
public final class DlqListCommand extends KakeraCommand {
  @Mixin private InspectOptions options;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintStream out = invocation().terminal().out();
    try (Inspection inspection = Inspection.open(invocation(), options.role)) {
      List<ParkedRecord> parked = new ParkedRecords(inspection.look()).list();
      if (invocation().terminal().json()) {
        out.print(json(parked));
      } else if (parked.isEmpty()) {
        invocation().terminal().say("Nothing is parked");
      } else {
        print(parked, out);
      }
    }
    return 0;
  }

  static void print(List<ParkedRecord> parked, PrintStream out) {
    int width = parked.stream().mapToInt(each -> each.id().toString().length()).max().orElse(2);
    String form = "%-" + width + "s  %-29s  %9s  %s%n";
    out.printf(form, "ID", "PARKED", "SIZE", "WHY");
    for (ParkedRecord each : parked) {
      out.printf(
          form,
          each.id(),
          Times.text(each.seen().timeMillis()),
          Units.bytes(Math.max(0, each.seen().valueBytes())),
          each.reason());
    }
  }

  static String json(List<ParkedRecord> parked) {
    JsonWriter json = InspectOptions.document("dlq list").array("parked");
    for (ParkedRecord each : parked) {
      json.object();
      fields(json, each);
      json.endObject();
    }
    return json.endArray().end();
  }

  /** Into the object that is open. */
  static void fields(JsonWriter json, ParkedRecord parked) {
    json.field("id", parked.id().toString())
        .field("reason", parked.reason())
        .field("origin_topic", parked.id().origin())
        .object("record");
    RecordText.fields(json, parked.seen());
    json.endObject();
  }
}
