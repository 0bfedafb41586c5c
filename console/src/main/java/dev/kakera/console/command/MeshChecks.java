package dev.kakera.console.command;

import dev.kakera.console.Invocation;
import dev.kakera.console.check.BrokerChecks;
import dev.kakera.console.check.Check;
import dev.kakera.console.check.Checklist;
import dev.kakera.console.check.DataChecks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What must hold of a mesh before a command works with it. */
final class MeshChecks {
  /** Roles that were started just now get as long. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private MeshChecks() {}

  /**
   * Refuses with everything that is unmet.
   *
   * @param own what the command needs besides
   * @param isThere whether there is a mesh, with roles that must be running
   */
  static void require(Invocation invocation, List<Check> own, boolean isThere)
      throws InterruptedException {
    List<Check> checks = new ArrayList<>(own);
    try (BrokerChecks broker = new BrokerChecks(invocation, Optional.empty())) {
      if (isThere) {
        checks.addAll(new DataChecks(invocation).ofMesh());
        checks.addAll(broker.checks());
      }
      new Checklist(checks)
          .require(PATIENCE, waiting -> invocation.terminal().say("Waiting: " + waiting));
    }
  }

  /** Refuses unless a mesh is there whose catalog can be read. */
  static void requireReadable(Invocation invocation) throws InterruptedException {
    invocation.requireInitialised();
    new Checklist(new DataChecks(invocation).ofReading()).require();
  }
}
