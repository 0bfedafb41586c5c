package dev.kakera.console.command;

import dev.kakera.console.inspect.SeenRecord;
import dev.kakera.console.inspect.TopicTail;
import dev.kakera.console.output.JsonWriter;
import java.io.IOException;
import java.io.PrintStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows one record. */
@Command(name = "show", description = "show one record in full; of a sealed payload its size only")
public final class TopicsShowCommand extends KakeraCommand {
  @Parameters(index = "0", paramLabel = "TOPIC", description = "as in 'kakera topics list'")
  String topic;

  @Parameters(index = "1", paramLabel = "PARTITION", description = "from 0")
  int partition;

  @Parameters(index = "2", paramLabel = "OFFSET", description = "in the partition")
  long offset;

  @Mixin private InspectOptions options;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintStream out = invocation().terminal().out();
    try (Inspection inspection = Inspection.open(invocation(), options.role)) {
      String name = RecordText.topic(inspection.look(), topic);
      SeenRecord seen =
          TopicTail.one(inspection.look(), new SeenRecord.Place(name, partition, offset));
      if (invocation().terminal().json()) {
        JsonWriter json = InspectOptions.document("topics show").object("record");
        RecordText.fields(json, seen);
        out.print(json.endObject().end());
      } else {
        RecordText.print(seen, out);
      }
    }
    return 0;
  }
}
