package dev.kakera.producer.backup;

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
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
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
  private static final Logger LOG = LoggerFactory.getLogger(StrayCleanup.class);
  private static final Duration DEADLINE = Duration.ofSeconds(20);
  private static final long LOOK_MILLIS = 50;

  private final Catalog catalog;
  private final ObjectSender sender;
  private final InstantSource clock;
  private final LongSupplier nanos;

  StrayCleanup(Catalog catalog, ObjectSender sender, InstantSource clock, LongSupplier nanos) {
    this.catalog = catalog;
    this.sender = sender;
    this.clock = clock;
    this.nanos = nanos;
  }

  void run(long session, Set<String> away) throws InterruptedException {
    List<Chunks.Chunk> unused = catalog.read(Chunks::unused);
    if (!unused.isEmpty()) {
      catalog.write(
          connection -> {
            for (Chunks.Chunk chunk : unused) {
              Chunks.discard(connection, chunk, clock.millis());
            }
            return true;
          });
    }
    List<Cleanups.Cleanup> cleanups = catalog.read(Cleanups::all);
    if (cleanups.isEmpty()) {
      return;
    }
    Map<String, Peers.Peer> peers = new HashMap<>();
    catalog.peers().forEach(peer -> peers.put(peer.name(), peer));
    List<Future<RecordMetadata>> orders = new ArrayList<>();
    for (Cleanups.Cleanup cleanup : cleanups) {
      if (!away.contains(cleanup.peer())) {
        orders.add(sender.delete(peers.get(cleanup.peer()).ref(), cleanup.locator(), session));
      }
    }
    awaitReceipts(cleanups.size() - orders.size());
  }

  private void awaitReceipts(long left) throws InterruptedException {
    long started = nanos.getAsLong();
    while (nanos.getAsLong() - started < DEADLINE.toNanos()) {
      if (catalog.read(Cleanups::all).size() <= left) {
        return;
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
    LOG.info(
        "{} shards are still to be deleted by their peers; asked again after the next backup",
        catalog.read(Cleanups::all).size());
  }
}
