package dev.kakera.console.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Times stages: the best of a few passes, since on a machine that does other things as well the
 * best one says most about the stage. Only the steps themselves are timed.
 */
public final class StageTimer {
  private static final int ROUNDS_ON_ALL_CORES = 2;

  /** For all parts to be ready: one that fails to open must not leave the others waiting. */
  private static final long OPEN_SECONDS = 30;

  private final LongSupplier nanos;
  private final int passBytes;

  /**
   * @param nanos a monotonic clock
   * @param passBytes what one pass puts through
   */
  public StageTimer(LongSupplier nanos, int passBytes) {
    this.nanos = nanos;
    this.passBytes = passBytes;
  }

  /** Bytes per second on one core. Ends soon after the budget, and after one step at least. */
  public double one(BenchStage stage, long budgetNanos) throws IOException, InterruptedException {
    long end = nanos.getAsLong() + budgetNanos;
    double best = 0;
    long total = 0;
    try (BenchStage.Work work = stage.open(0, 1)) {
      do {
        Pass pass = pass(work, passBytes, end);
        work.settle();
        pass.add(0, nanos.getAsLong());
        best = Math.max(best, pass.rate());
        total += pass.bytes;
      } while (nanos.getAsLong() < end && total < stage.bytesMax());
    }
    return best;
  }

  /** Bytes per second of all cores together. */
  public double all(BenchStage stage, int threads, long budgetNanos)
      throws IOException, InterruptedException {
    double best = 0;
    try (ExecutorService executor =
        Executors.newThreadPerTaskExecutor(Thread.ofPlatform().name("bench-", 0).factory())) {
      for (int round = 0; round < ROUNDS_ON_ALL_CORES; round++) {
        CyclicBarrier start = new CyclicBarrier(threads);
        List<Callable<Double>> tasks = new ArrayList<>();
        for (int part = 0; part < threads; part++) {
          int mine = part;
          tasks.add(() -> share(stage, mine, start, budgetNanos / ROUNDS_ON_ALL_CORES));
        }
        double sum = 0;
        for (Future<Double> rate : executor.invokeAll(tasks)) {
          sum += result(rate);
        }
        best = Math.max(best, sum);
      }
    }
    return best;
  }

  private double share(BenchStage stage, int part, CyclicBarrier start, long budgetNanos)
      throws Exception {
    try (BenchStage.Work work = stage.open(part, start.getParties())) {
      start.await(OPEN_SECONDS, TimeUnit.SECONDS);
      Pass pass = pass(work, Long.MAX_VALUE, nanos.getAsLong() + budgetNanos);
      return pass.rate();
    }
  }

  private Pass pass(BenchStage.Work work, long bytesMax, long end)
      throws IOException, InterruptedException {
    Pass pass = new Pass();
    long now;
    do {
      work.prepare();
      pass.startedAt = nanos.getAsLong();
      int bytes = work.step();
      now = nanos.getAsLong();
      pass.add(bytes, now);
    } while (now < end && pass.bytes < bytesMax);
    return pass;
  }

  private static double result(Future<Double> rate) throws IOException, InterruptedException {
    try {
      return rate.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException io -> throw io;
        case InterruptedException interrupted -> throw interrupted;
        case RuntimeException cause -> throw cause;
        default -> throw new IllegalStateException(e.getCause());
      }
    }
  }

  private static final class Pass {
    private long startedAt;
    private long bytes;
    private long spent;

    void add(int count, long now) {
      bytes += count;
      spent += now - startedAt;
      startedAt = now;
    }

    double rate() {
      return bytes * 1e9 / Math.max(1, spent);
    }
  }
}
