package dev.kakera.benchmarks.compare;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The C library's memcpy over a set of data, a piece a turn: what a byte costs that only moves. */
final class Memcpy {
  private Memcpy() {}

  static Contestant contestant(Arena arena, int pieceBytes, int setBytes) {
    Linker linker = Linker.nativeLinker();
    MethodHandle copy =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("memcpy"),
            FunctionDescriptor.of(ADDRESS, ADDRESS, ADDRESS, JAVA_LONG));
    MemorySegment from = arena.allocate(setBytes, 64).fill((byte) 1);
    MemorySegment to = arena.allocate(setBytes, 64).fill((byte) 2);
    long[] at = new long[1];
    return new Contestant(
        "memcpy",
        pieceBytes,
        () -> {
          try {
            MemorySegment _ =
                (MemorySegment)
                    copy.invokeExact(
                        to.asSlice(at[0], pieceBytes),
                        from.asSlice(at[0], pieceBytes),
                        (long) pieceBytes);
          } catch (Throwable e) {
            throw new IllegalStateException("memcpy failed: " + e, e);
          }
          at[0] = at[0] + 2L * pieceBytes > setBytes ? 0 : at[0] + pieceBytes;
        });
  }
}
