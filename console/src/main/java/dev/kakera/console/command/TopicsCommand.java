package dev.kakera.console.command;

import picocli.CommandLine.Command;

/** Looks into topics. */
@Command(
    name = "topics",
    description = "look into the broker's topics, decoded",
    subcommands = {
      TopicsListCommand.class,
      TopicsTailCommand.class,
      TopicsShowCommand.class,
      TopicsLagCommand.class,
      TopicsCreateCommand.class,
    })
public final class TopicsCommand extends GroupCommand {}
