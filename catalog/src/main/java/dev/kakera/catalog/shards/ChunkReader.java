package dev.kakera.catalog.shards;

import dev.kakera.core.stripe.ChunkRef;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Reads chunks from any k of their shards, several at a time. What it gives passed the tag of each
 * shard, the chunk's length and the chunk's name (I-15, I-16). Every problem on the way goes to the
 * consumer of findings, also when the chunk was read all the same.
 *
 * <p>A chunk is read once for all who want it at a time; chunks nobody holds stay for a while, up
 * to {@link ReaderSettings#cacheBytes}. A chunk that could not be read stays lost for the life of
 * the reader. Thread-safe.
 */
public final class ChunkReader implements ChunkSource, AutoCloseable {
  /** What a chunk that is lost weighs in the cache. */
  private static final int LOST_BYTES = 1 << 10;

  /** What a small chunk weighs while it is read: so that not thousands are, one file each. */
  private static final int ACTIVE_LEAST_BYTES = 64 << 10;

  private final ShardSource source;
  private final ReaderSettings settings;
  private final Consumer<Finding> findings;
  private final DecoderPool decoders;
  private final AnswerTimes times;
  private final ExecutorService executor;
  private final ScheduledThreadPoolExecutor timer;

  private final Map<ChunkRef, Slot> slots = new HashMap<>();
  private final LinkedHashMap<ChunkRef, Slot> idle = new LinkedHashMap<>();
  private final ArrayDeque<StripeRead> line = new ArrayDeque<>();
  private long activeBytes;
  private long idleBytes;
  private long leasedBytes;
  private boolean closed;

  /**
   * @param source stays the caller's to close
   * @param findings called from several threads, one finding at a time or more
   */
  public ChunkReader(
      EpochKeys keys, ShardSource source, ReaderSettings settings, Consumer<Finding> findings) {
    this.source = source;
    this.settings = settings;
    this.findings = findings;
    decoders = new DecoderPool(keys);
    times = new AnswerTimes(settings.hedgeDelay());
    executor =
        Executors.newFixedThreadPool(
            settings.threads(), Thread.ofPlatform().daemon().name("chunk-reader-", 0).factory());
    timer =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("chunk-reader-timer").factory());
    timer.setRemoveOnCancelPolicy(true);
  }

  private static final class Slot {
    private final ChunkRef ref;
    private final CompletableFuture<byte[]> content;
    private int leases;

    private Slot(ChunkRef ref, CompletableFuture<byte[]> content) {
      this.ref = ref;
      this.content = content;
    }

    private long weight() {
      return content.isCompletedExceptionally() ? LOST_BYTES : ref.plainSize();
    }
  }

  /** Holds a chunk in memory, or on its way there, until it is closed. */
  public final class Lease implements AutoCloseable {
    private final Slot slot;
    private boolean released;

    private Lease(Slot slot) {
      this.slot = slot;
    }

    public ChunkRef ref() {
      return slot.ref;
    }

    /** Waits for the chunk, which is shared and not to be written to. */
    public byte[] await() throws ChunkLostException, InterruptedException {
      try {
        return slot.content.get();
      } catch (CancellationException e) {
        throw new IllegalStateException("the reader was closed while a chunk was waited for", e);
      } catch (ExecutionException e) {
        if (e.getCause() instanceof ChunkLostException lost) {
          throw lost;
        }
        throw new IllegalStateException("reading chunk " + slot.ref.chunk() + " failed", e);
      }
    }

    @Override
    public void close() {
      release(this);
    }
  }

  /** Begins to read a chunk, unless it is there or on its way already. */
  public Lease lease(ChunkRef ref) {
    Slot slot;
    StripeRead read = null;
    synchronized (this) {
      if (closed) {
        throw new IllegalStateException("the chunk reader is closed");
      }
      slot = slots.get(ref);
      if (slot == null) {
        read = new StripeRead(ref, source, decoders, executor, times);
        slot = new Slot(ref, read.result());
        slots.put(ref, slot);
        line.add(read);
      } else if (slot.leases == 0) {
        idle.remove(ref);
        idleBytes -= slot.weight();
      }
      if (slot.leases++ == 0) {
        leasedBytes += ref.plainSize();
      }
    }
    if (read != null) {
      beginNext();
    }
    return new Lease(slot);
  }

  /**
   * Waits until less than {@code windowBytes} are leased. Ends with the reads that are under way,
   * each of which has a deadline.
   */
  public synchronized void awaitRoom(long windowBytes) throws InterruptedException {
    while (leasedBytes >= windowBytes && !closed) {
      wait(TimeUnit.SECONDS.toMillis(1));
    }
  }

  @Override
  public byte[] read(ChunkRef ref) throws ChunkLostException, InterruptedException {
    try (Lease lease = lease(ref)) {
      return lease.await();
    }
  }

  @Override
  public void prefetch(ChunkRef ref) {
    Lease lease = lease(ref);
    // The lease ends when the chunk is there: it then waits in the cache.
    var _ = lease.slot.content.whenComplete((_, _) -> lease.close());
  }

  /** Begins as many of those in line as may be under way at a time. */
  private void beginNext() {
    while (true) {
      StripeRead next;
      synchronized (this) {
        next = line.peek();
        boolean full = activeBytes > 0 && activeBytes + active(next) > settings.activeBytes();
        if (next == null || full) {
          return;
        }
        line.remove();
        activeBytes += active(next);
      }
      begin(next);
    }
  }

  private static long active(StripeRead read) {
    return read == null ? 0 : Math.max(ACTIVE_LEAST_BYTES, read.ref().plainSize());
  }

  private void begin(StripeRead read) {
    long tick = settings.hedgeDelay().toNanos();
    long deadline = settings.shardDeadline().toNanos();
    ScheduledFuture<?> ticking =
        timer.scheduleWithFixedDelay(
            () -> read.tick(System.nanoTime(), deadline), tick, tick, TimeUnit.NANOSECONDS);
    var _ = read.result().whenComplete((_, _) -> ended(read, ticking));
    try {
      read.start();
    } catch (RuntimeException | Error e) {
      read.breakOff(e);
      throw e;
    }
  }

  private void ended(StripeRead read, ScheduledFuture<?> ticking) {
    ticking.cancel(false);
    read.findings().forEach(findings);
    synchronized (this) {
      activeBytes -= active(read);
    }
    try {
      executor.execute(this::beginNext); // not here: the next may end at once as well, and so on
    } catch (RejectedExecutionException e) {
      read.cancel(); // closed: whoever is still in line is told by that
    }
  }

  private synchronized void release(Lease lease) {
    if (lease.released) {
      return;
    }
    lease.released = true;
    Slot slot = lease.slot;
    if (--slot.leases > 0) {
      return;
    }
    leasedBytes -= slot.ref.plainSize();
    notifyAll();
    if (!slot.content.isDone()) {
      // Nobody wants it any more; it goes on and is found in the cache, or asked for anew.
      slot.leases++;
      leasedBytes += slot.ref.plainSize();
      var _ = slot.content.whenComplete((_, _) -> new Lease(slot).close());
      return;
    }
    idle.put(slot.ref, slot);
    idleBytes += slot.weight();
    while (idleBytes > settings.cacheBytes() && !idle.isEmpty()) {
      Slot eldest = idle.pollFirstEntry().getValue();
      idleBytes -= eldest.weight();
      slots.remove(eldest.ref);
    }
  }

  /** Ends what is under way and wipes the decoders; the source and the keys stay open. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    timer.shutdownNow();
    executor.shutdown();
    try {
      if (!executor.awaitTermination(10, TimeUnit.SECONDS)) {
        executor.shutdownNow();
      }
    } catch (InterruptedException e) {
      executor.shutdownNow();
      Thread.currentThread().interrupt();
    }
    synchronized (this) {
      slots.values().forEach(slot -> slot.content.cancel(false));
      slots.clear();
      idle.clear();
      line.clear();
    }
    decoders.close();
  }
}
