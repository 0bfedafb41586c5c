package dev.kakera.console.status;

import dev.kakera.console.output.Units;
import dev.kakera.producer.backup.BackupProgress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** The page of truth for people. */
public final class StatusText {
  private final StringBuilder text = new StringBuilder();
  private final MeshState mesh;
  private final String backup;

  private StatusText(MeshState mesh, String backup) {
    this.mesh = mesh;
    this.backup = backup;
  }

  /**
   * @param keys where the key file lies that opens the keys unattended
   * @param backup the command that makes a snapshot
   */
  public static String of(StatusReport report, Path keys, String backup) {
    StatusText page = new StatusText(report.mesh(), backup);
    page.line(page.truth());
    report.running().ifPresent(page::running);
    report.pipeline().ifPresent(pipeline -> page.pipeline(pipeline, report));
    if (report.elsewhere()) {
      page.line(
          "Another command has the trial running; what its stages do is seen in it alone. What waits: kakera topics lag");
    }
    if (!report.mesh().heads().isEmpty()) {
      page.holdings();
      page.line("Unattended start: the keys open with the key file in " + keys);
    }
    return page.text.toString();
  }

  /** One sentence: how safe it is, since when, and what may still be lost. */
  private String truth() {
    String words = mesh.standing().words();
    if (mesh.heads().isEmpty()) {
      return "%s. Make one with: %s".formatted(words, backup);
    }
    var last = mesh.heads().getLast();
    return "%s. Last snapshot %s of %s, %s, %s"
        .formatted(
            words,
            last.snapshot().toString().substring(0, 8),
            last.head().path(),
            Units.ago(mesh.age().orElseThrow()),
            last.head().complete() ? "complete" : "incomplete");
  }

  private void running(BackupProgress progress) {
    line(
        "Backup running: %s, %s files, %s read"
            .formatted(
                progress.phase().words(),
                Units.count(progress.files()),
                Units.bytes(progress.readBytes())));
  }

  private void pipeline(PipelineState pipeline, StatusReport report) {
    line("");
    if (report.running().isPresent()) {
      line("STAGE          WORKERS  NOW         CAN DO       BUSY  WAITING      OLDEST");
      pipeline.stages().forEach(stage -> stage(stage, report.bottleneck().orElseThrow()));
      Bottleneck limit = report.bottleneck().orElseThrow();
      line("");
      line("Bottleneck: %s; %s.".formatted(name(limit), limit.evidence()));
      line(limit.advice());
      line("");
    }
    line("PEER        STATE    WAITING  FREE       LAST RECEIPT  HEARD OF");
    for (PeerState peer : pipeline.peers()) {
      line(
          "%-11s %-8s %7s  %-9s  %-12s  %s"
              .formatted(
                  peer.name(),
                  word(peer.presence()),
                  Units.count(peer.shardsWaiting()),
                  peer.freeBytes().isPresent() ? Units.bytes(peer.freeBytes().getAsLong()) : "-",
                  ago(peer.receiptMillis()),
                  ago(peer.heardMillis())));
    }
    line("");
  }

  private void stage(StageFigure stage, Bottleneck limit) {
    String name = stage.who().isEmpty() ? word(stage.stage()) : "peer " + stage.who();
    boolean isLimit =
        limit.limit().name().equals(stage.stage().name()) && limit.who().equals(stage.who());
    line(
        "%-14s %7s  %-10s  %-11s %5s  %-11s  %-10s%s"
            .formatted(
                name,
                stage.workers().isPresent() ? stage.workers().getAsInt() : "-",
                Units.rate(stage.now()),
                stage.canDo().isPresent() ? Units.rate(stage.canDo().getAsDouble()) : "-",
                share(stage.busy()),
                stage.stage() == StageFigure.Stage.SCAN
                    ? "-"
                    : Units.count(stage.waiting())
                        + (stage.stage() == StageFigure.Stage.ENCODE ? " chunks" : " shards"),
                ago(stage.oldestMillis()).replace(" ago", ""),
                isLimit ? "  <-- bottleneck" : ""));
  }

  private static String name(Bottleneck limit) {
    return switch (limit.limit()) {
      case SCAN -> "reading the source";
      case PEER -> "link or disk of " + limit.who();
      case ENCODE, BROKER -> word(limit.limit());
      case FLIGHT -> "no stage";
      case IDLE -> "none";
    };
  }

  private void holdings() {
    line(
        "Stored %s in %s shards of %s chunks, %s over %d peers, in %d snapshots; %s shards owed, %s to be deleted"
            .formatted(
                Units.bytes(mesh.used().bytes()),
                Units.count(mesh.used().shards()),
                Units.count(mesh.used().chunks()),
                mesh.settings().geometry(),
                mesh.peers().size(),
                mesh.heads().size(),
                Units.count(mesh.owed()),
                Units.count(mesh.cleanups())));
  }

  private String ago(OptionalLong millis) {
    return millis.isPresent()
        ? Units.ago(Duration.ofMillis(Math.max(0, mesh.nowMillis() - millis.getAsLong())))
        : "-";
  }

  private static String share(OptionalDouble share) {
    return share.isPresent()
        ? String.format(Locale.ROOT, "%.0f %%", 100 * share.getAsDouble())
        : "-";
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private void line(String words) {
    text.append(words.stripTrailing()).append('\n');
  }
}
