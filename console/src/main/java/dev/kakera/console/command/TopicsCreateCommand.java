package dev.kakera.console.command;

import dev.kakera.console.output.JsonWriter;
import dev.kakera.console.role.RoleTopics;
import dev.kakera.schemas.TopicCreator;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Makes the topics that are missing; what is in the others stays. */
@Command(
    name = "create",
    description = "make the topics that are missing, and mend the settings of the others")
public final class TopicsCreateCommand extends KakeraCommand {
  @Mixin private InspectOptions options;

  @Override
  public Integer call() throws IOException, InterruptedException {
    invocation().requireInitialised();
    try (Inspection inspection = Inspection.open(invocation(), options.role)) {
      TopicCreator.Outcome outcome =
          RoleTopics.ensure(
              inspection.look().bootstrap(), inspection.look().topics(), invocation().peerNames());
      if (invocation().terminal().json()) {
        JsonWriter json = InspectOptions.document("topics create");
        names(json.array("created"), outcome.created()).endArray();
        names(json.array("mended"), outcome.mended()).endArray();
        invocation().terminal().out().print(json.end());
      } else {
        new TreeSet<>(outcome.created())
            .forEach(topic -> invocation().terminal().out().println("created " + topic));
        new TreeSet<>(outcome.mended())
            .forEach(topic -> invocation().terminal().out().println("mended  " + topic));
        if (outcome.created().isEmpty() && outcome.mended().isEmpty()) {
          invocation().terminal().say("Every topic is there, with its settings");
        }
      }
    }
    return 0;
  }

  private static JsonWriter names(JsonWriter json, Set<String> names) {
    new TreeSet<>(names).forEach(json::item);
    return json;
  }
}
