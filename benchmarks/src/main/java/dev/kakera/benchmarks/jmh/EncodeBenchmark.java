package dev.kakera.benchmarks.jmh;

import dev.kakera.benchmarks.KernelChoice;
import dev.kakera.benchmarks.StripeSet;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * Each kernel on each geometry; a step encodes one stripe, of an 8 MB set. Kernels that cannot run
 * here fail, and JMH goes on with the next: name those wanted with {@code -p kernel=...}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class EncodeBenchmark {
  static final int SET_BYTES = 8 << 20;

  @Param({"table", "long", "vector128", "vector256", "vector512"})
  public String kernel;

  @Param({"4+2", "2+4", "10+4"})
  public String geometry;

  @Param({"262144", "1048576"})
  public int shardBytes;

  private StripeSet stripes;

  @Setup
  public void prepare() {
    stripes =
        new StripeSet(
            1, Geometry.parse(geometry), KernelChoice.named(kernel), shardBytes, SET_BYTES);
  }

  @Benchmark
  public void encode() {
    stripes.encode();
  }
}
