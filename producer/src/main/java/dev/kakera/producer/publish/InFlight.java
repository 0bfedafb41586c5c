package dev.kakera.producer.publish;

import dev.kakera.core.flight.Flights;
import dev.kakera.core.id.ChunkId;
import dev.kakera.producer.ledger.LedgerEvent;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;

/**
 * {@link Flights} with a clock, with the offsets of the chunks' records, and with waiting: a
 * scanner that would go over the budget waits, and nobody waits on a peer that is away (I-26).
 * Thread-safe.
 */
public final class InFlight {
  private static final long WAIT_SLICE_MILLIS = 500;
  private static final long NOT_BLOCKED = Long.MIN_VALUE;

  private final LongSupplier nanos;
  private final Waiting waiting;
  private final Duration awayAfter;
  private final Flights flights;
  private final Map<ChunkId, Place> places = new HashMap<>();
  private final Map<TopicPartition, TreeSet<Long>> open = new HashMap<>();
  private final Map<TopicPartition, Long> sentTo = new HashMap<>();
  private long blockedNanos;
  private long blockedSince = NOT_BLOCKED;
  private String stopped;

  private record Place(TopicPartition partition, long offset) {}

  /** Waits for something to change; apart so that a simulator can let its own time pass. */
  @FunctionalInterface
  public interface Waiting {
    /**
     * Returns after {@code millis} at the latest.
     *
     * @param monitor held by the caller, given up meanwhile, and notified of each change
     */
    void await(Object monitor, long millis) throws InterruptedException;
  }

  /**
   * @param nanos a monotonic clock in nanoseconds
   */
  public InFlight(long budgetBytes, LongSupplier nanos) {
    this(budgetBytes, nanos, Flights.AWAY_AFTER);
  }

  /**
   * @param awayAfter after how long a silent peer is passed over
   */
  public InFlight(long budgetBytes, LongSupplier nanos, Duration awayAfter) {
    this(budgetBytes, nanos, awayAfter, Object::wait);
  }

  /** As above, waiting in another way. */
  public InFlight(long budgetBytes, LongSupplier nanos, Duration awayAfter, Waiting waiting) {
    this.nanos = nanos;
    this.waiting = waiting;
    this.awayAfter = awayAfter;
    this.flights = new Flights(budgetBytes, awayAfter, nanos.getAsLong());
  }

  /**
   * Waits until a chunk fits, then counts it.
   *
   * @param peers one entry for each shard that is to be receipted
   */
  synchronized void enter(ChunkId chunk, int size, List<String> peers) throws InterruptedException {
    long started = nanos.getAsLong();
    boolean waited = false;
    try {
      while (!flights.hasRoom(size)) {
        waited = true;
        blockedSince = started;
        waitForProgress();
      }
    } finally {
      blockedSince = NOT_BLOCKED;
    }
    if (waited) {
      blockedNanos += nanos.getAsLong() - started;
    }
    flights.enter(chunk, size, peers, nanos.getAsLong());
  }

  /** Whether a chunk of this size can enter without waiting; an empty budget takes any. */
  synchronized boolean hasRoom(int size) {
    return flights.hasRoom(size);
  }

  /** The broker has a chunk's record. */
  synchronized void sent(ChunkId chunk, TopicPartition partition, long offset) {
    sentTo.merge(partition, offset + 1, Math::max);
    if (flights.holds(chunk)) {
      places.put(chunk, new Place(partition, offset));
      open.computeIfAbsent(partition, _ -> new TreeSet<>()).add(offset);
    }
  }

  /** Takes note of what the ledger put on disk. */
  public synchronized void on(LedgerEvent event) {
    long now = nanos.getAsLong();
    switch (event) {
      case LedgerEvent.Announced(ChunkId chunk, int losses) ->
          flights.announced(chunk, losses, now);
      case LedgerEvent.Receipted(ChunkId chunk, String peer, int missing, int losses) ->
          flights.receipted(chunk, peer, missing, losses, now);
      case LedgerEvent.HeadReceipted head -> flights.heard(head.peer(), now);
      case LedgerEvent.BundleReceipted bundle -> flights.heard(bundle.peer(), now);
      case LedgerEvent.Deleted deleted -> flights.heard(deleted.peer(), now);
      case LedgerEvent.Stopped stop -> stopped = stop.reason();
      case LedgerEvent.Refused(_, Optional<ChunkId> chunk, String peer, long missing) ->
          chunk.ifPresentOrElse(
              known -> flights.refused(known, peer, missing, now),
              () -> flights.refused(peer, missing, now));
      case LedgerEvent.Rejected _, LedgerEvent.Encoded _ -> {}
    }
    closeReleased();
    notifyAll();
  }

  /** Waits until every chunk has landed or waits only for peers that are away. */
  public synchronized void drain() throws InterruptedException {
    while (flights.bytes() > 0) {
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
    waiting.await(this, WAIT_SLICE_MILLIS);
    requireRunning();
    flights.tick(nanos.getAsLong());
    closeReleased();
    if (flights.isStalled(nanos.getAsLong())) {
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
    return flights.waitingShards();
  }

  /** After how long a silent peer is passed over. */
  public Duration awayAfter() {
    return awayAfter;
  }

  /** Peers that are passed over for now. */
  public synchronized Set<String> away() {
    return flights.away();
  }

  public synchronized long bytes() {
    return flights.bytes();
  }

  /** How long the scanner has waited for room, a wait that still goes on included. */
  public synchronized long blockedNanos() {
    return blockedSince == NOT_BLOCKED
        ? blockedNanos
        : blockedNanos + nanos.getAsLong() - blockedSince;
  }

  /**
   * Which peers had no room for a shard, and how many bytes they lack; for the end of a sentence.
   */
  public synchronized String noRoom() {
    Map<String, Long> missing = flights.missingBytes();
    return missing.isEmpty()
        ? ""
        : " (no room, by peer and bytes that are missing: %s)".formatted(missing);
  }

  /** What no longer holds the budget is not needed in its topic either. */
  private void closeReleased() {
    for (ChunkId chunk : flights.takeReleased()) {
      Place place = places.remove(chunk);
      if (place != null) {
        open.get(place.partition()).remove(place.offset());
      }
    }
  }

  private void requireRunning() {
    if (stopped != null) {
      throw new PipelineStalledException("the ledger stopped: " + stopped);
    }
  }

  private String stallMessage() {
    long unannounced = flights.unannouncedCount();
    if (unannounced == flights.heldCount()) {
      return ("no encoder has taken a chunk for %d s; %d chunks wait. Start one: kakera encoder")
          .formatted(Flights.STALLED_AFTER.toSeconds(), unannounced);
    }
    return ("nothing was acknowledged for %d s; shards wait at %s%s. See what they say: kakera"
            + " status")
        .formatted(Flights.STALLED_AFTER.toSeconds(), flights.waitingShards(), noRoom());
  }
}
