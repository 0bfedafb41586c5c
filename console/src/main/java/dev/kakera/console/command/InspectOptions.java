package dev.kakera.console.command;

import dev.kakera.console.output.JsonWriter;
import picocli.CommandLine.Mixin;

/** What every command that looks inside takes. */
final class InspectOptions {
  @Mixin RoleOptions role;

  /** A document in the envelope that all of them share. */
  static JsonWriter document(String command) {
    return JsonWriter.document("summary").field("command", command);
  }

  /** The same as one of several lines. */
  static JsonWriter line(String command) {
    return JsonWriter.line("summary").field("command", command);
  }
}
