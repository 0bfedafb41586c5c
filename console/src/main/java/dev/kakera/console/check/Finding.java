package dev.kakera.console.check;

import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;

/** What was found about a prerequisite. */
public sealed interface Finding {
  String text();

  /** It holds. */
  record Good(String text) implements Finding {}

  /** It holds, but something about it should be mended; the text says how. */
  record Warned(String text) implements Finding {}

  /** It does not hold; the text says what to do. */
  record Unmet(CommandFailure.Missing missing) implements Finding {
    public Unmet(MessageId id, String text) {
      this(new CommandFailure.Missing(id, text));
    }

    @Override
    public String text() {
      return missing.message();
    }
  }
}
