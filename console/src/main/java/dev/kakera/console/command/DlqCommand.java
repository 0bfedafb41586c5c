package dev.kakera.console.command;

import picocli.CommandLine.Command;

/** Decides about records that nobody can work with. */
@Command(
    name = "dlq",
    description = "look at parked records, send them again or drop them",
    subcommands = {
      DlqListCommand.class,
      DlqShowCommand.class,
      DlqRetryCommand.class,
      DlqDropCommand.class,
    })
public final class DlqCommand extends GroupCommand {}
