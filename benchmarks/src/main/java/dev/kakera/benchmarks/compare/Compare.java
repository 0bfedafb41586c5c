package dev.kakera.benchmarks.compare;

import dev.kakera.benchmarks.KernelChoice;
import dev.kakera.core.erasure.kernel.Kernels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Prints all ratios as one JSON object; what it does meanwhile goes to standard error. */
public final class Compare {
  /** What can be asked for, in the order in which it runs. */
  private static final List<String> PARTS = List.of("coder", "seal", "chunk", "cold");

  private Compare() {}

  /**
   * @param words the parts to run; none is all
   */
  public static void main(String[] words) throws Exception {
    List<String> parts = words.length == 0 ? PARTS : List.of(words);
    List<String> unknown = parts.stream().filter(part -> !PARTS.contains(part)).toList();
    if (!unknown.isEmpty()) {
      System.err.println("no parts of the comparison: " + unknown + "; expected some of " + PARTS);
      System.exit(2);
    }
    KernelChoice.decideWarm();
    Ratios ratios = new Ratios();
    Optional<IsaL> isal = IsaL.find();
    Optional<OpenSsl> openSsl = OpenSsl.find();
    ratios.put("cpu", cpu());
    ratios.put("cores", Runtime.getRuntime().availableProcessors());
    ratios.put(
        "java",
        System.getProperty("java.vendor.version", "")
            + " "
            + System.getProperty("java.vm.version"));
    ratios.put("isal", isal.map(IsaL::version).orElse("missing; " + IsaL.INSTALL));
    ratios.put("openssl", openSsl.map(OpenSsl::version).orElse("missing; " + OpenSsl.INSTALL));
    long started = System.nanoTime();
    for (String part : PARTS) {
      if (parts.contains(part)) {
        say(part, started);
        switch (part) {
          case "coder" -> new CodeComparison(ratios, isal).run();
          case "seal" -> SealComparison.run(ratios, openSsl);
          case "chunk" -> ChunkComparison.run(ratios);
          default -> ColdComparison.run(ratios);
        }
      }
    }
    ratios.put("kernel", KernelChoice.warm().name());
    ratios.put("kernel_reason", Kernels.reason());
    ratios.put("seconds", (System.nanoTime() - started) / 1_000_000_000);
    System.out.println(ratios);
  }

  private static void say(String what, long started) {
    System.err.printf("%3d s  %s%n", (System.nanoTime() - started) / 1_000_000_000, what);
  }

  private static String cpu() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException e) {
      return System.getProperty("os.arch");
    }
  }
}
