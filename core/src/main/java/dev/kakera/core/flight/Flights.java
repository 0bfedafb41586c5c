package dev.kakera.core.flight;

import dev.kakera.core.id.ChunkId;
import dev.kakera.core.ledger.Durability;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Chunks between "about to be sent" and "every receipt is in the catalog", counted in bytes; a fold
 * in place. A peer that has not answered for a while stops counting, so that nobody waits on it
 * (I-26). Times are nanoseconds of one monotonic clock. Not thread-safe.
 */
public final class Flights {
  /**
   * A peer with shards waiting that receipts nothing for this long is away, unless said otherwise.
   */
  public static final Duration AWAY_AFTER = Duration.ofSeconds(45);

  /** With no progress at all for this long, waiting is over. */
  public static final Duration STALLED_AFTER = Duration.ofSeconds(120);

  private final long budgetBytes;
  private final Duration awayAfter;
  private final Map<ChunkId, Flight> flights = new LinkedHashMap<>();
  private final Map<String, Long> heardNanos = new TreeMap<>();
  private final Map<String, Integer> waitingShards = new TreeMap<>();
  private final Map<String, Integer> announcedShards = new TreeMap<>();
  private final Map<String, Long> missingBytes = new TreeMap<>();
  private final Set<String> away = new TreeSet<>();
  private final List<ChunkId> released = new ArrayList<>();
  private long bytes;
  private long progressNanos;

  private static final class Flight {
    final ChunkId chunk;
    final int size;
    final List<String> waitingFor;
    final Set<String> refusedBy = new HashSet<>();
    boolean announced;
    int losses = -1;
    boolean counted = true;

    Flight(ChunkId chunk, int size, List<String> peers) {
      this.chunk = chunk;
      this.size = size;
      this.waitingFor = new ArrayList<>(peers);
    }
  }

  public Flights(long budgetBytes, Duration awayAfter, long now) {
    this.budgetBytes = budgetBytes;
    this.awayAfter = awayAfter;
    this.progressNanos = now;
  }

  /** Whether a chunk of this size can enter without waiting; an empty budget takes any. */
  public boolean hasRoom(int size) {
    return bytes == 0 || bytes + size <= budgetBytes;
  }

  /**
   * Counts a chunk that is about to be sent.
   *
   * @param peers one entry for each shard that is to be receipted
   */
  public void enter(ChunkId chunk, int size, List<String> peers, long now) {
    if (bytes == 0) {
      progressNanos = now; // until now there was nothing that could move
    }
    flights.put(chunk, new Flight(chunk, size, peers));
    bytes += size;
    for (String peer : peers) {
      if (waitingShards.merge(peer, 1, Integer::sum) == 1) {
        heardNanos.put(peer, now);
      }
    }
  }

  /** Whether a chunk's record is still needed in the broker. */
  public boolean holds(ChunkId chunk) {
    Flight flight = flights.get(chunk);
    return flight != null && flight.counted;
  }

  /** Its stripe is in the catalog, and survives so many losses. */
  public void announced(ChunkId chunk, int losses, long now) {
    Flight flight = flights.get(chunk);
    if (flight != null) {
      flight.losses = losses;
      announce(flight, now);
      releaseOwed(flight);
      progressNanos = now;
    }
  }

  /**
   * A shard's receipt is in the catalog.
   *
   * @param missing shards of the chunk that have none yet
   */
  public void receipted(ChunkId chunk, String peer, int missing, int losses, long now) {
    heard(peer, now);
    Flight flight = flights.get(chunk);
    if (flight != null) {
      flight.losses = losses;
      if (flight.waitingFor.remove(peer)) {
        settleShard(flight, peer);
      }
      if (missing == 0) {
        land(flight);
      } else {
        releaseOwed(flight);
      }
    }
    progressNanos = now;
  }

  /** A peer has said something: it is there. */
  public void heard(String peer, long now) {
    heardNanos.put(peer, now);
    away.remove(peer);
  }

  /** A shard that its peer has no room for is owed: nobody waits for it in this run. */
  public void refused(String peer, long lackingBytes, long now) {
    heardNanos.put(peer, now);
    missingBytes.merge(peer, lackingBytes, Math::max);
    progressNanos = now;
  }

  /** {@link #refused}, of a chunk that is known. */
  public void refused(ChunkId chunk, String peer, long lackingBytes, long now) {
    refused(peer, lackingBytes, now);
    Flight flight = flights.get(chunk);
    if (flight != null) {
      flight.refusedBy.add(peer);
      releaseOwed(flight);
    }
  }

  /**
   * Time has passed: peers that were silent for too long are passed over; what only waits for them
   * no longer holds the budget, its shards are owed.
   */
  public void tick(long now) {
    for (String peer : announcedShards.keySet()) {
      if (now - heardNanos.getOrDefault(peer, now) > awayAfter.toNanos() && away.add(peer)) {
        flights.values().forEach(this::releaseOwed);
      }
    }
  }

  /** Nothing has moved for too long although something waits. */
  public boolean isStalled(long now) {
    return bytes > 0 && now - progressNanos > STALLED_AFTER.toNanos();
  }

  /** Chunks that stopped counting since this was last asked, in that order. */
  public List<ChunkId> takeReleased() {
    List<ChunkId> taken = List.copyOf(released);
    released.clear();
    return taken;
  }

  public long bytes() {
    return bytes;
  }

  /** Shards that wait for a receipt, by peer. */
  public Map<String, Integer> waitingShards() {
    return Map.copyOf(waitingShards);
  }

  /** Peers that are passed over for now. */
  public Set<String> away() {
    return Set.copyOf(away);
  }

  /** Bytes that peers lack, by peer. */
  public Map<String, Long> missingBytes() {
    return new TreeMap<>(missingBytes);
  }

  /** Chunks that hold the budget. */
  public long heldCount() {
    return flights.values().stream().filter(flight -> flight.counted).count();
  }

  /** Of these, chunks that no encoder has announced. */
  public long unannouncedCount() {
    return flights.values().stream().filter(flight -> flight.counted && !flight.announced).count();
  }

  /**
   * From when its shards are announced a peer can be silent; before that it has nothing to answer.
   */
  private void announce(Flight flight, long now) {
    if (flight.announced) {
      return;
    }
    flight.announced = true;
    for (String peer : flight.waitingFor) {
      if (announcedShards.merge(peer, 1, Integer::sum) == 1) {
        heardNanos.put(peer, now);
      }
    }
  }

  private void settleShard(Flight flight, String peer) {
    waitingShards.computeIfPresent(peer, (_, count) -> count == 1 ? null : count - 1);
    if (flight.announced) {
      announcedShards.computeIfPresent(peer, (_, count) -> count == 1 ? null : count - 1);
    }
  }

  private void land(Flight flight) {
    flights.remove(flight.chunk);
    release(flight);
    flight.waitingFor.forEach(peer -> settleShard(flight, peer));
  }

  /** The chunk's record is not needed any more either: what is owed lies in its peer's topic. */
  private void release(Flight flight) {
    if (flight.counted) {
      flight.counted = false;
      bytes -= flight.size;
      released.add(flight.chunk);
    }
  }

  private void releaseOwed(Flight flight) {
    if (Durability.isEnough(flight.losses)
        && flight.waitingFor.stream()
            .allMatch(peer -> away.contains(peer) || flight.refusedBy.contains(peer))) {
      release(flight);
    }
  }
}
