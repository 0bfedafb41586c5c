package dev.kakera.posix;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Finds functions of the C library. Every handle takes the errno state as its first argument. */
final class NativeLibrary {
  static final StructLayout CALL_STATE = Linker.Option.captureStateLayout();
  static final VarHandle ERRNO =
      CALL_STATE.varHandle(StructLayout.PathElement.groupElement("errno"));

  private static final FunctionDescriptor SIX_WORDS =
      FunctionDescriptor.of(
          JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final Linker LINKER = Linker.nativeLinker();
  private static final SymbolLookup LIBRARY = LINKER.defaultLookup();
  private static final Linker.Option CAPTURE_ERRNO = Linker.Option.captureCallState("errno");

  static {
    if (ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN
        || !System.getProperty("os.name").equals("Linux")) {
      throw new UnsupportedOperationException(
          "File calls need 64-bit little-endian Linux, this is "
              + System.getProperty("os.name")
              + " "
              + System.getProperty("os.arch"));
    }
  }

  private NativeLibrary() {}

  /**
   * A handle of the first of these symbols that the library has: the errno state and six words in,
   * one word out.
   *
   * <p>One shape for all functions, since each shape costs 10 ms and more when a process starts. It
   * is sound where it is allowed: the calling conventions of x86-64 (System V) and arm64 (AAPCS64)
   * pass the first six integers and pointers in registers, of which a function reads the bits of
   * its own parameters and nothing else; an {@code int} result is the low half of the word, and the
   * caller casts it. Variadic integers travel the same way on both.
   */
  static MethodHandle bind(String... symbols) {
    return LINKER.downcallHandle(find(symbols), SIX_WORDS, CAPTURE_ERRNO);
  }

  /** Handles declare Throwable but downcalls throw only unchecked exceptions. */
  static RuntimeException unexpected(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    if (thrown instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    throw new IllegalStateException(
        "A call into the C library failed in an impossible way", thrown);
  }

  private static MemorySegment find(String... symbols) {
    for (String symbol : symbols) {
      var found = LIBRARY.find(symbol);
      if (found.isPresent()) {
        return found.get();
      }
    }
    throw new UnsupportedOperationException(
        "The C library has none of "
            + Arrays.toString(symbols)
            + "; use a system with glibc 2.30 or musl 1.2.5, or newer");
  }
}
