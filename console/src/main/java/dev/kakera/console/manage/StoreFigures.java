package dev.kakera.console.manage;

import dev.kakera.store.ShardStore;
import dev.kakera.store.object.Rejection;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;

/** Figures of a store. */
public final class StoreFigures {
  private StoreFigures() {}

  public static void register(MeterRegistry registry, ShardStore store) {
    FunctionCounter.builder("kakera.stage.bytes", store, one -> one.counts().storedBytes())
        .tag("stage", "store")
        .baseUnit("bytes")
        .register(registry);
    Gauge.builder("kakera.shards", store, one -> one.usage().storedObjects())
        .tag("state", "stored")
        .register(registry);
    Gauge.builder("kakera.store.bytes", store, one -> one.usage().storedBytes())
        .tag("peer", store.peer())
        .register(registry);
    FunctionCounter.builder("kakera.refused", store, one -> one.counts().refusedNoSpace())
        .tag("reason", "no_space")
        .register(registry);
    for (Rejection reason : Rejection.values()) {
      FunctionCounter.builder(
              "kakera.refused", store, one -> one.counts().rejected().getOrDefault(reason, 0L))
          .tag("reason", reason.name().toLowerCase(Locale.ROOT))
          .register(registry);
    }
    FunctionCounter.builder("kakera.requests", store, one -> one.counts().answeredRequests())
        .tag("outcome", "answered")
        .register(registry);
    FunctionCounter.builder("kakera.requests", store, one -> one.counts().expiredRequests())
        .tag("outcome", "expired")
        .register(registry);
  }
}
