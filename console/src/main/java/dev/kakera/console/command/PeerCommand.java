package dev.kakera.console.command;

import picocli.CommandLine.Command;

/** Who is a peer. */
@Command(
    name = "peer",
    description = "let machines elsewhere be peers of this mesh",
    subcommands = {
      PeerInviteCommand.class,
      PeerJoinCommand.class,
      PeerAcceptCommand.class,
      PeerListCommand.class,
    })
public final class PeerCommand extends GroupCommand {}
