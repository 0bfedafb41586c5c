package dev.kakera.console.output;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** A terminal whose streams are kept. */
public final class TestTerminal {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Terminal terminal;

  public TestTerminal() {
    this(false, false);
  }

  public TestTerminal(boolean interactive, boolean quiet) {
    this(interactive, quiet, false);
  }

  /** For a program. */
  public static TestTerminal json() {
    return new TestTerminal(false, false, true);
  }

  private TestTerminal(boolean interactive, boolean quiet, boolean json) {
    terminal =
        new Terminal(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            interactive,
            quiet,
            json);
  }

  public Terminal terminal() {
    return terminal;
  }

  public String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  public String err() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
