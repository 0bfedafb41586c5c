package dev.kakera.core.cipher;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Optional;

/**
 * The system's libcrypto (OpenSSL 1.1 and later), as far as ChaCha20-Poly1305 needs it:
 * openssl/evp.h.
 *
 * <p>All functions are called in one shape, five pointers and a word, since each shape costs ten
 * milliseconds when a process starts; see {@code dev.kakera.posix.NativeLibrary} for why that is
 * sound. Arrays are passed as they are: the collector waits while a call runs, so calls are kept
 * short.
 */
final class NativeCrypto {
  private static final List<String> NAMES =
      List.of("libcrypto.so.3", "libcrypto.so.4", "libcrypto.so.1.1");
  private static final FunctionDescriptor SHAPE =
      FunctionDescriptor.of(JAVA_LONG, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG);
  private static final Linker.Option ON_ARRAYS = Linker.Option.critical(true);

  final MethodHandle newContext;
  final MethodHandle freeContext;
  final MethodHandle init;
  final MethodHandle update;
  final MethodHandle end;
  final MethodHandle control;

  /** {@code EVP_chacha20_poly1305()}. */
  final MemorySegment algorithm;

  private NativeCrypto(SymbolLookup library) throws Throwable {
    newContext = bind(library, "EVP_CIPHER_CTX_new");
    freeContext = bind(library, "EVP_CIPHER_CTX_free");
    init = bind(library, "EVP_CipherInit_ex");
    update = bind(library, "EVP_CipherUpdate");
    end = bind(library, "EVP_CipherFinal_ex");
    control = bind(library, "EVP_CIPHER_CTX_ctrl");
    MemorySegment none = MemorySegment.NULL;
    algorithm =
        MemorySegment.ofAddress(
            (long)
                bind(library, "EVP_chacha20_poly1305")
                    .invokeExact(none, none, none, none, none, 0L));
    if (algorithm.address() == 0) {
      throw new UnsupportedOperationException("it has no ChaCha20-Poly1305");
    }
  }

  /** Empty where there is none; why, is told by {@link Aeads#reason}. */
  static Optional<NativeCrypto> find() {
    for (String name : NAMES) {
      try {
        return Optional.of(new NativeCrypto(SymbolLookup.libraryLookup(name, Arena.global())));
      } catch (IllegalArgumentException | UnsupportedOperationException e) {
        continue; // not there under this name, or without the cipher
      } catch (IllegalCallerException e) {
        return Optional.empty(); // this JVM was started without leave to call native code
      } catch (Throwable e) {
        throw unexpected(e);
      }
    }
    return Optional.empty();
  }

  /** Handles declare Throwable, but these calls throw only unchecked exceptions. */
  static RuntimeException unexpected(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    if (thrown instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    throw new IllegalStateException("a call into libcrypto failed in an impossible way", thrown);
  }

  private static MethodHandle bind(SymbolLookup library, String function) {
    MemorySegment symbol =
        library
            .find(function)
            .orElseThrow(() -> new UnsupportedOperationException("it has no " + function));
    return Linker.nativeLinker().downcallHandle(symbol, SHAPE, ON_ARRAYS);
  }
}
