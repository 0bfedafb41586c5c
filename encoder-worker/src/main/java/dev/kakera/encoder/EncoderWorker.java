package dev.kakera.encoder;

import dev.kakera.core.erasure.kernel.Kernels;
import dev.kakera.schemas.ClientSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.clients.consumer.ShareConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An encoder worker: threads that are each a member of the share group of encoders, and one
 * producer for all. Any number of workers take chunks from the same topic.
 *
 * <p>The topics and the group's settings must be there before ({@code TopicSettings}, {@code
 * GroupSettings}). Thread-safe.
 */
public final class EncoderWorker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EncoderWorker.class);
  private static final Duration STOP_GRACE = Duration.ofSeconds(10);
  private static final Duration THREAD_END = Duration.ofSeconds(8);
  private static final Duration PRODUCER_CLOSE = Duration.ofSeconds(5);

  private final EncoderSettings settings;
  private final Producer<byte[], byte[]> producer;
  private final EncoderStats stats = new EncoderStats();
  private final LongSupplier nanos = System::nanoTime;
  private final StopSignal stop = new StopSignal(nanos);
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final List<EncodeLoop> loops = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();

  private EncoderWorker(EncoderSettings settings, Producer<byte[], byte[]> producer) {
    this.settings = settings;
    this.producer = producer;
  }

  /**
   * Starts the threads and returns; does not wait for the broker.
   *
   * @throws org.apache.kafka.common.KafkaException when a client cannot be made of the settings
   */
  public static EncoderWorker start(EncoderSettings settings) {
    EncoderWorker worker = new EncoderWorker(settings, producer(settings));
    try {
      for (int index = 0; index < settings.threads(); index++) {
        worker.add(consumer(settings, index), index);
      }
    } catch (RuntimeException e) {
      worker.loops.forEach(EncodeLoop::close);
      worker.producer.close(Duration.ZERO);
      throw e;
    }
    worker.threads.forEach(Thread::start);
    LOG.info("encoder {} takes chunks with {} threads", settings.workerName(), settings.threads());
    logKernel();
    return worker;
  }

  private static void logKernel() {
    if (Kernels.fellBack()) {
      LOG.warn("{}", Kernels.reason());
    } else {
      LOG.info("{}", Kernels.reason());
    }
  }

  /** What it did so far. */
  public EncoderStats stats() {
    return stats;
  }

  /**
   * Why it stopped by itself; empty while it works, and after an ordinary close. A worker that
   * failed must still be closed.
   */
  public Optional<Throwable> failure() {
    return Optional.ofNullable(failure.get());
  }

  /** Whether a thread of it still takes chunks. */
  public boolean isRunning() {
    return !stop.stopping() && threads.stream().anyMatch(Thread::isAlive);
  }

  /**
   * Takes no more chunks, lets the ones that were begun go on for 10 s, gives the others back.
   * Returns within 30 s.
   */
  @Override
  public void close() {
    endLoops();
    boolean interrupted = !join(STOP_GRACE.plus(THREAD_END));
    for (Thread thread : threads) {
      if (thread.isAlive()) {
        LOG.warn("{} does not end, it is interrupted", thread.getName());
        thread.interrupt();
      }
    }
    interrupted |= !join(Duration.ofSeconds(2));
    producer.close(PRODUCER_CLOSE);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void add(ShareConsumer<byte[], byte[]> consumer, int index) {
    LoopContext context =
        new LoopContext(settings, producer, stats, stop, Patience.STANDARD, nanos);
    EncodeLoop loop = new EncodeLoop(context, consumer, new LinkedBlockingQueue<>());
    loops.add(loop);
    threads.add(
        Thread.ofPlatform().daemon().name("kakera-encoder-" + index).unstarted(() -> run(loop)));
  }

  private void run(EncodeLoop loop) {
    try (loop) {
      loop.run();
    } catch (WakeupException | InterruptException e) {
      if (!stop.stopping()) {
        fail(e);
      }
    } catch (RuntimeException | Error e) {
      fail(e);
    }
  }

  private void fail(Throwable cause) {
    String message = "encoder %s stops: %s".formatted(settings.workerName(), cause.getMessage());
    if (failure.compareAndSet(null, new EncoderFailedException(message, cause))) {
      LOG.error(message, cause);
    }
    endLoops();
  }

  private void endLoops() {
    stop.stop(STOP_GRACE);
    loops.forEach(EncodeLoop::wake);
  }

  /** False when this thread was interrupted meanwhile. */
  private boolean join(Duration wait) {
    long deadline = nanos.getAsLong() + wait.toNanos();
    try {
      for (Thread thread : threads) {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - nanos.getAsLong());
        thread.join(Math.max(1, left));
      }
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  private static Producer<byte[], byte[]> producer(EncoderSettings settings) {
    Map<String, Object> config =
        ClientSettings.producer(
            settings.bootstrap(), clientId(settings), ClientSettings.Role.ENCODER);
    config.putAll(settings.transport());
    return new KafkaProducer<>(config);
  }

  private static ShareConsumer<byte[], byte[]> consumer(EncoderSettings settings, int index) {
    Map<String, Object> config =
        new HashMap<>(
            ClientSettings.shareConsumer(
                settings.bootstrap(),
                clientId(settings) + "-" + index,
                settings.topics().encoderGroup()));
    config.putAll(settings.transport());
    return new KafkaShareConsumer<>(config);
  }

  private static String clientId(EncoderSettings settings) {
    return "encoder-" + settings.workerName();
  }
}
