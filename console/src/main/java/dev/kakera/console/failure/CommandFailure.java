package dev.kakera.console.failure;

import java.util.Comparator;
import java.util.List;

/** Ends a command. With several unmet prerequisites all of them are in the message (I-29). */
public final class CommandFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final MessageId id;
  private final transient List<Missing> missing;

  public CommandFailure(MessageId id, String message) {
    this(id, message, (Throwable) null);
  }

  public CommandFailure(MessageId id, String message, Throwable cause) {
    super(message, cause);
    this.id = id;
    missing = List.of();
  }

  private CommandFailure(MessageId id, String message, List<Missing> missing) {
    super(message);
    this.id = id;
    this.missing = List.copyOf(missing);
  }

  public MessageId id() {
    return id;
  }

  /** All unmet prerequisites, the worst last; empty for any other failure. */
  public List<Missing> missing() {
    return missing;
  }

  /** Something that is missing. */
  public record Missing(MessageId id, String message) {}

  /**
   * Throws when anything is missing: each with its own id, the worst exit code last and as the
   * command's.
   */
  public static void throwIfAny(List<Missing> missing) {
    if (missing.isEmpty()) {
      return;
    }
    List<Missing> worstLast =
        missing.stream()
            .sorted(Comparator.comparingInt((Missing each) -> each.id().exitCode()))
            .toList();
    StringBuilder text = new StringBuilder();
    for (Missing other : worstLast.subList(0, worstLast.size() - 1)) {
      text.append(other.message()).append(" [").append(other.id()).append("]\nkakera: ");
    }
    Missing worst = worstLast.getLast();
    throw new CommandFailure(worst.id(), text.append(worst.message()).toString(), worstLast);
  }
}
