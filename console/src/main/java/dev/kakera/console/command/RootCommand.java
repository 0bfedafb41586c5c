package dev.kakera.console.command;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program. */
@Command(
    name = "kakera",
    description =
        "Backs up folders as sealed shards on several machines; any k of them bring everything"
            + " back.",
    versionProvider = ProgramVersion.class,
    subcommands = {
      InitCommand.class,
      BackupCommand.class,
      SnapshotsCommand.class,
      LsCommand.class,
      RestoreCommand.class,
      RecoverCommand.class,
      StatusCommand.class,
      PeerCommand.class,
      DoctorCommand.class,
      TopicsCommand.class,
      DlqCommand.class,
      TraceCommand.class,
      RebuildCommand.class,
      BenchCommand.class,
      TrainCommand.class,
      BrokerCommand.class,
      HomeCommand.class,
      EncoderCommand.class,
      StoreCommand.class,
      CommandLine.HelpCommand.class,
    })
public final class RootCommand extends GroupCommand {
  @CommandLine.Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "show the version and end")
  boolean version;
}
