package dev.kakera.console.command;

import dev.kakera.console.inspect.SeenRecord;
import dev.kakera.console.inspect.TopicTail;
import dev.kakera.console.output.JsonWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the end of a topic. */
@Command(name = "tail", description = "show the last records of a topic, decoded, one a line")
public final class TopicsTailCommand extends KakeraCommand {
  @Parameters(paramLabel = "TOPIC", description = "its whole name, or without the prefix")
  String topic;

  @Option(
      names = "--from",
      paramLabel = "OFFSET",
      description =
          "below 0: the last so many records; else from this offset of each partition (default:"
              + " ${DEFAULT-VALUE})")
  long from = -20;

  @Option(
      names = "--key",
      paramLabel = "PREFIX",
      description = "only records whose key begins like this, from the whole topic")
  String key = "";

  @Option(names = "--headers-only", description = "leave the values alone")
  boolean headersOnly;

  @Mixin private InspectOptions options;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintStream out = invocation().terminal().out();
    try (Inspection inspection = Inspection.open(invocation(), options.role)) {
      String name = RecordText.topic(inspection.look(), topic);
      TopicTail.Wanted wanted = new TopicTail.Wanted(name, from, key, !headersOnly);
      List<SeenRecord> tail = TopicTail.of(inspection.look(), wanted);
      if (invocation().terminal().json()) {
        out.print(json(name, tail));
      } else if (tail.isEmpty()) {
        invocation().terminal().say("%s holds no such record".formatted(name));
      } else {
        tail.forEach(seen -> out.println(RecordText.line(seen)));
      }
    }
    return 0;
  }

  static String json(String topic, List<SeenRecord> tail) {
    JsonWriter json = InspectOptions.document("topics tail").field("topic", topic).array("records");
    for (SeenRecord seen : tail) {
      json.object();
      RecordText.fields(json, seen);
      json.endObject();
    }
    return json.endArray().end();
  }
}
