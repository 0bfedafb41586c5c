package dev.kakera.console.command;

import dev.kakera.console.inspect.TopicFacts;
import dev.kakera.console.inspect.TopicList;
import dev.kakera.console.output.JsonWriter;
import dev.kakera.console.output.Units;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the topics. */
@Command(name = "list", description = "list the topics, and what is in each")
public final class TopicsListCommand extends KakeraCommand {
  @Mixin private InspectOptions options;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintStream out = invocation().terminal().out();
    try (Inspection inspection = Inspection.open(invocation(), options.role)) {
      List<TopicFacts> topics = TopicList.of(inspection.look());
      if (invocation().terminal().json()) {
        out.print(json(topics));
      } else if (topics.isEmpty()) {
        invocation()
            .terminal()
            .say("The broker has no topic yet. Make them with: kakera backup DIR");
      } else {
        print(topics, out);
      }
    }
    return 0;
  }

  static void print(List<TopicFacts> topics, PrintStream out) {
    int width = topics.stream().mapToInt(topic -> topic.name().length()).max().orElse(0);
    String form = "%-" + width + "s  %10s  %9s  %9s  %-24s  %s%n";
    out.printf(form, "TOPIC", "PARTITIONS", "RECORDS", "ON DISK", "KEPT", "CARRIES");
    for (TopicFacts topic : topics) {
      out.printf(
          form,
          topic.name(),
          topic.partitions(),
          (topic.kept().compacted() && topic.records() > 0 ? "<= " : "")
              + Units.count(topic.records()),
          topic.bytes().isPresent() ? Units.bytes(topic.bytes().getAsLong()) : "-",
          topic.keptWords(),
          topic.carries());
    }
  }

  static String json(List<TopicFacts> topics) {
    JsonWriter json = InspectOptions.document("topics list").array("topics");
    for (TopicFacts topic : topics) {
      json.object()
          .field("topic", topic.name())
          .field("kind", topic.kind().name().toLowerCase(java.util.Locale.ROOT))
          .field("partitions", topic.partitions())
          .field("records", topic.records());
      if (topic.bytes().isPresent()) {
        json.field("bytes", topic.bytes().getAsLong());
      } else {
        json.nothing("bytes");
      }
      json.field("compacted", topic.kept().compacted())
          .field("retention_millis", topic.kept().millis())
          .field("retention_bytes", topic.kept().bytes())
          .field("carries", topic.carries())
          .endObject();
    }
    return json.endArray().end();
  }
}
