package dev.kakera.benchmarks;

import dev.kakera.core.erasure.kernel.Kernel;
import dev.kakera.core.erasure.kernel.KernelTrial;
import dev.kakera.core.erasure.kernel.Kernels;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** The kernels by name, and which of them this process uses. */
public final class KernelChoice {
  /** The order in which the program tries them. */
  private static final List<String> FASTEST_FIRST = List.of("vector512", "vector128", "long");

  private KernelChoice() {}

  public static Kernel named(String name) {
    return Kernels.named(name);
  }

  /** The kernel that a warm process ends on, or that {@code KAKERA_KERNEL} names. */
  public static Kernel warm() {
    return Kernels.named(warmName());
  }

  /** Has this process use that kernel everywhere, from the first byte on. */
  public static void decideWarm() {
    Kernels.decide(warmName(), _ -> {});
  }

  /** Has this process find its kernel as the program does: plain first, trials beside the work. */
  public static void decideCold() {
    Kernels.decide(
        wish().orElse(Kernels.AUTO),
        trial -> Thread.ofPlatform().daemon().name("kernel-trial").start(() -> run(trial)));
  }

  /** Rests as long as it works, as the program has it. */
  private static void run(KernelTrial trial) {
    long[] resumed = {System.nanoTime()};
    KernelTrial.Verdict _ =
        trial.run(
            System::nanoTime,
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
