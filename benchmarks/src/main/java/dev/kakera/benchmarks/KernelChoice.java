package dev.kakera.benchmarks;

import dev.kakera.core.erasure.kernel.Kernel;
import dev.kakera.core.erasure.kernel.KernelTrial;
import dev.kakera.core.erasure.kernel.Kernels;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/** The kernels by name, and which of them this process uses. */
public final class KernelChoice {
  /** The order in which the program tries them. */
  private static final List<String> FASTEST_FIRST = List.of("vector512", "vector128", "long");

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final Queue<KernelTrial> WAITING = new ConcurrentLinkedQueue<>();

  private KernelChoice() {}

  public static Kernel named(String name) {
    return Kernels.named(name);
  }

  /** The kernel of this process. */
  public static Kernel warm() {
    return Kernels.chosen();
  }

  /**
   * Has this process use the kernel that a warm process ends on, or that {@code KAKERA_KERNEL}
   * names, after {@link #settle}.
   */
  public static void decideWarm() {
    Kernels.decide(warmName(), WAITING::add);
  }

  /** Runs the trials of all matrices that were used since, on this thread and without rests. */
  public static void settle() {
    for (KernelTrial trial = WAITING.poll(); trial != null; trial = WAITING.poll()) {
      KernelTrial.Verdict verdict = trial.run(THREADS::getCurrentThreadCpuTime, () -> {});
      System.err.println("       " + verdict.words());
    }
  }

  /** Has this process find its kernel as the program does: plain first, trials beside the work. */
  public static void decideCold() {
    Kernels.decide(wish().orElse(Kernels.AUTO), KernelChoice::runBeside);
  }

  private static void runBeside(KernelTrial trial) {
    Thread.ofPlatform().daemon().name("kernel-trial").start(() -> run(trial));
  }

  /** Rests as long as it works, as the program has it. */
  private static void run(KernelTrial trial) {
    long[] resumed = {System.nanoTime()};
    KernelTrial.Verdict _ =
        trial.run(
            THREADS::getCurrentThreadCpuTime,
            () -> {
              LockSupport.parkNanos(System.nanoTime() - resumed[0]);
              resumed[0] = System.nanoTime();
            });
  }

  private static String warmName() {
    List<String> possible = Kernels.possible();
    return wish()
        .orElseGet(
            () -> FASTEST_FIRST.stream().filter(possible::contains).findFirst().orElseThrow());
  }

  private static Optional<String> wish() {
    return Optional.ofNullable(System.getenv("KAKERA_KERNEL"))
        .filter(name -> !name.isBlank() && !name.equals(Kernels.AUTO));
  }
}
