package dev.kakera.store;

import dev.kakera.schemas.record.HeartbeatRecord;
import dev.kakera.store.disk.StoreDirectory;
import dev.kakera.store.object.ObjectStore;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The store's sign of life, its count of days, and the purge of what has been held long enough.
 * Confined to its thread.
 */
final class CareWork implements StoreLoop.Work {
  private static final long PURGE_INTERVAL_NANOS = TimeUnit.HOURS.toNanos(1);

  private final StoreDirectory directory;
  private final ObjectStore store;
  private final Outbox outbox;
  private final StoreSettings settings;
  private final Lifecycle lifecycle;
  private long lastTick;
  private long lastPurge;

  CareWork(
      StoreDirectory directory,
      ObjectStore store,
      Outbox outbox,
      StoreSettings settings,
      Lifecycle lifecycle) {
    this.directory = directory;
    this.store = store;
    this.outbox = outbox;
    this.settings = settings;
    this.lifecycle = lifecycle;
    this.lastTick = settings.time().ticker().getAsLong();
    this.lastPurge = lastTick - PURGE_INTERVAL_NANOS;
  }

  @Override
  public boolean step() throws IOException {
    long now = settings.time().ticker().getAsLong();
    long before = store.days().days();
    store.countTime(now - lastTick);
    lastTick = now;
    // Before the purge, which may take long.
    outbox.awaitAll("heartbeat", List.of(outbox.heartbeat(heartbeat())));
    if (store.days().days() > before || now - lastPurge >= PURGE_INTERVAL_NANOS) {
      // What is left waits for the next round, so that signs of life go on.
      lastPurge = store.purge() > 0 ? now - PURGE_INTERVAL_NANOS : now;
    }
    lifecycle.pause(settings.time().heartbeatInterval().toMillis());
    return true;
  }

  @Override
  public void close() {
    // It holds nothing.
  }

  private HeartbeatRecord heartbeat() throws IOException {
    return new HeartbeatRecord(
        settings.peer(),
        directory.storeId().toString(),
        store.chain().sequence(),
        store.freeBytes(),
        store.usage().storedBytes(),
        settings.time().clock().millis(),
        StoreSettings.version());
  }
}
