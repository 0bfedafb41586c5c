package dev.kakera.benchmarks.compare;

import com.sun.management.ThreadMXBean;
import dev.kakera.benchmarks.ChunkMaterial;
import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.id.StripeId;
import dev.kakera.core.seal.SealedHeader;
import dev.kakera.core.seal.Sealer;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A whole chunk of 1 MiB beside its parts, on two cores beside one, and what it allocates. */
final class ChunkComparison {
  private static final Geometry GEOMETRY = new Geometry(4, 2);
  private static final int CHUNK_BYTES = 1 << 20;
  private static final int SHARD_BYTES = CHUNK_BYTES / 4;
  private static final int SET_BYTES = 8 << 20;
  private static final long WARM_NANOS = 2_000_000_000L;
  private static final int ROUNDS = 61;
  private static final long TURN_NANOS = 15_000_000;
  private static final int ALLOCATION_CHUNKS = 200;
  private static final int CORE_ROUNDS = 7;
  private static final long CORE_NANOS = 700_000_000;

  private ChunkComparison() {}

  static void run(Ratios ratios) throws Exception {
    try (ChunkMaterial material = new ChunkMaterial(1, GEOMETRY, CHUNK_BYTES, SET_BYTES)) {
      material.settle();
      Contestant whole = new Contestant("chunk", CHUNK_BYTES, material::wholeChunk);
      Contestant hash =
          new Contestant("hash", CHUNK_BYTES, () -> material.hash(material.nextChunk()));
      Contestant seal = sealSix(material);
      Contest contest = Contest.run(List.of(whole, hash, seal), WARM_NANOS, ROUNDS, TURN_NANOS);
      ratios.put("chunk_vs_hash_and_seal", contest.shareOf(whole, hash, seal));
      ratios.put("chunk_gbps", contest.rate(whole) / 1e9);
      ratios.put("hash_gbps", contest.rate(hash) / 1e9);
      ratios.put("seal_six_shards_gbps", contest.rate(seal) / 1e9);
      ratios.put("alloc_bytes_per_chunk", allocation(material));
    }
    if (Runtime.getRuntime().availableProcessors() < 2) {
      ratios.nothing("two_cores_vs_one");
    } else {
      ratios.put("two_cores_vs_one", twoCores());
    }
  }

  /** The seal alone, of payloads and into targets that are there. */
  private static Contestant sealSix(ChunkMaterial material) {
    Sealer sealer = new Sealer(material.keys().keys());
    StripeId stripe = material.stripe();
    SealedHeader[] headers = new SealedHeader[GEOMETRY.n()];
    byte[][] payloads = new byte[GEOMETRY.n()][];
    byte[][] sealed = new byte[GEOMETRY.n()][];
    for (int index = 0; index < GEOMETRY.n(); index++) {
      headers[index] = material.header(SHARD_BYTES);
      payloads[index] = material.bytes(SHARD_BYTES);
      sealed[index] = new byte[headers[index].sealedSize()];
    }
    return new Contestant(
        "seal six",
        CHUNK_BYTES,
        () -> {
          for (int index = 0; index < GEOMETRY.n(); index++) {
            sealer.sealShard(headers[index], stripe, payloads[index], sealed[index], 0);
          }
        });
  }

  private static long allocation(ChunkMaterial material) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int chunk = 0; chunk < ALLOCATION_CHUNKS; chunk++) {
      material.wholeChunk();
    }
    return (threads.getCurrentThreadAllocatedBytes() - before) / ALLOCATION_CHUNKS;
  }

  /** By the clock, which is all that can show it; the best round of each, as others only take. */
  private static double twoCores() throws Exception {
    double one = 0;
    double two = 0;
    for (int round = 0; round < CORE_ROUNDS; round++) {
      one = Math.max(one, chunksPerSecond(1));
      two = Math.max(two, chunksPerSecond(2));
    }
    return two / one;
  }

  private static double chunksPerSecond(int threads) throws Exception {
    CyclicBarrier start = new CyclicBarrier(threads);
    List<Future<Double>> rates = new ArrayList<>();
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      for (int thread = 0; thread < threads; thread++) {
        long seed = thread;
        rates.add(executor.submit(() -> chunksPerSecond(seed, start)));
      }
    }
    double sum = 0;
    for (Future<Double> rate : rates) {
      sum += rate.get();
    }
    return sum;
  }

  private static double chunksPerSecond(long seed, CyclicBarrier start) throws Exception {
    try (ChunkMaterial material = new ChunkMaterial(seed, GEOMETRY, CHUNK_BYTES, SET_BYTES)) {
      material.settle();
      start.await();
      long begun = System.nanoTime();
      long chunks = 0;
      long spent;
      do {
        material.wholeChunk();
        chunks++;
        spent = System.nanoTime() - begun;
      } while (spent < CORE_NANOS);
      return chunks * 1e9 / spent;
    }
  }
}
