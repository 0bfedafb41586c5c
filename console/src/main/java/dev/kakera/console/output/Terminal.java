package dev.kakera.console.output;

import java.io.PrintStream;

/**
 * Where a command writes.
 *
 * @param out results
 * @param err progress and messages
 * @param interactive whether a person looks on, so that progress may be drawn in place
 * @param quiet nothing but results and errors
 * @param json results and errors for programs, and nothing for people
 */
public record Terminal(
    PrintStream out, PrintStream err, boolean interactive, boolean quiet, boolean json) {
  /** As a process begins, before its command line is read. */
  public Terminal(PrintStream out, PrintStream err, boolean interactive) {
    this(out, err, interactive, false, false);
  }

  /** The same with what a command line asks for. */
  public Terminal with(boolean wantsQuiet, boolean wantsJson) {
    return new Terminal(out, err, interactive, wantsQuiet, wantsJson);
  }

  /** Something that a person likes to know. */
  public void say(String text) {
    if (!quiet && !json) {
      err.println(text);
    }
  }

  /**
   * Something that went wrong and does not end the command.
   *
   * @param during what was done, for programs
   */
  public void problem(String during, String text) {
    if (json) {
      err.print(
          JsonWriter.line("error")
              .object("error")
              .field("message", text)
              .endObject()
              .field("during", during)
              .end());
    } else {
      err.println("kakera: " + text);
    }
  }
}
