package dev.kakera.benchmarks.compare;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Fresh JVMs on whole chunks, with and without an AOT cache. Medians over a few. */
final class ColdComparison {
  private static final int JVMS = 3;

  private ColdComparison() {}

  static void run(Ratios ratios) throws IOException, InterruptedException {
    put(ratios, "cold", List.of());
    Path folder = Files.createTempDirectory("kakera-cold-");
    Path cache = folder.resolve("cold.aot");
    try {
      start(List.of("-XX:AOTCacheOutput=" + cache), "train");
      put(ratios, "cold_aot", List.of("-XX:AOTCache=" + cache));
    } finally {
      Files.deleteIfExists(cache);
      Files.deleteIfExists(folder.resolve("cold.aot.config"));
      Files.delete(folder);
    }
  }

  private static void put(Ratios ratios, String name, List<String> flags)
      throws IOException, InterruptedException {
    List<List<Double>> figures = new ArrayList<>();
    for (int jvm = 0; jvm < JVMS; jvm++) {
      String[] words = start(flags).strip().split(" ");
      for (int figure = 0; figure < words.length; figure++) {
        if (jvm == 0) {
          figures.add(new ArrayList<>());
        }
        figures.get(figure).add(Double.parseDouble(words[figure]));
      }
    }
    ratios.put(name + "_64mb_vs_steady", Contest.median(figures.get(0)));
    ratios.put(name + "_64mb_vs_steady_by_the_clock", Contest.median(figures.get(1)));
    ratios.put(name + "_first_second_mib", Math.round(Contest.median(figures.get(2))));
    ratios.put(name + "_slowest_chunk_ms", Math.round(Contest.median(figures.get(3))));
  }

  private static String start(List<String> flags, String... words)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(flags);
    command.addAll(List.of("-Xlog:disable", "-Xlog:all=error:stderr"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(ColdRun.class.getName());
    command.addAll(List.of(words));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String output;
    try (BufferedReader reader = process.inputReader()) {
      output = String.join("\n", reader.readAllLines());
    }
    int exitCode = process.waitFor();
    if (exitCode != 0) {
      throw new IOException(
          "a fresh JVM ended with %d, expected 0: %s".formatted(exitCode, command));
    }
    return output;
  }
}
