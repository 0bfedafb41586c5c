package dev.kakera.console.command;

import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.inspect.ParkedId;
import dev.kakera.console.inspect.ParkedRecord;
import dev.kakera.console.inspect.ParkedRecords;
import dev.kakera.console.output.JsonWriter;
import dev.kakera.schemas.Topics;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which parked records a command is about: some by name, or all. */
final class ParkedChoice {
  @Parameters(arity = "0..*", paramLabel = "ID", description = "as in 'kakera dlq list'")
  List<String> ids = List.of();

  @Option(names = "--all", description = "all that are parked")
  boolean all;

  /** Oldest of each topic first, so that little is left between those that are done with. */
  List<ParkedId> of(ParkedRecords parked, Topics topics) throws InterruptedException {
    if (all == !ids.isEmpty()) {
      throw new CommandFailure(
          MessageId.USAGE, "name the records by their ids, or say --all. See: kakera dlq list");
    }
    if (all) {
      return parked.list().stream().map(ParkedRecord::id).toList();
    }
    List<ParkedId> chosen = new ArrayList<>();
    for (String id : ids) {
      ParkedId wanted = ParkedId.parse(topics, id);
      if (!chosen.contains(wanted)) {
        chosen.add(parked.find(wanted).id());
      }
    }
    return chosen;
  }

  static String json(String command, String list, List<ParkedId> done) {
    JsonWriter json = InspectOptions.document(command).array(list);
    done.forEach(id -> json.object().field("id", id.toString()).endObject());
    return json.endArray().end();
  }
}
