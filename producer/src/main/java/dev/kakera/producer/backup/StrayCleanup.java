package dev.kakera.producer.backup;

import dev.kakera.core.id.SourceId;
import dev.kakera.producer.ledger.Catalog;
import dev.kakera.producer.ledger.Chunks;
import dev.kakera.producer.ledger.Cleanups;
import dev.kakera.producer.ledger.Peers;
import dev.kakera.producer.publish.ObjectSender;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * After a commit: chunks that no snapshot needs are discarded, and every shard that is named for
 * cleanup is ordered away. An entry stays until its peer's receipt, so what cannot be done now is
 * done after a later backup (I-20, I-22).
 */
final class StrayCleanup {
  /** After this long nobody comes back for what a run of another source left unfinished. */
  static final Duration STALE_AFTER = Duration.ofDays(14);

  private static final Logger LOG = LoggerFactory.getLogger(StrayCleanup.class);
  private static final Duration DEADLINE = Duration.ofSeconds(20);
  private static final long LOOK_MILLIS = 50;
  private static final int DISCARDED_AT_ONCE = 1000;
  private static final int ORDERED_MAX = 100_000;

  private final Catalog catalog;
  private final ObjectSender sender;
  private final InstantSource clock;
  private final Pause pause;
  private final LongSupplier nanos;

  StrayCleanup(
      Catalog catalog, ObjectSender sender, InstantSource clock, Pause pause, LongSupplier nanos) {
    this.catalog = catalog;
    this.sender = sender;
    this.clock = clock;
    this.pause = pause;
    this.nanos = nanos;
  }

  /**
   * @param source of which {@code session} has just committed a snapshot
   * @param away peers that are not asked now
   */
  void run(SourceId source, long session, Set<String> away) throws InterruptedException {
    while (discardSome(source) == DISCARDED_AT_ONCE) {
      // The next thousand: other writes go between.
    }
    List<Cleanups.Cleanup> cleanups =
        catalog.read(connection -> Cleanups.oldest(connection, ORDERED_MAX));
    if (cleanups.isEmpty()) {
      return;
    }
    long before = catalog.read(Cleanups::count);
    Map<String, Peers.Peer> peers = new HashMap<>();
    catalog.peers().forEach(peer -> peers.put(peer.name(), peer));
    List<Future<RecordMetadata>> orders = new ArrayList<>();
    for (Cleanups.Cleanup cleanup : cleanups) {
      if (!away.contains(cleanup.peer())) {
        orders.add(sender.delete(peers.get(cleanup.peer()).ref(), cleanup.locator(), session));
      }
    }
    long started = nanos.getAsLong();
    awaitReceipts(before - sent(orders, started), started);
  }

  private int discardSome(SourceId source) {
    long stale = clock.millis() - STALE_AFTER.toMillis();
    return catalog.write(
        connection -> {
          List<Chunks.Chunk> unused = Chunks.unused(connection, source, stale, DISCARDED_AT_ONCE);
          for (Chunks.Chunk chunk : unused) {
            Chunks.discard(connection, chunk, clock.millis());
          }
          return unused.size();
        });
  }

  /** How many orders the broker took. */
  private int sent(List<Future<RecordMetadata>> orders, long started) throws InterruptedException {
    int sent = 0;
    for (Future<RecordMetadata> order : orders) {
      try {
        order.get(
            Math.max(0, DEADLINE.toNanos() - (nanos.getAsLong() - started)), TimeUnit.NANOSECONDS);
        sent++;
      } catch (ExecutionException e) {
        LOG.warn("an order to delete was not sent: {}", e.getCause().getMessage());
      } catch (TimeoutException e) {
        LOG.warn(
            "{} orders to delete were not sent within {} s; sent again after the next backup",
            orders.size() - sent,
            DEADLINE.toSeconds());
        return sent;
      }
    }
    return sent;
  }

  private void awaitReceipts(long left, long started) throws InterruptedException {
    while (catalog.read(Cleanups::count) > left) {
      if (nanos.getAsLong() - started >= DEADLINE.toNanos()) {
        LOG.info(
            "{} shards are still to be deleted by their peers; asked again after the next backup",
            catalog.read(Cleanups::count));
        return;
      }
      pause.of(LOOK_MILLIS);
    }
  }
}
