package dev.kakera.benchmarks.compare;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** OpenSSL's ChaCha20-Poly1305 through EVP (openssl/evp.h), on native memory. */
final class OpenSsl {
  /** What to install when it is missing. */
  static final String INSTALL = "apt-get install libssl3";

  private static final int GET_TAG = 0x10;
  private static final int SET_TAG = 0x11;
  private static final int TAG_BYTES = 16;
  private static final int AAD_BYTES = 100;

  private final MethodHandle version;
  private final MethodHandle newContext;
  private final MethodHandle cipher;
  private final MethodHandle init;
  private final MethodHandle update;
  private final MethodHandle end;
  private final MethodHandle control;

  private OpenSsl(NativeLibrary library) {
    version = library.function("OpenSSL_version", FunctionDescriptor.of(ADDRESS, JAVA_INT));
    newContext = library.function("EVP_CIPHER_CTX_new", FunctionDescriptor.of(ADDRESS));
    cipher = library.function("EVP_chacha20_poly1305", FunctionDescriptor.of(ADDRESS));
    init =
        library.function(
            "EVP_CipherInit_ex",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, JAVA_INT));
    update =
        library.function(
            "EVP_CipherUpdate",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, JAVA_INT));
    end =
        library.function(
            "EVP_CipherFinal_ex", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS));
    control =
        library.function(
            "EVP_CIPHER_CTX_ctrl",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS));
  }

  static Optional<OpenSsl> find() {
    return NativeLibrary.find(
            "KAKERA_CRYPTO", List.of("libcrypto.so.3", "libcrypto.so.1.1", "libcrypto.so"))
        .map(OpenSsl::new);
  }

  String version() {
    try {
      MemorySegment text = (MemorySegment) version.invokeExact(0);
      return text.reinterpret(Long.MAX_VALUE).getString(0);
    } catch (Throwable e) {
      throw new IllegalStateException("OpenSSL does not say its version: " + e, e);
    }
  }

  /** Seals, with a header in the clear as long as a shard's, or opens and checks. */
  Contestant contestant(Arena arena, boolean seals, int payloadBytes) {
    Session session = new Session(arena, payloadBytes);
    session.run(true);
    return new Contestant(
        seals ? "OpenSSL seal" : "OpenSSL open", payloadBytes, () -> session.run(seals));
  }

  private final class Session {
    private final MemorySegment context;
    private final MemorySegment algorithm;
    private final MemorySegment key;
    private final MemorySegment nonce;
    private final MemorySegment aad;
    private final MemorySegment plain;
    private final MemorySegment sealed;
    private final MemorySegment tag;
    private final MemorySegment length;
    private final int size;

    Session(Arena arena, int payloadBytes) {
      size = payloadBytes;
      SplittableRandom random = new SplittableRandom(1);
      key = random(arena, random, 32);
      nonce = random(arena, random, 12);
      aad = random(arena, random, AAD_BYTES);
      plain = random(arena, random, payloadBytes);
      sealed = arena.allocate(payloadBytes, 64);
      tag = arena.allocate(TAG_BYTES);
      length = arena.allocate(JAVA_INT);
      try {
        context = (MemorySegment) newContext.invokeExact();
        algorithm = (MemorySegment) cipher.invokeExact();
      } catch (Throwable e) {
        throw new IllegalStateException("OpenSSL has no ChaCha20-Poly1305: " + e, e);
      }
    }

    private static MemorySegment random(Arena arena, SplittableRandom random, int count) {
      byte[] bytes = new byte[count];
      random.nextBytes(bytes);
      MemorySegment segment = arena.allocate(count, 64);
      MemorySegment.copy(bytes, 0, segment, JAVA_BYTE, 0, count);
      return segment;
    }

    void run(boolean seals) {
      MemorySegment none = MemorySegment.NULL;
      try {
        require((int) init.invokeExact(context, algorithm, none, key, nonce, seals ? 1 : 0));
        require((int) update.invokeExact(context, none, length, aad, AAD_BYTES));
        if (seals) {
          require((int) update.invokeExact(context, sealed, length, plain, size));
          require((int) end.invokeExact(context, sealed, length));
          require((int) control.invokeExact(context, GET_TAG, TAG_BYTES, tag));
        } else {
          require((int) control.invokeExact(context, SET_TAG, TAG_BYTES, tag));
          require((int) update.invokeExact(context, plain, length, sealed, size));
          require((int) end.invokeExact(context, plain, length));
        }
      } catch (Throwable e) {
        throw new IllegalStateException("a call into OpenSSL failed: " + e, e);
      }
    }

    private static void require(int status) {
      if (status != 1) {
        throw new IllegalStateException("OpenSSL said " + status + ", expected 1");
      }
    }
  }
}
