package dev.kakera.console.command;

import dev.kakera.catalog.manifest.ManifestCursor;
import dev.kakera.catalog.manifest.ManifestItem;
import dev.kakera.catalog.manifest.PathFilter;
import dev.kakera.catalog.restore.SnapshotReading;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.output.JsonWriter;
import dev.kakera.console.output.SnapshotJson;
import dev.kakera.console.role.Mesh;
import dev.kakera.core.snapshot.Entry;
import dev.kakera.core.snapshot.HeadSealer;
import dev.kakera.core.snapshot.Metadata;
import dev.kakera.posix.RawName;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists what is in a snapshot. */
@Command(name = "ls", description = "list what is in a snapshot")
public final class LsCommand extends KakeraCommand {
  @Parameters(
      paramLabel = "SNAPSHOT[:PATH]",
      description = "\"latest\" or the start of an id, and a path in it")
  String what;

  @Option(
      names = {"-l", "--long"},
      description = "with mode, owner, size and time")
  boolean detailed;

  @Override
  public Integer call() throws IOException, InterruptedException {
    SnapshotPath wanted = SnapshotPath.parse(what);
    Mesh mesh = invocation().mesh();
    HeadSealer.Sealed head =
        SnapshotAccess.choose(
            SnapshotAccess.all(mesh.home().catalog(), mesh.home().keys()), wanted.snapshot());
    if (invocation().terminal().json()) {
      JsonWriter json = JsonWriter.line("snapshot");
      SnapshotJson.describe(json, head.snapshot(), head.head());
      invocation().terminal().out().print(json.end());
    }
    long shown = 0;
    int exitCode = 0;
    try (SnapshotReading reading = mesh.reading()) {
      ManifestCursor cursor = reading.manifests().open(head.head(), PathFilter.of(wanted.path()));
      for (Optional<ManifestItem> item = cursor.next(); item.isPresent(); item = cursor.next()) {
        switch (item.get()) {
          case ManifestItem.Listed listed -> {
            print(listed);
            shown++;
          }
          case ManifestItem.Gap gap -> {
            invocation().terminal().problem("ls", "a part of the list is lost: " + gap.reason());
            exitCode = MessageId.DAMAGE_FOUND.exitCode();
          }
        }
      }
    }
    if (shown == 0 && exitCode == 0) {
      throw new CommandFailure(
          MessageId.PATH_UNKNOWN,
          "snapshot %s holds no %s. See what it holds with: kakera ls %s"
              .formatted(wanted.snapshot(), wanted.path(), wanted.snapshot()));
    }
    return exitCode;
  }

  private void print(ManifestItem.Listed listed) {
    if (invocation().terminal().json()) {
      invocation()
          .terminal()
          .out()
          .print(SnapshotJson.node(listed.path().toBytes().toBytes(), listed.entry()));
      return;
    }
    String path =
        listed.path().depth() == 0 ? "." : RawName.display(listed.path().toBytes().toBytes());
    String line =
        switch (listed.entry()) {
          case Entry.Folder folder -> detail('d', folder.metadata(), 0) + path + "/";
          case Entry.File file ->
              detail('-', file.metadata(), file.size())
                  + path
                  + (file.consistent() ? "" : "   (went on changing while it was read)");
          case Entry.Symlink symlink ->
              detail('l', symlink.metadata(), symlink.target().length())
                  + path
                  + " -> "
                  + RawName.display(symlink.target().toBytes());
          case Entry.Absent absent -> path + "   (not in the snapshot: " + absent.message() + ")";
          case Entry.Rest _ -> path;
        };
    invocation().terminal().out().println(line);
  }

  private String detail(char type, Metadata metadata, long size) {
    if (!detailed) {
      return "";
    }
    return "%c%04o %6d %6d %14d  %s  "
        .formatted(
            type,
            metadata.mode(),
            metadata.uid(),
            metadata.gid(),
            size,
            SnapshotsCommand.time(metadata.mtimeSeconds() * 1000));
  }
}
