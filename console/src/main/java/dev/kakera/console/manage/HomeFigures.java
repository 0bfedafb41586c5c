package dev.kakera.console.manage;

import dev.kakera.console.role.HomeRole;
import dev.kakera.console.status.MeshTotals;
import dev.kakera.producer.backup.BackupRun;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.ToDoubleFunction;

/** Figures of the home: from its catalog, and of the backup that runs. */
public final class HomeFigures {
  private final HomeRole home;
  private final HeldTotals totals;

  private HomeFigures(HomeRole home) {
    this.home = home;
    this.totals = new HeldTotals(home, System::nanoTime);
  }

  public static void register(MeterRegistry registry, HomeRole home) {
    new HomeFigures(home).register(registry);
  }

  private void register(MeterRegistry registry) {
    total(registry, "kakera.backup.last.success.timestamp", "seconds", MeshTotals::lastSeconds);
    total(registry, "kakera.snapshots", null, MeshTotals::snapshots);
    total(registry, "kakera.shards.owed", null, MeshTotals::owed);
    total(registry, "kakera.chunks.below.target", null, MeshTotals::belowTarget);
    total(registry, "kakera.chunks.unrestorable", null, MeshTotals::unrestorable);
    total(registry, "kakera.losses.survivable", null, MeshTotals::losses);
    Gauge.builder("kakera.backup.running", home, one -> one.running().isPresent() ? 1 : 0)
        .register(registry);
    running(registry, "kakera.backup.read", run -> run.progress().readBytes());
    running(registry, "kakera.backup.in.flight", run -> run.inFlight().bytes());
    for (String peer : home.catalog().peers().stream().map(each -> each.name()).toList()) {
      Gauge.builder(
              "kakera.stage.waiting.shards",
              home,
              one ->
                  one.running()
                      .map(run -> run.inFlight().waitingShards().getOrDefault(peer, 0))
                      .orElse(0))
          .tag("peer", peer)
          .register(registry);
      Gauge.builder(
              "kakera.peer.last.receipt.timestamp",
              home,
              one -> one.meter().lastReceipts().getOrDefault(peer, 0L) / 1000.0)
          .tag("peer", peer)
          .baseUnit("seconds")
          .register(registry);
    }
  }

  private void total(
      MeterRegistry registry, String name, String unit, ToDoubleFunction<MeshTotals> figure) {
    Gauge.builder(name, totals, held -> figure.applyAsDouble(held.get()))
        .baseUnit(unit)
        .register(registry);
  }

  private void running(MeterRegistry registry, String name, ToDoubleFunction<BackupRun> figure) {
    Gauge.builder(name, home, one -> one.running().map(figure::applyAsDouble).orElse(0.0))
        .baseUnit("bytes")
        .register(registry);
  }
}
