package dev.kakera.console.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Does in one process what people do in several, so that the JVM can keep what it learnt for their
 * starts.
 */
@Command(name = "train", hidden = true, description = "for the launcher: record a start-up cache")
public final class TrainCommand extends KakeraCommand {
  @Option(names = "--source", required = true, paramLabel = "DIR")
  Path source;

  @Option(names = "--target", required = true, paramLabel = "DIR")
  Path target;

  @Override
  public boolean isLocal() {
    return true;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    BackupCommand backup = new BackupCommand();
    backup.sources = List.of(source);
    backup.use(invocation());
    int backedUp = backup.call();
    RestoreCommand restore = new RestoreCommand();
    restore.what = "latest";
    restore.target = target;
    restore.use(invocation());
    return Math.max(backedUp, restore.call());
  }
}
