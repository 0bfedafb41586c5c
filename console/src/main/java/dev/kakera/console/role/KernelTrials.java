package dev.kakera.console.role;

import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.core.erasure.kernel.KernelTrial;
import dev.kakera.core.erasure.kernel.KernelUnavailableException;
import dev.kakera.core.erasure.kernel.Kernels;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out in the background whether a faster kernel may take over, and says so in the log. Trials
 * run one after the other, on a thread that is there only while there is one, and that leaves half
 * of its core to the work it competes with. Thread-safe.
 */
public final class KernelTrials implements KernelTrial.Background {
  private static final Logger LOG = LoggerFactory.getLogger(KernelTrials.class);

  private final Queue<KernelTrial> waiting = new ArrayDeque<>();
  private boolean running;

  KernelTrials() {}

  /**
   * Decides which kernel this process uses.
   *
   * @param wish what the user set, if anything
   */
  public static void decide(Optional<String> wish) {
    String name = wish.map(String::strip).filter(text -> !text.isEmpty()).orElse(Kernels.AUTO);
    try {
      Kernels.decide(name, new KernelTrials());
    } catch (KernelUnavailableException e) {
      throw new CommandFailure(MessageId.USAGE, "KAKERA_KERNEL: " + e.getMessage(), e);
    }
  }

  @Override
  public synchronized void run(KernelTrial trial) {
    waiting.add(trial);
    if (!running) {
      running = true;
      Thread.ofPlatform().daemon().name("kakera-kernel-trial").start(this::runAll);
    }
  }

  private void runAll() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    for (Optional<KernelTrial> trial = next(); trial.isPresent(); trial = next()) {
      KernelTrial.Verdict verdict =
          trial.get().run(threads::getCurrentThreadCpuTime, new Breather());
      if (verdict.faulty()) {
        LOG.warn("{}", verdict.words());
      } else {
        LOG.info("{}", verdict.words());
      }
    }
  }

  private synchronized Optional<KernelTrial> next() {
    Optional<KernelTrial> trial = Optional.ofNullable(waiting.poll());
    running = trial.isPresent();
    return trial;
  }

  /** Rests as long as it worked. */
  private static final class Breather implements Runnable {
    private long resumed = System.nanoTime();

    @Override
    public void run() {
      LockSupport.parkNanos(System.nanoTime() - resumed);
      resumed = System.nanoTime();
    }
  }
}
