package dev.kakera.console.command;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Options of every command. */
public final class GlobalOptions {
  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "folder that holds all state (default: $KAKERA_DATA, else ~/.local/share/kakera)")
  Path data;

  @Option(
      names = {"-q", "--quiet"},
      description = "say nothing but results and errors")
  boolean quiet;

  @Option(names = "--json", description = "results and errors as JSON, for programs")
  boolean json;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "show this and end")
  boolean help;

  @Option(
      names = {"-v", "--verbose"},
      description = "with an error, say where in the program")
  boolean verbose;

  public boolean verbose() {
    return verbose;
  }

  public boolean json() {
    return json;
  }

  public boolean quiet() {
    return quiet;
  }

  public Path data() {
    return data;
  }
}
