package dev.kakera.benchmarks.compare;

import dev.kakera.benchmarks.ChunkMaterial;
import dev.kakera.benchmarks.KernelChoice;
import dev.kakera.core.erasure.Geometry;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;

/**
 * The program of a fresh JVM: whole chunks of 1 MiB from its first moment on, until they run as
 * fast as they ever will. Prints one line of figures that {@link ColdComparison} reads.
 */
final class ColdRun {
  static final int FIRST_CHUNKS = 64;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final long RUN_NANOS = 5_000_000_000L;
  private static final long STEADY_NANOS = 1_500_000_000L;
  private static final int TRAINING_CHUNKS = 400;

  private ColdRun() {}

  /** When a chunk was done, by both clocks, in nanoseconds since the first began. */
  private record Done(long wall, long cpu) {}

  public static void main(String[] words) {
    KernelChoice.decideCold();
    boolean training = words.length > 0 && words[0].equals("train");
    try (ChunkMaterial material = new ChunkMaterial(1, new Geometry(4, 2), 1 << 20, 8 << 20)) {
      long wallStart = System.nanoTime();
      long cpuStart = THREADS.getCurrentThreadCpuTime();
      List<Done> done = new ArrayList<>();
      do {
        material.wholeChunk();
        done.add(
            new Done(System.nanoTime() - wallStart, THREADS.getCurrentThreadCpuTime() - cpuStart));
      } while (training ? done.size() < TRAINING_CHUNKS : isNotOver(done));
      if (!training) {
        print(done);
      }
    }
  }

  private static boolean isNotOver(List<Done> done) {
    return done.getLast().wall() < RUN_NANOS || done.size() < 2 * FIRST_CHUNKS;
  }

  private static void print(List<Done> done) {
    Done first = done.get(FIRST_CHUNKS - 1);
    Done last = done.getLast();
    int steadyFrom = done.size() - 2;
    while (steadyFrom > FIRST_CHUNKS && last.wall() - done.get(steadyFrom).wall() < STEADY_NANOS) {
      steadyFrom--;
    }
    Done from = done.get(steadyFrom);
    double chunks = done.size() - 1 - steadyFrom;
    double steadyCpu = (last.cpu() - from.cpu()) / chunks;
    double steadyWall = (last.wall() - from.wall()) / chunks;
    long firstSecond = done.stream().filter(each -> each.wall() <= 1_000_000_000L).count();
    long slowest = done.getFirst().wall();
    for (int chunk = 1; chunk < done.size(); chunk++) {
      slowest = Math.max(slowest, done.get(chunk).wall() - done.get(chunk - 1).wall());
    }
    System.out.printf(
        "%f %f %d %d%n",
        steadyCpu * FIRST_CHUNKS / first.cpu(),
        steadyWall * FIRST_CHUNKS / first.wall(),
        firstSecond,
        slowest / 1_000_000);
  }
}
