package dev.kakera.benchmarks.jmh;

import dev.kakera.benchmarks.ChunkMaterial;
import dev.kakera.core.cut.Cutter;
import dev.kakera.core.cut.GearTable;
import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.id.ChunkId;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What the scanner does with the bytes it reads: cuts 8 MiB, names a chunk of 1 MiB. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class HashBenchmark {
  private ChunkMaterial material;
  private Cutter cutter;
  private byte[] stream;

  @Setup
  public void prepare() {
    material = new ChunkMaterial(1, new Geometry(4, 2), 1 << 20, EncodeBenchmark.SET_BYTES);
    cutter = new Cutter(GearTable.keyed(material.bytes(GearTable.SEED_BYTES)));
    stream = material.bytes(EncodeBenchmark.SET_BYTES);
  }

  @TearDown
  public void close() {
    material.close();
  }

  @Benchmark
  public ChunkId hash() {
    return material.hash(material.nextChunk());
  }

  @Benchmark
  public int cut() {
    int chunks = 0;
    for (int at = 0; at < stream.length; chunks++) {
      at += cutter.cut(stream, at, stream.length - at, true);
    }
    return chunks;
  }
}
