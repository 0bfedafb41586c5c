package dev.kakera.core.erasure.kernel;

import java.util.List;
import java.util.stream.Stream;

/** The kernels that the tests run on: all that can run in this JVM but the reference. */
public final class TestedKernels {
  private TestedKernels() {}

  public static List<String> names() {
    return Kernels.possible().stream()
        .filter(name -> !name.equals(Kernels.AUTO) && !name.equals("table"))
        .toList();
  }

  /** Named by their own names in reports. */
  public static Stream<Kernel> all() {
    return names().stream().map(Kernels::named);
  }
}
