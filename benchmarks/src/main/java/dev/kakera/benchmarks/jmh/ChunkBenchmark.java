package dev.kakera.benchmarks.jmh;

import dev.kakera.benchmarks.ChunkMaterial;
import dev.kakera.benchmarks.KernelChoice;
import dev.kakera.core.erasure.Geometry;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Hash, encode, prove and seal of a whole chunk, at one core and at all. The gc profiler's {@code
 * gc.alloc.rate.norm} is what is allocated for a chunk.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class ChunkBenchmark {
  @Param({"4+2", "2+4", "10+4"})
  public String geometry;

  private ChunkMaterial material;

  @Setup
  public void prepare() {
    KernelChoice.decideWarm();
    material = new ChunkMaterial(1, Geometry.parse(geometry), 1 << 20, EncodeBenchmark.SET_BYTES);
    material.settle();
  }

  @TearDown
  public void close() {
    material.close();
  }

  @Benchmark
  @Threads(1)
  public void oneCore() {
    material.wholeChunk();
  }

  @Benchmark
  @Threads(Threads.MAX)
  public void allCores() {
    material.wholeChunk();
  }
}
