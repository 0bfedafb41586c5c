package dev.kakera.sim;

import java.time.Duration;

/**
 * A process that can end at any of its calls to the world. Calls of one that has ended throw {@link
 * Killed} and do nothing.
 */
public final class Process {
  private static final String NO_POINT = "none";

  public final String name;
  private final World world;
  private boolean alive = true;
  private long callsLeft = Long.MAX_VALUE;
  private String fatalPoint = NO_POINT;
  private long asleepUntil;

  /** Cuts between this process and the broker, each until a time. */
  private long cutToUntil;

  private long cutFromUntil;

  public Process(String name, World world) {
    this.name = name;
    this.world = world;
  }

  /** Passes a boundary between two effects: here the process may end. */
  public void call() {
    if (alive && --callsLeft <= 0) {
      alive = false;
      world.mark("killed between two effects: " + name.replaceAll("-.*", ""));
    }
    if (!alive) {
      throw new Killed();
    }
  }

  /** It ends when it next comes to a crash point of docs/faults.md. */
  public void killAt(String point) {
    fatalPoint = point;
  }

  /** What it was to end at and has not come to, the one that takes its place ends at. */
  public Process next() {
    Process next = new Process(name, world);
    next.fatalPoint = fatalPoint;
    return next;
  }

  /** Comes to a crash point. */
  public void reached(String point) {
    if (alive && point.equals(fatalPoint)) {
      alive = false;
      fatalPoint = NO_POINT;
      world.mark(name + " killed at " + point);
    }
    call();
  }

  public boolean isAlive() {
    return alive;
  }

  public void kill() {
    alive = false;
  }

  /** It ends at its nth call from now. */
  public void killAfter(long calls) {
    callsLeft = calls;
  }

  public void sleep(Duration time) {
    asleepUntil = Math.max(asleepUntil, world.nanos() + time.toNanos());
  }

  public boolean isAsleep() {
    return world.nanos() < asleepUntil;
  }

  public void cut(boolean to, boolean from, Duration time) {
    long until = world.nanos() + time.toNanos();
    cutToUntil = to ? until : cutToUntil;
    cutFromUntil = from ? until : cutFromUntil;
  }

  public boolean reachesBroker() {
    return world.nanos() >= cutToUntil && !isAsleep();
  }

  public boolean hearsBroker() {
    return world.nanos() >= cutFromUntil && !isAsleep();
  }

  public void heal() {
    asleepUntil = 0;
    cutToUntil = 0;
    cutFromUntil = 0;
    callsLeft = Long.MAX_VALUE;
    fatalPoint = NO_POINT;
  }
}
