package dev.kakera.console.manage;

import dev.kakera.console.role.HomeRole;
import dev.kakera.console.status.MeshTotals;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Keeps sums over the catalog for some seconds, so that one reading of all figures sums once. */
final class HeldTotals {
  private static final long HELD_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final HomeRole home;
  private final LongSupplier nanos;
  private MeshTotals held;
  private long heldSince;

  HeldTotals(HomeRole home, LongSupplier nanos) {
    this.home = home;
    this.nanos = nanos;
  }

  synchronized MeshTotals get() {
    long now = nanos.getAsLong();
    if (held == null || now - heldSince > HELD_NANOS) {
      held = MeshTotals.of(home.catalog(), home.keys());
      heldSince = now;
    }
    return held;
  }
}
