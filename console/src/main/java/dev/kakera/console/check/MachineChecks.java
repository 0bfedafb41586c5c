package dev.kakera.console.check;

import dev.kakera.core.cipher.Aeads;
import dev.kakera.core.erasure.kernel.Kernels;
import java.util.List;

/** What this machine gives; nothing here ever stops a command. */
public final class MachineChecks {
  private MachineChecks() {}

  public static List<Check> all() {
    return List.of(
        Check.of(Prerequisite.CODER, MachineChecks::coder),
        Check.of(Prerequisite.CORES, MachineChecks::cores));
  }

  private static List<Finding> coder() {
    String text = "%s; cipher %s".formatted(Kernels.reason(), Aeads.reason());
    return Kernels.fellBack()
        ? List.of(new Finding.Warned(text + ". See what it costs: kakera bench"))
        : DataChecks.good(text);
  }

  private static List<Finding> cores() {
    int cores = Runtime.getRuntime().availableProcessors();
    return cores == 1
        ? List.of(
            new Finding.Warned(
                "one core, by this machine or the container's limit; encoding and everything else share it"))
        : DataChecks.good("%d cores".formatted(cores));
  }
}
