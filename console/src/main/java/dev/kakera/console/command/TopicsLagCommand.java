package dev.kakera.console.command;

import dev.kakera.console.inspect.GroupList;
import dev.kakera.console.inspect.GroupStand;
import dev.kakera.console.output.JsonWriter;
import dev.kakera.console.output.Times;
import dev.kakera.console.output.Units;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Says what waits, and for whom. */
@Command(name = "lag", description = "say where each group stands, and what waits for it")
public final class TopicsLagCommand extends KakeraCommand {
  @Mixin private InspectOptions options;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintStream out = invocation().terminal().out();
    try (Inspection inspection = Inspection.open(invocation(), options.role)) {
      List<GroupStand> groups = GroupList.of(inspection.look());
      if (invocation().terminal().json()) {
        out.print(json(groups));
      } else {
        print(groups, System.currentTimeMillis(), out);
        if (inspection.isAlone()) {
          invocation()
              .terminal()
              .say("Nothing else runs now: what waits goes on with the next kakera backup DIR");
        }
      }
    }
    return 0;
  }

  static void print(List<GroupStand> groups, long nowMillis, PrintStream out) {
    int group = width(groups.stream().map(GroupStand::group).toList());
    int topic = width(groups.stream().map(GroupStand::topic).toList());
    String form = "%-" + group + "s  %-" + topic + "s  %7s  %9s  %-12s  %s%n";
    out.printf(form, "GROUP", "TOPIC", "MEMBERS", "WAITING", "OLDEST", "STANDS AT");
    for (GroupStand stand : groups) {
      out.printf(
          form,
          stand.group(),
          stand.topic(),
          stand.members().isPresent() ? stand.members().getAsInt() : "-",
          Units.count(stand.waiting()),
          stand.oldestMillis().isPresent()
              ? Units.ago(Duration.ofMillis(nowMillis - stand.oldestMillis().getAsLong()))
              : "-",
          stand.positions().isEmpty()
              ? "never read"
              : stand.positions().entrySet().stream()
                  .map(at -> "p%d @ %d".formatted(at.getKey(), at.getValue()))
                  .collect(Collectors.joining(", ")));
    }
  }

  private static int width(List<String> names) {
    return names.stream().mapToInt(String::length).max().orElse(1);
  }

  static String json(List<GroupStand> groups) {
    JsonWriter json = InspectOptions.document("topics lag").array("groups");
    for (GroupStand stand : groups) {
      json.object()
          .field("group", stand.group())
          .field("kind", stand.shared() ? "share" : "consumer")
          .field("topic", stand.topic())
          .field("members", stand.members().orElse(0))
          .field("waiting_records", stand.waiting());
      if (stand.oldestMillis().isPresent()) {
        json.field("oldest_time", Times.utc(stand.oldestMillis().getAsLong()));
      } else {
        json.nothing("oldest_time");
      }
      json.array("positions");
      stand
          .positions()
          .forEach(
              (partition, next) ->
                  json.object().field("partition", partition).field("next", next).endObject());
      json.endArray().endObject();
    }
    return json.endArray().end();
  }
}
