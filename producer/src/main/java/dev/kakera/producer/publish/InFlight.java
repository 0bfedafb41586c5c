package dev.kakera.producer.publish;

import dev.kakera.core.id.ChunkId;
import dev.kakera.producer.ledger.LedgerEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;

/**
 * Chunks between "about to be sent" and "every receipt is in the catalog", counted in bytes. A
 * scanner that would go over the budget waits; a peer that has not answered for a while stops
 * counting, so that nobody waits on it (I-26). Thread-safe.
 */
public final class InFlight {
  /** A peer with shards waiting that receipts nothing for this long is away. */
  static final Duration AWAY_AFTER = Duration.ofSeconds(45);

  /** With no progress at all for this long, waiting is over. */
  static final Duration STALLED_AFTER = Duration.ofSeconds(120);

  private static final long WAIT_SLICE_MILLIS = 500;

  private final long budgetBytes;
  private final LongSupplier nanos;
  private final Map<ChunkId, Flight> flights = new HashMap<>();
  private final Map<TopicPartition, TreeSet<Long>> open = new HashMap<>();
  private final Map<TopicPartition, Long> sentTo = new HashMap<>();
  private final Map<String, Long> heardNanos = new HashMap<>();
  private final Map<String, Integer> waitingShards = new TreeMap<>();
  private final Map<String, Integer> announcedShards = new HashMap<>();
  private final Map<String, Long> missingBytes = new TreeMap<>();
  private final Set<String> away = new HashSet<>();
  private long bytes;
  private long progressNanos;
  private long blockedNanos;
  private String stopped;

  private static final class Flight {
    final int size;
    final List<String> waitingFor;
    final Set<String> refusedBy = new HashSet<>();
    boolean announced;
    int losses = -1;
    TopicPartition partition;
    long offset = -1;
    boolean counted = true;

    Flight(int size, List<String> peers) {
      this.size = size;
      this.waitingFor = new ArrayList<>(peers);
    }
  }

  /**
   * @param nanos a monotonic clock in nanoseconds
   */
  public InFlight(long budgetBytes, LongSupplier nanos) {
    this.budgetBytes = budgetBytes;
    this.nanos = nanos;
    this.progressNanos = nanos.getAsLong();
  }

  /**
   * Waits until a chunk fits, then counts it.
   *
   * @param peers one entry for each shard that is to be receipted
   */
  synchronized void enter(ChunkId chunk, int size, List<String> peers) throws InterruptedException {
    long started = nanos.getAsLong();
    boolean waited = false;
    while (!hasRoom(size)) {
      waited = true;
      waitForProgress();
    }
    if (waited) {
      blockedNanos += nanos.getAsLong() - started;
    }
    if (bytes == 0) {
      progressNanos = nanos.getAsLong(); // until now there was nothing that could move
    }
    flights.put(chunk, new Flight(size, peers));
    bytes += size;
    for (String peer : peers) {
      if (waitingShards.merge(peer, 1, Integer::sum) == 1) {
        heardNanos.put(peer, nanos.getAsLong());
      }
    }
  }

  /** Whether a chunk of this size can enter without waiting; an empty budget takes any. */
  synchronized boolean hasRoom(int size) {
    return bytes == 0 || bytes + size <= budgetBytes;
  }

  /** The broker has a chunk's record. */
  synchronized void sent(ChunkId chunk, TopicPartition partition, long offset) {
    sentTo.merge(partition, offset + 1, Math::max);
    Flight flight = flights.get(chunk);
    if (flight != null && flight.counted) {
      flight.partition = partition;
      flight.offset = offset;
      open.computeIfAbsent(partition, _ -> new TreeSet<>()).add(offset);
    }
  }

  /** Takes note of what the ledger put on disk. */
  public synchronized void on(LedgerEvent event) {
    switch (event) {
      case LedgerEvent.Announced announced -> {
        Flight flight = flights.get(announced.chunk());
        if (flight != null) {
          flight.losses = announced.losses();
          announce(flight);
          releaseOwed(flight);
          progress();
        }
      }
      case LedgerEvent.Receipted receipted -> {
        heard(receipted.peer());
        Flight flight = flights.get(receipted.chunk());
        if (flight != null) {
          flight.losses = receipted.losses();
          if (flight.waitingFor.remove(receipted.peer())) {
            settleShard(flight, receipted.peer());
          }
          if (receipted.missing() == 0) {
            land(receipted.chunk(), flight);
          } else {
            releaseOwed(flight);
          }
        }
        progress();
      }
      case LedgerEvent.HeadReceipted head -> heard(head.peer());
      case LedgerEvent.BundleReceipted bundle -> heard(bundle.peer());
      case LedgerEvent.Deleted deleted -> heard(deleted.peer());
      case LedgerEvent.Stopped stop -> {
        stopped = stop.reason();
        notifyAll();
      }
      case LedgerEvent.Refused refused -> refuse(refused);
      case LedgerEvent.Rejected _ -> {}
    }
  }

  /** Waits until every chunk has landed or waits only for peers that are away. */
  public synchronized void drain() throws InterruptedException {
    while (bytes > 0) {
      waitForProgress();
    }
  }

