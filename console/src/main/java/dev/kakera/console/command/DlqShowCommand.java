package dev.kakera.console.command;

import dev.kakera.console.inspect.ParkedId;
import dev.kakera.console.inspect.ParkedRecord;
import dev.kakera.console.inspect.ParkedRecords;
import dev.kakera.console.output.JsonWriter;
import java.io.IOException;
import java.io.PrintStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows one parked record. */
@Command(name = "show", description = "show a parked record in full")
public final class DlqShowCommand extends KakeraCommand {
  @Parameters(paramLabel = "ID", description = "as in 'kakera dlq list'")
  String id;

  @Mixin private InspectOptions options;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintStream out = invocation().terminal().out();
    try (Inspection inspection = Inspection.open(invocation(), options.role)) {
      ParkedId wanted = ParkedId.parse(inspection.look().topics(), id);
      ParkedRecord parked = new ParkedRecords(inspection.look()).find(wanted);
      if (invocation().terminal().json()) {
        JsonWriter json = InspectOptions.document("dlq show");
        DlqListCommand.fields(json, parked);
        out.print(json.end());
      } else {
        out.println("Parked  " + parked.id());
        out.println("Why     " + parked.reason());
        out.println("From    " + (parked.origin().isEmpty() ? "unknown" : parked.origin()));
        out.println(
            "Next    kakera dlq retry %s   (or: kakera dlq drop %s --yes)"
                .formatted(wanted, wanted));
        RecordText.print(parked.seen(), out);
      }
    }
    return 0;
  }
}
