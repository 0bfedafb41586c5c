package dev.kakera.console.bench;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.VMOption;
import dev.kakera.core.cipher.Aeads;
import dev.kakera.core.erasure.kernel.Kernels;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.module.ModuleFinder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads the facts. */
final class MachineProbe {
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
  private static final int OPTIMISER_LEVEL = 4;

  /** Flags behind which the fast paths of the cipher and the hash lie. */
  private static final List<String> INTRINSICS =
      List.of("UseChaCha20Intrinsics", "UsePoly1305Intrinsics", "UseSHA", "UseSHA256Intrinsics");

  private MachineProbe() {}

  static boolean isInterpreted() {
    return System.getProperty("java.vm.info", "").contains("interpreted");
  }

  /** Whether a faster kernel is still to be expected to take over. */
  static boolean awaitsVectorKernel() {
    MachineFacts facts = read();
    return facts.canVector()
        && facts.hasVectorModule()
        && facts.forcedKernel().map(name -> name.startsWith("vector")).orElse(true)
        && !facts.runsVectorKernel();
  }

  /** The kernel is the one that runs now: ask after measuring. */
  static MachineFacts read() {
    List<String> cpuLines = cpuLines();
    return new MachineFacts(
        first(cpuLines, "model name", "Model").orElse(System.getProperty("os.arch")),
        Set.copyOf(
            new HashSet<>(
                Arrays.asList(first(cpuLines, "flags", "Features").orElse("").split(" +")))),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("java.vm.version"),
        isInterpreted(),
        flag("TieredStopAtLevel")
            .map(level -> Integer.parseInt(level) >= OPTIMISER_LEVEL)
            .orElse(true),
        ModuleFinder.ofSystem().find("jdk.incubator.vector").isPresent(),
        Kernels.chosen().name(),
        Kernels.reason(),
        forcedKernel(),
        Aeads.isNative(),
        Aeads.reason(),
        Set.copyOf(
            INTRINSICS.stream()
                .filter(name -> option(name).map(MachineProbe::isSetToOff).orElse(false))
                .toList()));
  }

  private static Optional<String> forcedKernel() {
    return Optional.ofNullable(System.getenv("KAKERA_KERNEL"))
        .map(String::strip)
        .filter(name -> !name.isEmpty() && !name.equals("auto"));
  }

  private static Optional<String> flag(String name) {
    return option(name).map(VMOption::getValue);
  }

  /** Off by somebody's wish. What the JVM leaves off by itself, this CPU does not have. */
  private static boolean isSetToOff(VMOption option) {
    return option.getValue().equals("false")
        && option.getOrigin() != VMOption.Origin.DEFAULT
        && option.getOrigin() != VMOption.Origin.ERGONOMIC;
  }

  /**
   * Empty when this JVM has none of that name, and also for a diagnostic flag that is locked:
   * nobody can have changed it then.
   */
  private static Optional<VMOption> option(String name) {
    HotSpotDiagnosticMXBean bean =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    if (bean == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(bean.getVMOption(name));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static List<String> cpuLines() {
    try (Stream<String> lines = Files.lines(CPU_INFO, StandardCharsets.ISO_8859_1)) {
      return lines.toList();
    } catch (IOException e) {
      return List.of(); // another system: less is known then
    }
  }

  private static Optional<String> first(List<String> lines, String... names) {
    return lines.stream()
        .filter(line -> Arrays.stream(names).anyMatch(line::startsWith))
        .filter(line -> line.indexOf(':') > 0)
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst();
  }
}
