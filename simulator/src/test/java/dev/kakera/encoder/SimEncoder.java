package dev.kakera.encoder;

import dev.kakera.core.key.RepositoryKeys;
import dev.kakera.core.spool.SpoolKeySource;
import dev.kakera.schemas.Topics;
import dev.kakera.sim.Killed;
import dev.kakera.sim.Process;
import dev.kakera.sim.SimBroker;
import dev.kakera.sim.SimProducer;
import dev.kakera.sim.SimShareConsumer;
import dev.kakera.sim.World;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;

/** An encoder worker: the product's own loop over a simulated bus. */
public final class SimEncoder {
  private static final Duration TICK = Duration.ofMillis(300);
  private static final Duration IDLE_TICK = Duration.ofSeconds(2);
  private static final Duration LONGEST_QUIET = Duration.ofSeconds(20);

  private final String name;
  private final World world;
  private final SimBroker broker;
  private final EncoderSettings settings;
  private Process process;
  private boolean stepping;
  private long seen = -2;
  private long polledAt;

  public SimEncoder(
      String name,
      World world,
      SimBroker broker,
      Topics topics,
      RepositoryKeys keys,
      SpoolKeySource spoolKeys) {
    this.name = name;
    this.world = world;
    this.broker = broker;
    this.settings =
        EncoderSettings.of("sim:1", topics, keys, spoolKeys, name)
            .withThreads(1)
            .withClock(world::now);
    this.process = new Process("encoder-" + name, world);
  }

  /** What a loop waits on: while nothing is there the world goes on. */
  private final class Queue extends LinkedBlockingQueue<LoopEvent> {
    private static final long serialVersionUID = 1L;
    private final transient Process mine;

    Queue(Process mine) {
      this.mine = mine;
    }

    @Override
    public LoopEvent poll(long timeout, TimeUnit unit) {
      mine.call();
      world.pump(
          Duration.ofNanos(Math.min(unit.toNanos(timeout), Duration.ofHours(1).toNanos())),
          () -> !isEmpty() || !mine.isAlive());
      mine.call();
      return poll();
    }
  }

  public Process process() {
    return process;
  }

  public void start() {
    process = new Process("encoder-" + name, world);
    Process mine = process;
    LoopContext context =
        new LoopContext(
            settings,
            SimProducer.of(world, broker, mine),
            new EncoderStats(),
            new StopSignal(
                world::nanos,
                (_, atMost) -> {
                  world.pass(atMost);
                  mine.call();
                  return false;
                }),
            Patience.STANDARD,
            world::nanos);
    var consumer = SimShareConsumer.of(world, broker, mine);
    consumer.subscribe(List.of(settings.topics().chunks()));
    EncodeLoop loop = new EncodeLoop(context, consumer, new Queue(mine));
    world.after(TICK, () -> step(loop, mine));
  }

  private static void end(EncodeLoop loop) {
    try {
      loop.close();
    } catch (Killed e) {
      // It was not asked.
    }
  }

  private void step(EncodeLoop loop, Process mine) {
    if (mine != process) {
      return;
    }
    if (!mine.isAlive()) {
      end(loop);
      world.after(
          Duration.ofSeconds(world.random.nextInt(1, 20)),
          () -> {
            if (mine == process && !stepping) {
              start();
            } else if (mine == process) {
              step(loop, mine);
            }
          });
      return;
    }
    boolean quiet = seen == broker.changes() && world.nanos() - polledAt < LONGEST_QUIET.toNanos();
    if (!quiet && !mine.isAsleep() && !stepping) {
      stepping = true;
      polledAt = world.nanos();
      seen = broker.changes();
      try {
        loop.step();
      } catch (Killed e) {
        world.note("encoder killed");
      } catch (EncoderFailedException | KafkaException e) {
        world.note("encoder ends: " + e.getClass().getSimpleName());
        mine.kill();
      } finally {
        stepping = false;
      }
    }
    world.after(seen == broker.changes() ? IDLE_TICK : TICK, () -> step(loop, mine));
  }
}
