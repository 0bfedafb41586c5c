package dev.kakera.benchmarks;

import dev.kakera.core.erasure.kernel.Kernel;
import dev.kakera.core.erasure.kernel.Kernels;
import dev.kakera.core.erasure.kernel.LongKernel;
import dev.kakera.core.erasure.kernel.TableKernel;
import java.util.List;

/** The kernels by name: the one place here that knows which there are. */
public final class KernelChoice {
  private KernelChoice() {}

  /** Those that can run on this machine. */
  public static List<String> possible() {
    return List.of("table", "long");
  }

  /**
   * @throws IllegalArgumentException if there is none of this name here
   */
  public static Kernel named(String name) {
    return switch (name) {
      case "table" -> new TableKernel();
      case "long" -> new LongKernel();
      default ->
          throw new IllegalArgumentException(
              "kernel %s cannot run here; expected one of %s".formatted(name, possible()));
    };
  }

  /** The kernel that a warm process ends on. */
  public static Kernel warm() {
    return Kernels.chosen();
  }
}
