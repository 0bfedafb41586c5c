package dev.kakera.console.output;

import java.io.PrintStream;

/**
 * Where a command writes.
 *
 * @param out results
 * @param err progress and messages
 * @param interactive whether a person looks on, so that progress may be drawn in place
 */
public record Terminal(PrintStream out, PrintStream err, boolean interactive, boolean quiet) {
  public void say(String text) {
    if (!quiet) {
      err.println(text);
    }
  }
}
