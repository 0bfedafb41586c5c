package dev.kakera.benchmarks.compare;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.kakera.benchmarks.StripeSet;
import dev.kakera.core.erasure.Geometry;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Intel's ISA-L (isa-l/erasure_code.h) in its best shape: native memory, aligned, tables made once.
 */
final class IsaL {
  /** What to install when it is missing. */
  static final String INSTALL = "apt-get install libisal2";

  private static final int ALIGNMENT = 64;
  private static final int TABLE_BYTES = 32;

  private final NativeLibrary library;
  private final MethodHandle initTables;
  private final MethodHandle encodeData;
  private final MethodHandle cauchyMatrix;
  private final MethodHandle invertMatrix;

  private IsaL(NativeLibrary library) {
    this.library = library;
    initTables =
        library.function(
            "ec_init_tables", FunctionDescriptor.ofVoid(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS));
    encodeData =
        library.function(
            "ec_encode_data",
            FunctionDescriptor.ofVoid(JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, ADDRESS));
    cauchyMatrix =
        library.function(
            "gf_gen_cauchy1_matrix", FunctionDescriptor.ofVoid(ADDRESS, JAVA_INT, JAVA_INT));
    invertMatrix =
        library.function(
            "gf_invert_matrix", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT));
  }

  static Optional<IsaL> find() {
    return NativeLibrary.find("KAKERA_ISAL", List.of("libisal.so.2", "libisal.so")).map(IsaL::new);
  }

  String version() {
    return library.file("libisal");
  }

  /** Encoding of a set of stripes, one a turn. */
  Contestant encoder(Arena arena, Geometry geometry, int shardBytes, int setBytes) {
    int k = geometry.k();
    MemorySegment matrix = matrix(arena, geometry);
    MemorySegment rows = matrix.asSlice((long) k * k);
    return contestant("ISA-L encode", arena, geometry, shardBytes, setBytes, rows, geometry.m(), 0);
  }

  /** Rebuilding of as many data shards as may be lost, from the others and parity. */
  Contestant decoder(Arena arena, Geometry geometry, int shardBytes, int setBytes) {
    int k = geometry.k();
    int lost = Math.min(k, geometry.m());
    MemorySegment matrix = matrix(arena, geometry);
    MemorySegment survivors = arena.allocate((long) k * k);
    MemorySegment inverse = arena.allocate((long) k * k);
    MemorySegment.copy(matrix, (long) lost * k, survivors, 0, (long) k * k);
    try {
      int status = (int) invertMatrix.invokeExact(survivors, inverse, k);
      if (status != 0) {
        throw new IllegalStateException("ISA-L cannot invert its own Cauchy matrix");
      }
    } catch (Throwable e) {
      throw failed(e);
    }
    return contestant("ISA-L decode", arena, geometry, shardBytes, setBytes, inverse, lost, lost);
  }

  private MemorySegment matrix(Arena arena, Geometry geometry) {
    MemorySegment matrix = arena.allocate((long) geometry.n() * geometry.k());
    try {
      cauchyMatrix.invokeExact(matrix, geometry.n(), geometry.k());
    } catch (Throwable e) {
      throw failed(e);
    }
    return matrix;
  }

  /**
   * @param coefficients of the outputs, row by row
   * @param firstInput index of the shard that is the first of k inputs
   */
  private Contestant contestant(
      String name,
      Arena arena,
      Geometry geometry,
      int shardBytes,
      int setBytes,
      MemorySegment coefficients,
      int outputs,
      int firstInput) {
    int k = geometry.k();
    MemorySegment tables = arena.allocate((long) TABLE_BYTES * k * outputs, ALIGNMENT);
    try {
      initTables.invokeExact(k, outputs, coefficients, tables);
    } catch (Throwable e) {
      throw failed(e);
    }
    int count = StripeSet.count(geometry, shardBytes, setBytes);
    MemorySegment[] in = new MemorySegment[count];
    MemorySegment[] out = new MemorySegment[count];
    for (int stripe = 0; stripe < count; stripe++) {
      MemorySegment shards = shards(arena, geometry, shardBytes, stripe);
      in[stripe] = pointers(arena, shards, shardBytes, firstInput, k);
      // What is computed takes the place of the shards that are no inputs.
      out[stripe] = pointers(arena, shards, shardBytes, firstInput == 0 ? k : 0, outputs);
    }
    Turn turn = new Turn();
    return new Contestant(
        name,
        (long) k * shardBytes,
        () -> {
          int stripe = turn.next(count);
          try {
            encodeData.invokeExact(shardBytes, k, outputs, tables, in[stripe], out[stripe]);
          } catch (Throwable e) {
            throw failed(e);
          }
        });
  }

  private static MemorySegment shards(Arena arena, Geometry geometry, int shardBytes, int seed) {
    long size = (long) geometry.n() * shardBytes;
    MemorySegment shards = arena.allocate(size, ALIGNMENT);
    byte[] random = new byte[(int) size];
    new SplittableRandom(seed).nextBytes(random);
    MemorySegment.copy(random, 0, shards, JAVA_BYTE, 0, random.length);
    return shards;
  }

  private static MemorySegment pointers(
      Arena arena, MemorySegment shards, int shardBytes, int first, int count) {
    MemorySegment pointers = arena.allocate(ADDRESS, count);
    for (int index = 0; index < count; index++) {
      pointers.setAtIndex(
          ADDRESS, index, shards.asSlice((long) (first + index) * shardBytes, shardBytes));
    }
    return pointers;
  }

  private static IllegalStateException failed(Throwable e) {
    return new IllegalStateException("a call into ISA-L failed: " + e, e);
  }

  /** Whose turn it is. */
  private static final class Turn {
    private int next;

    int next(int count) {
      int now = next;
      next = (next + 1) % count;
      return now;
    }
  }
}
