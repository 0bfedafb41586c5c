package dev.kakera.sim;

import java.time.Duration;
import java.time.Instant;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * Virtual time, the events that are due, and the one source of chance. One thread: whoever waits
 * lets the world go on in its own frames ({@link #pump}), so that what it waits for can come.
 */
public final class World {
  private static final long STARTED = Duration.ofDays(1).toNanos();
  private static final int NESTED_MAX = 64;
  private static final long EVENTS_MAX = 400_000;

  /** What the world is asked to do at a time. */
  private record Due(long at, long order, Runnable what) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      return at == other.at ? Long.compare(order, other.order) : Long.compare(at, other.at);
    }
  }

  public final SplittableRandom random;
  public final TreeMap<String, Long> marks = new TreeMap<>();
  private final PriorityQueue<Due> due = new PriorityQueue<>();
  private long nanos = STARTED;
  private long order;
  private long events;
  private long trace = 1;
  private int nested;

  public World(long seed) {
    random = new SplittableRandom(seed);
  }

  public long nanos() {
    return nanos;
  }

  public Duration lived() {
    return Duration.ofNanos(nanos - STARTED);
  }

  /** The time of day that everybody whose clock is right reads. */
  public Instant now() {
    return Instant.ofEpochSecond(1_800_000_000L).plusNanos(nanos);
  }

  public void after(Duration delay, Runnable what) {
    due.add(new Due(nanos + Math.max(0, delay.toNanos()), order++, what));
  }

  public void soon(Runnable what) {
    after(Duration.ofNanos(random.nextLong(1, 20_000_000)), what);
  }

  /** Something rare was reached. */
  public void mark(String what) {
    marks.merge(what, 1L, Long::sum);
    note(what);
  }

  /** Goes into the trace by which two runs are compared. */
  public void note(String what) {
    trace = trace * 31 + what.hashCode() + nanos / 1_000_000;
  }

  public long trace() {
    return trace;
  }

  public long events() {
    return events;
  }

  /** Lets the world go on until something holds, for at most so long; whether it holds. */
  public boolean pump(Duration atMost, BooleanSupplier until) {
    long end = nanos + Math.max(0, atMost.toNanos());
    if (++nested > NESTED_MAX) {
      nested--;
      throw new IllegalStateException("the world waits for itself, " + NESTED_MAX + " deep");
    }
    try {
      while (!until.getAsBoolean()) {
        Due next = due.peek();
        if (next == null || next.at() > end) {
          nanos = Math.max(nanos, end);
          return until.getAsBoolean();
        }
        due.poll();
        nanos = Math.max(nanos, next.at());
        if (++events > EVENTS_MAX) {
          throw new Violation("I-27", "more than " + EVENTS_MAX + " events: something never rests");
        }
        next.what().run();
      }
      return true;
    } finally {
      nested--;
    }
  }

  public void pass(Duration time) {
    pump(time, () -> false);
  }

  public boolean chance(double probability) {
    return random.nextDouble() < probability;
  }
}
