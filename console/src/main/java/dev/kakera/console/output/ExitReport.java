package dev.kakera.console.output;

import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import java.util.stream.Collectors;

/** Why a command ends without having done what was asked. */
public record ExitReport(Terminal terminal) {
  private static final String INTERRUPTED_WORDS =
      "interrupted; what is stored is kept, and the same command goes on from there";

  /** Tells it; gives the exit code. */
  public int end(CommandFailure failure) {
    int exitCode = failure.id().exitCode();
    if (!terminal.json()) {
      terminal.err().println("kakera: %s [%s]".formatted(failure.getMessage(), failure.id()));
      return exitCode;
    }
    JsonWriter json =
        JsonWriter.line("exit_error")
            .field("code", exitCode)
            .field("id", failure.id().name())
            .field("message", message(failure));
    if (!failure.missing().isEmpty()) {
      json.array("missing");
      for (CommandFailure.Missing missing : failure.missing()) {
        json.object()
            .field("id", missing.id().name())
            .field("message", missing.message())
            .endObject();
      }
      json.endArray();
    }
    terminal.err().print(json.end());
    return exitCode;
  }

  private static String message(CommandFailure failure) {
    return failure.missing().isEmpty()
        ? failure.getMessage()
        : failure.missing().stream()
            .map(CommandFailure.Missing::message)
            .collect(Collectors.joining("; "));
  }

  /** Tells that a signal ended it; gives the exit code. */
  public int interrupted() {
    if (terminal.json()) {
      terminal
          .err()
          .print(
              JsonWriter.line("exit_error")
                  .field("code", MessageId.INTERRUPTED.exitCode())
                  .field("id", MessageId.INTERRUPTED.name())
                  .field("message", INTERRUPTED_WORDS)
                  .end());
    } else {
      terminal.err().println("kakera: %s [%s]".formatted(INTERRUPTED_WORDS, MessageId.INTERRUPTED));
    }
    return MessageId.INTERRUPTED.exitCode();
  }
}
