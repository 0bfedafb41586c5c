package dev.kakera.console.command;

import dev.kakera.console.check.Check;
import dev.kakera.console.check.SourceChecks;
import dev.kakera.console.data.Introductions;
import dev.kakera.console.data.MeshSettings;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.console.output.BackupReport;
import dev.kakera.console.output.ProgressLine;
import dev.kakera.console.output.SourceTotals;
import dev.kakera.console.output.Units;
import dev.kakera.console.role.HomeRole;
import dev.kakera.console.role.HostName;
import dev.kakera.console.role.Mesh;
import dev.kakera.core.flight.Flights;
import dev.kakera.producer.backup.BackupProgress;
import dev.kakera.producer.backup.BackupRun;
import dev.kakera.producer.backup.BackupSummary;
import dev.kakera.producer.publish.InFlight;
import dev.kakera.producer.publish.PipelineStalledException;
import dev.kakera.producer.scan.ScanOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** One snapshot now of each folder named. */
@Command(
    name = "backup",
    description = "take a snapshot of a folder; sets up a trial mesh when there is none")
public final class BackupCommand extends KakeraCommand {
  /**
   * Bytes that may be under way, not yet receipted (design: 256 MiB; the trial shares one heap, so
   * half).
   */
  private static final long BUDGET_BYTES = 128L << 20;

  private static final Duration PEER_TIMEOUT_MIN = Duration.ofSeconds(1);
  private static final Duration PEER_TIMEOUT_MAX = Duration.ofMinutes(10);

  @Parameters(
      arity = "1..*",
      paramLabel = "DIR",
      defaultValue = "${env:KAKERA_SOURCE}",
      description = "folders to back up (default: $KAKERA_SOURCE)")
  List<Path> sources;

  @Option(
      names = "--words-file",
      paramLabel = "FILE",
      description = "write new recovery words there, for their owner only")
  Path wordsFile;

  @Option(
      names = "--geometry",
      paramLabel = "K+M",
      description = "for a new mesh: data and parity shards (default: 4+2)")
  String geometry = MeshSettings.DEFAULT.geometry().toString();

  @Option(
      names = "--trial-peers",
      paramLabel = "N",
      description = "for a new mesh: local stores (default: one per shard)")
  Integer peers;

  @Option(
      names = "--peer-timeout",
      paramLabel = "TIME",
      description =
          "after how long a peer that does not answer is passed over, 1s to 10m (default:"
              + " ${DEFAULT-VALUE})")
  String peerTimeout = Flights.AWAY_AFTER.toSeconds() + "s";

  @Mixin private ExcludeOptions excludes = new ExcludeOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Duration awayAfter =
        Durations.parse("--peer-timeout", peerTimeout, PEER_TIMEOUT_MIN, PEER_TIMEOUT_MAX);
    if (Introductions.ofEnvironment().isPresent()) {
      invocation().requireInitialised();
    }
    boolean fresh = !invocation().isInitialised();
    MeshSettings wished = Initialisation.settings(geometry, peers);
    Initialisation initialisation = new Initialisation(invocation(), wordsFile);
    List<Check> own = new ArrayList<>();
    own.add(new SourceChecks(sources, invocation().data().path()).check());
    own.add(excludes.check());
    if (fresh) {
      own.addAll(initialisation.checks(wished));
    }
    MeshChecks.require(invocation(), own, !fresh);
    if (fresh) {
      initialisation.run(wished);
    }
    Map<Path, SourceTotals> totals = new LinkedHashMap<>();
    for (Path source : sources) {
      ScanOptions options = excludes.toScanOptions(invocation().data().path(), source);
      totals.put(source, SourceTotals.count(source, options));
    }
    int exitCode = 0;
    Mesh mesh = invocation().mesh();
    try (HomeRole.Lease _ = mesh.home().lease()) {
      for (Map.Entry<Path, SourceTotals> source : totals.entrySet()) {
        exitCode = Math.max(exitCode, backUp(mesh, source.getKey(), source.getValue(), awayAfter));
      }
    }
    return exitCode;
  }

  private int backUp(Mesh mesh, Path source, SourceTotals totals, Duration awayAfter)
      throws IOException, InterruptedException {
    MeshSettings settings = invocation().settings();
    ScanOptions options = excludes.toScanOptions(invocation().data().path(), source);
    BackupRun.Request request =
        new BackupRun.Request(source, HostName.get(), options, settings.geometry());
    BackupRun run =
        mesh.home()
            .backup(
                request,
                ref -> SnapshotAccess.fetch(mesh, ref),
                new InFlight(BUDGET_BYTES, System::nanoTime, awayAfter));
    BackupReport report = new BackupReport(invocation().terminal(), settings);
    report.begin(source, mesh.home().peerNames().size());
    BackupSummary summary;
    try (ProgressLine _ =
        new ProgressLine(invocation().terminal(), () -> sample(mesh, run, totals))) {
      summary = run.run();
    } catch (PipelineStalledException e) {
      List<String> troubles = mesh.troubles();
      if (troubles.isEmpty()) {
        throw e;
      }
      throw new CommandFailure(
          MessageId.PIPELINE_STALLED,
          e.getMessage() + ". Stopped: " + String.join("; ", troubles),
          e);
    }
    return report.end(summary, mesh.encoderStats());
  }

  private static ProgressLine.Sample sample(Mesh mesh, BackupRun run, SourceTotals totals) {
    BackupProgress progress = run.progress();
    StringBuilder detail = new StringBuilder(progress.phase().words());
    detail.append(": read ").append(Units.bytes(progress.readBytes()));
    mesh.encoderStats()
        .ifPresent(stats -> detail.append(" · encoded ").append(Units.bytes(stats.bytesIn())));
    detail.append(" · in flight ").append(Units.bytes(run.inFlight().bytes()));
    Map<String, Integer> waiting = run.inFlight().waitingShards();
    if (progress.phase() == BackupProgress.Phase.ACKNOWLEDGING && !waiting.isEmpty()) {
      detail.append(" · shards waiting: ").append(waiting);
    }
    if (!run.inFlight().away().isEmpty()) {
      detail.append(" · away: ").append(run.inFlight().away());
    }
    return new ProgressLine.Sample(
        progress.fileBytes(), totals.bytes(), progress.files(), totals.files(), detail.toString());
  }
}
