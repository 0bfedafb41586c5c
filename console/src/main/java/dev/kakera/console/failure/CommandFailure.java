package dev.kakera.console.failure;

import java.util.List;

/** Ends a command. With several unmet prerequisites all of them are in the message (I-29). */
public final class CommandFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final MessageId id;

  public CommandFailure(MessageId id, String message) {
    this(id, message, null);
  }

  public CommandFailure(MessageId id, String message, Throwable cause) {
    super(message, cause);
    this.id = id;
  }

  public MessageId id() {
    return id;
  }

  /** Something that is missing. */
  public record Missing(MessageId id, String message) {}

  /** Throws when anything is missing; the worst exit code wins. */
  public static void throwIfAny(List<Missing> missing) {
    if (missing.isEmpty()) {
      return;
    }
    MessageId worst =
        missing.stream()
            .map(Missing::id)
            .max((left, right) -> Integer.compare(left.exitCode(), right.exitCode()))
            .orElseThrow();
    StringBuilder text = new StringBuilder(missing.getFirst().message());
    for (Missing other : missing.subList(1, missing.size())) {
      text.append(" [").append(worst).append("]\nkakera: ").append(other.message());
    }
    throw new CommandFailure(worst, text.toString());
  }
}
