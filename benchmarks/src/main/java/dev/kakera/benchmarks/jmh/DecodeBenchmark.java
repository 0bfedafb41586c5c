package dev.kakera.benchmarks.jmh;

import dev.kakera.benchmarks.KernelChoice;
import dev.kakera.benchmarks.StripeSet;
import dev.kakera.core.erasure.Geometry;
import java.util.Arrays;
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
import org.openjdk.jmh.annotations.Warmup;

/** Patterns of loss on 4+2 with shards of 256 KiB: nothing lost, parity only, one, two. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class DecodeBenchmark {
  private static final Geometry GEOMETRY = new Geometry(4, 2);

  /** Indexes of the lost shards. */
  @Param({"", "4 5", "0", "3", "0 1", "1 3", "0 5"})
  public String lost;

  private StripeSet stripes;
  private boolean[] present;

  @Setup
  public void prepare() {
    stripes = new StripeSet(1, GEOMETRY, KernelChoice.warm(), 256 << 10, EncodeBenchmark.SET_BYTES);
    present = new boolean[GEOMETRY.n()];
    Arrays.fill(present, true);
    for (String index : lost.isEmpty() ? new String[0] : lost.split(" ")) {
      present[Integer.parseInt(index)] = false;
    }
  }

  @Benchmark
  public void decode() {
    stripes.decode(present);
  }
}
