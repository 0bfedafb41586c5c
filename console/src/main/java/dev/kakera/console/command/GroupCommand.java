package dev.kakera.console.command;

import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import picocli.CommandLine;

/** A command that only holds others. */
abstract class GroupCommand extends KakeraCommand {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public boolean isLocal() {
    return true;
  }

  @Override
  public Integer call() {
    if (invocation().terminal().json()) {
      throw new CommandFailure(
          MessageId.USAGE,
          "%s: no command is named, expected one of %s. See: %s --help"
              .formatted(
                  spec.qualifiedName(),
                  String.join(", ", spec.subcommands().keySet()),
                  spec.qualifiedName()));
    }
    spec.commandLine().usage(invocation().terminal().err());
    return CommandLine.ExitCode.USAGE;
  }
}
