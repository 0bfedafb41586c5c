package dev.kakera.console.status;

import dev.kakera.producer.backup.BackupProgress;
import java.util.Optional;

/**
 * The page of truth at one moment.
 *
 * @param pipeline empty where nothing runs
 * @param running what the backup that runs has done; empty without one
 * @param elsewhere whether another process has the trial running, whose stages are not seen from
 *     here
 */
public record StatusReport(
    MeshState mesh,
    Optional<PipelineState> pipeline,
    Optional<BackupProgress> running,
    boolean elsewhere) {
  /** Which stage limits the backup that runs. */
  public Optional<Bottleneck> bottleneck() {
    return running.isPresent() && pipeline.isPresent()
        ? Optional.of(Bottleneck.of(pipeline.get().stages(), mesh.nowMillis()))
        : Optional.empty();
  }
}
