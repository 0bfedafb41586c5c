package dev.kakera.sim;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.RecordMetadata;

/** A send under way; waiting for it lets the world go on. */
final class Sent implements Future<RecordMetadata> {
  private static final Duration EVER = Duration.ofDays(1);

  private final World world;
  private final Process process;
  private RecordMetadata metadata;
  private Exception failure;

  Sent(World world, Process process) {
    this.world = world;
    this.process = process;
  }

  void end(RecordMetadata landed, Exception why) {
    metadata = landed;
    failure = why;
  }

  @Override
  public RecordMetadata get() throws ExecutionException {
    try {
      return get(EVER.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new Violation("I-27", "a send never ends");
    }
  }

  @Override
  public RecordMetadata get(long timeout, TimeUnit unit)
      throws ExecutionException, TimeoutException {
    process.call();
    boolean ended =
        world.pump(Duration.ofNanos(unit.toNanos(timeout)), () -> isDone() || !process.isAlive());
    process.call();
    if (!ended) {
      throw new TimeoutException("no answer");
    }
    if (failure != null) {
      throw new ExecutionException(failure);
    }
    return metadata;
  }

  @Override
  public boolean cancel(boolean mayInterrupt) {
    return false;
  }

  @Override
  public boolean isCancelled() {
    return false;
  }

  @Override
  public boolean isDone() {
    return metadata != null || failure != null;
  }
}