  /** Waits until anything changes, or a moment. */
  public synchronized void awaitProgress() throws InterruptedException {
    waitForProgress();
  }

  /** Waits a moment for anything to change; throws when nothing has for too long. */
  private void waitForProgress() throws InterruptedException {
    requireRunning();
    wait(WAIT_SLICE_MILLIS);
    requireRunning();
    passOverSilentPeers();
    if (nanos.getAsLong() - progressNanos > STALLED_AFTER.toNanos() && bytes > 0) {
      throw new PipelineStalledException(stallMessage());
    }
  }

  /** By partition, the first offset of {@code kakera.chunks} that is still needed. */
  public synchronized Map<TopicPartition, Long> floors() {
    Map<TopicPartition, Long> floors = new HashMap<>(sentTo);
    open.forEach(
        (partition, offsets) -> {
          if (!offsets.isEmpty()) {
            floors.put(partition, offsets.first());
          }
        });
    return floors;
  }

  /** Shards that wait for a receipt, by peer. */
  public synchronized Map<String, Integer> waitingShards() {
    return Map.copyOf(waitingShards);
  }

  /** Peers that are passed over for now. */
  public synchronized Set<String> away() {
    return Set.copyOf(away);
  }

  public synchronized long bytes() {
    return bytes;
  }

  /** How long the scanner has waited for room. */
  public synchronized long blockedNanos() {
    return blockedNanos;
  }

  /**
   * Which peers had no room for a shard, and how many bytes they lack; for the end of a sentence.
   */
  public synchronized String noRoom() {
    return missingBytes.isEmpty()
        ? ""
        : " (no room, by peer and bytes that are missing: %s)".formatted(missingBytes);
  }

  /**
   * From when its shards are announced a peer can be silent; before that it has nothing to answer.
   */
  private void announce(Flight flight) {
    if (flight.announced) {
      return;
    }
    flight.announced = true;
    for (String peer : flight.waitingFor) {
      if (announcedShards.merge(peer, 1, Integer::sum) == 1) {
        heardNanos.put(peer, nanos.getAsLong());
      }
    }
  }

  /** A shard that its peer has no room for is owed: nobody waits for it in this run. */
  private void refuse(LedgerEvent.Refused refused) {
    heardNanos.put(refused.peer(), nanos.getAsLong());
    missingBytes.merge(refused.peer(), refused.missingBytes(), Math::max);
    Flight flight = refused.chunk().map(flights::get).orElse(null);
    if (flight != null) {
      flight.refusedBy.add(refused.peer());
      releaseOwed(flight);
    }
    progress();
  }

  private void heard(String peer) {
    heardNanos.put(peer, nanos.getAsLong());
    away.remove(peer);
  }

  private void settleShard(Flight flight, String peer) {
    waitingShards.computeIfPresent(peer, (_, count) -> count == 1 ? null : count - 1);
    if (flight.announced) {
      announcedShards.computeIfPresent(peer, (_, count) -> count == 1 ? null : count - 1);
    }
  }

  private void land(ChunkId chunk, Flight flight) {
    flights.remove(chunk);
    release(flight);
    flight.waitingFor.forEach(peer -> settleShard(flight, peer));
  }

  /** The chunk's record is not needed any more either: what is owed lies in its peer's topic. */
  private void release(Flight flight) {
    if (flight.counted) {
      flight.counted = false;
      bytes -= flight.size;
      if (flight.partition != null) {
        open.get(flight.partition).remove(flight.offset);
      }
    }
  }

  private void progress() {
    progressNanos = nanos.getAsLong();
    notifyAll();
  }

  private void passOverSilentPeers() {
    long now = nanos.getAsLong();
    for (String peer : announcedShards.keySet()) {
      if (now - heardNanos.getOrDefault(peer, now) > AWAY_AFTER.toNanos() && away.add(peer)) {
        passOver();
      }
    }
  }

  /** What only waits for peers that are away no longer holds the budget; its shards are owed. */
  private void passOver() {
    flights.values().forEach(this::releaseOwed);
    notifyAll();
  }

  private void releaseOwed(Flight flight) {
    if (flight.losses >= 1
        && flight.waitingFor.stream()
            .allMatch(peer -> away.contains(peer) || flight.refusedBy.contains(peer))) {
      release(flight);
    }
  }

  private void requireRunning() {
    if (stopped != null) {
      throw new PipelineStalledException("the ledger stopped: " + stopped);
    }
  }

  private String stallMessage() {
    long held = flights.values().stream().filter(flight -> flight.counted).count();
    long unannounced =
        flights.values().stream().filter(flight -> flight.counted && !flight.announced).count();
    if (unannounced == held) {
      return ("no encoder has taken a chunk for %d s; %d chunks wait. Start one: kakera encoder")
          .formatted(STALLED_AFTER.toSeconds(), unannounced);
    }
    return ("nothing was acknowledged for %d s; shards wait at %s%s. See what they say: kakera"
            + " status")
        .formatted(STALLED_AFTER.toSeconds(), waitingShards, noRoom());
  }
}
