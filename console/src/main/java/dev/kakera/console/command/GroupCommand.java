package dev.kakera.console.command;

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
    spec.commandLine().usage(invocation().terminal().err());
    return CommandLine.ExitCode.USAGE;
  }
}
