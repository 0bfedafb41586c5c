package dev.kakera.posix;

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

  /** A handle of the first of these symbols that the library has. */
  static MethodHandle bind(FunctionDescriptor signature, String... symbols) {
    return LINKER.downcallHandle(find(symbols), signature, CAPTURE_ERRNO);
  }

  /** The same for a function whose arguments vary from {@code firstVariadic} (from 0) on. */
  static MethodHandle bindVariadic(
      FunctionDescriptor signature, int firstVariadic, String... symbols) {
    return LINKER.downcallHandle(
        find(symbols), signature, CAPTURE_ERRNO, Linker.Option.firstVariadicArg(firstVariadic));
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
