package dev.kakera.sim;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Runs seeds, and makes of one that fails the shortest list of faults that still fails. */
public final class Sim {
  private Sim() {}

  /** In memory where there is such a place: the catalog is synced thousands of times a second. */
  public static Path folder() throws IOException {
    Path memory = Path.of("/dev/shm");
    return Files.isWritable(memory)
        ? Files.createTempDirectory(memory, "kakera-sim")
        : Files.createTempDirectory("kakera-sim");
  }

  public static Simulation.Result run(long seed, List<Fault> only) {
    try {
      Path folder = folder();
      try {
        return Simulation.run(seed, only, folder);
      } finally {
        delete(folder);
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  /** Leaves out what can be left out, while any invariant still fails. */
  public static List<Fault> shrink(long seed, List<Fault> faults) {
    List<Fault> shortest = new ArrayList<>(faults);
    for (int size = Math.max(1, shortest.size() / 2); size >= 1; size /= 2) {
      for (int from = 0; from < shortest.size(); ) {
        List<Fault> tried = new ArrayList<>(shortest.subList(0, from));
        tried.addAll(shortest.subList(Math.min(shortest.size(), from + size), shortest.size()));
        if (run(seed, tried).violation() != null) {
          shortest = tried;
        } else {
          from += size;
        }
      }
    }
    return shortest;
  }

  /**
   * One seed with the faults that are given: {@code seed ["fault" ...]}, or {@code seed count} for
   * many seeds with their own.
   */
  public static void main(String[] arguments) {
    long seed = Long.parseLong(arguments[0]);
    if (arguments.length == 2 && !arguments[1].contains(" ")) {
      System.out.println(Seeds.run(seed, Integer.parseInt(arguments[1])).report());
    } else {
      List<Fault> only = Stream.of(arguments).skip(1).map(Fault::parse).toList();
      System.out.println(run(seed, only));
    }
  }
}
