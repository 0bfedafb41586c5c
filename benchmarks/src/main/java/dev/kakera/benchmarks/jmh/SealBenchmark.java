package dev.kakera.benchmarks.jmh;

import dev.kakera.benchmarks.ChunkMaterial;
import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.id.StripeId;
import dev.kakera.core.seal.ObjectType;
import dev.kakera.core.seal.SealedHeader;
import dev.kakera.core.seal.Sealer;
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
import org.openjdk.jmh.annotations.Warmup;

/** The call shapes in which the program seals and opens: shards, and what is not a shard. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SealBenchmark {
  @Param({"4096", "262144", "1048576"})
  public int payloadBytes;

  private ChunkMaterial material;
  private Sealer sealer;
  private SealedHeader header;
  private SealedHeader wholeHeader;
  private StripeId stripe;
  private byte[] payload;
  private byte[] sealed;
  private byte[] sealedWhole;
  private byte[] opened;

  @Setup
  public void prepare() {
    material = new ChunkMaterial(1, new Geometry(4, 2), payloadBytes, payloadBytes);
    sealer = new Sealer(material.keys().keys());
    header = material.header(payloadBytes);
    wholeHeader = material.wholeHeader(payloadBytes);
    stripe = material.stripe();
    payload = material.bytes(payloadBytes);
    opened = new byte[payloadBytes];
    sealed = new byte[header.sealedSize()];
    sealer.sealShard(header, stripe, payload, sealed, 0);
    sealedWhole = sealer.sealWhole(wholeHeader, payload);
  }

  @TearDown
  public void close() {
    material.close();
  }

  @Benchmark
  public void sealShard() {
    sealer.sealShard(header, stripe, payload, sealed, 0);
  }

  @Benchmark
  public void openShard() {
    sealer.openShard(header, stripe, sealed, sealed.length, opened);
  }

  @Benchmark
  public byte[] sealWhole() {
    return sealer.sealWhole(wholeHeader, payload);
  }

  @Benchmark
  public byte[] openWhole() {
    return sealer.openWhole(ObjectType.BUNDLE, sealedWhole);
  }
}
