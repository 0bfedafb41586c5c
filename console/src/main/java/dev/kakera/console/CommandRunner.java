package dev.kakera.console;

import dev.kakera.console.command.GlobalOptions;
import dev.kakera.console.command.KakeraCommand;
import dev.kakera.console.command.RootCommand;
import dev.kakera.console.data.DataFolder;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.Failures;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.output.ExitReport;
import dev.kakera.console.output.Terminal;
import dev.kakera.console.remote.CommandClient;
import dev.kakera.console.role.KernelTrials;
import dev.kakera.console.role.Mesh;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine;

/**
 * Reads a command line, runs its command here or in the home that is running, and turns what goes
 * wrong into a sentence.
 */
public final class CommandRunner {
  private final Path folder;
  private final Optional<DataFolder> hostedData;
  private final Optional<Mesh> mesh;

  private CommandRunner(Path folder, Optional<DataFolder> hostedData, Optional<Mesh> mesh) {
    this.folder = folder;
    this.hostedData = hostedData;
    this.mesh = mesh;
  }

  /** For a process that runs one command. */
  public static CommandRunner here() {
    return new CommandRunner(Path.of(""), Optional.empty(), Optional.empty());
  }

  /** For the home: commands use its mesh. @param folder in which relative paths begin */
  public static CommandRunner hosted(DataFolder data, Mesh mesh, Path folder) {
    return new CommandRunner(folder, Optional.of(data), Optional.of(mesh));
  }

  public int run(Terminal terminal, String... words) {
    CommandLine line = new CommandLine(new RootCommand());
    line.setOut(new PrintWriter(terminal.out(), true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8));
    line.registerConverter(Path.class, folder::resolve);
    line.setExecutionStrategy(parsed -> execute(terminal, parsed, words));
    // Also where the command line itself is wrong, whoever asked for JSON gets it.
    Terminal told = terminal.with(false, Arrays.asList(words).contains("--json"));
    line.setParameterExceptionHandler((failure, _) -> usage(told, failure));
    line.setExecutionExceptionHandler((failure, _, parsed) -> failed(told, failure, parsed));
    return line.execute(words);
  }

  private int execute(Terminal terminal, CommandLine.ParseResult parsed, String[] words) {
    Integer help = CommandLine.executeHelpRequest(parsed);
    if (help != null) {
      return help;
    }
    CommandLine.ParseResult last = parsed;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    GlobalOptions outer = ((KakeraCommand) parsed.commandSpec().userObject()).global();
    KakeraCommand command = (KakeraCommand) last.commandSpec().userObject();
    DataFolder data = hostedData.orElseGet(() -> dataFolder(outer, command.global()));
    Terminal chosen =
        terminal.with(
            outer.quiet() || command.global().quiet(), outer.json() || command.global().json());
    if (command.isRole()) {
      ProcessSettings.logAsEnvironmentSays();
    }
    ProcessSettings.use(data);
    try (Invocation invocation = new Invocation(chosen, data, mesh)) {
      if (mesh.isEmpty() && !command.isLocal()) {
        OptionalInt remote = CommandClient.run(data, terminal, words);
        if (remote.isPresent()) {
          return remote.getAsInt();
        }
      }
      if (mesh.isEmpty()) {
        KernelTrials.decide(Optional.ofNullable(System.getenv("KAKERA_KERNEL")));
      }
      command.use(invocation);
      return command.call();
    } catch (Exception e) {
      throw new CommandLine.ExecutionException(last.commandSpec().commandLine(), "failed", e);
    }
  }

  private static DataFolder dataFolder(GlobalOptions outer, GlobalOptions inner) {
    String environment = System.getenv("KAKERA_DATA");
    if (inner.data() != null) {
      return DataFolder.at(inner.data());
    }
    if (outer.data() != null) {
      return DataFolder.at(outer.data());
    }
    return DataFolder.at(
        environment != null && !environment.isBlank()
            ? Path.of(environment)
            : DataFolder.defaultPath());
  }

  private static int usage(Terminal terminal, CommandLine.ParameterException failure) {
    String name = failure.getCommandLine().getCommandSpec().qualifiedName();
    String help = name.replaceFirst("^kakera ?", "help ");
    // Help of a command within another is told by the inner one.
    String advice =
        help.indexOf(' ') == help.lastIndexOf(' ') ? help : help.substring(5) + " --help";
    return new ExitReport(terminal)
        .end(
            new CommandFailure(
                MessageId.USAGE, "%s. See: kakera %s".formatted(failure.getMessage(), advice)));
  }

  private static int failed(Terminal terminal, Exception failure, CommandLine.ParseResult parsed) {
    Throwable cause =
        failure instanceof CommandLine.ExecutionException ? failure.getCause() : failure;
    // Whatever an interrupt broke off, the reason is the interrupt.
    if (cause instanceof InterruptedException || Thread.interrupted()) {
      return new ExitReport(terminal).interrupted();
    }
    int exitCode = new ExitReport(terminal).end(Failures.of(cause));
    GlobalOptions outer = ((KakeraCommand) parsed.commandSpec().userObject()).global();
    boolean verbose = outer.verbose();
    for (CommandLine.ParseResult at = parsed; at.hasSubcommand(); at = at.subcommand()) {
      verbose |=
          at.subcommand().commandSpec().userObject() instanceof KakeraCommand command
              && command.global().verbose();
    }
    if (verbose && !terminal.json()) {
      cause.printStackTrace(terminal.err());
    }
    return exitCode;
  }
}
