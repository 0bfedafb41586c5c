package dev.kakera.core.cipher;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The system's libcrypto. It holds a key only between {@link #seal} or {@link #open} and their end,
 * in a context of its own that it cleanses when it frees it.
 */
final class NativeAead implements Aead {
  /** What one call gets: some 70 microseconds, in which no collection can start. */
  private static final int TILE_BYTES = 128 << 10;

  private static final int GET_TAG = 0x10;
  private static final int SET_TAG = 0x11;
  private static final long SEALS = 1;
  private static final long OPENS = 0;
  private static final MemorySegment NONE = MemorySegment.NULL;

  private final NativeCrypto crypto;
  private final byte[] secret = new byte[SECRET_BYTES];
  private final MemorySegment secretSegment = MemorySegment.ofArray(secret);
  private final MemorySegment nonceSegment = secretSegment.asSlice(KEY_BYTES);
  private final MemorySegment written = MemorySegment.ofArray(new byte[Long.BYTES]);
  private MemorySegment header = NONE;
  private int headerLength;

  NativeAead(NativeCrypto crypto) {
    this.crypto = crypto;
  }

  @Override
  public String name() {
    return "libcrypto";
  }

  @Override
  public void begin(byte[] secret, byte[] header, int headerOffset, int headerLength) {
    System.arraycopy(secret, 0, this.secret, 0, SECRET_BYTES);
    this.header = MemorySegment.ofArray(header).asSlice(headerOffset, headerLength);
    this.headerLength = headerLength;
  }

  @Override
  public void seal(byte[] plain, int offset, int length, byte[] target, int targetOffset) {
    MemorySegment source = MemorySegment.ofArray(plain).asSlice(offset, length);
    MemorySegment sealed =
        MemorySegment.ofArray(target).asSlice(targetOffset, (long) length + TAG_BYTES);
    MemorySegment tag = sealed.asSlice(length);
    MemorySegment context = newContext();
    try {
      start(context, SEALS);
      crypt(context, source, sealed, length);
      require("end", (long) crypto.end.invokeExact(context, tag, written, NONE, NONE, 0L));
      require("tag", control(context, GET_TAG, tag));
    } catch (Throwable e) {
      throw NativeCrypto.unexpected(e);
    } finally {
      free(context);
    }
  }

  @Override
  public boolean open(byte[] sealed, int offset, int length, byte[] target, int targetOffset) {
    int plainLength = length - TAG_BYTES;
    MemorySegment source = MemorySegment.ofArray(sealed).asSlice(offset, length);
    MemorySegment plain = MemorySegment.ofArray(target).asSlice(targetOffset, plainLength);
    MemorySegment context = newContext();
    boolean intact = false;
    try {
      start(context, OPENS);
      require("tag", control(context, SET_TAG, source.asSlice(plainLength)));
      crypt(context, source, plain, plainLength);
      // It writes nothing more, but wants to be told where it could.
      intact = (int) (long) crypto.end.invokeExact(context, written, written, NONE, NONE, 0L) == 1;
      return intact;
    } catch (Throwable e) {
      throw NativeCrypto.unexpected(e);
    } finally {
      free(context);
      if (!intact) {
        plain.fill((byte) 0);
      }
    }
  }

  private MemorySegment newContext() {
    try {
      MemorySegment context =
          MemorySegment.ofAddress(
              (long) crypto.newContext.invokeExact(NONE, NONE, NONE, NONE, NONE, 0L));
      if (context.address() == 0) {
        throw new OutOfMemoryError("libcrypto has no memory for a cipher's context");
      }
      return context;
    } catch (Throwable e) {
      throw NativeCrypto.unexpected(e);
    }
  }

  private void start(MemorySegment context, long way) throws Throwable {
    require(
        "init",
        (long)
            crypto.init.invokeExact(
                context, crypto.algorithm, NONE, secretSegment, nonceSegment, way));
    Arrays.fill(secret, (byte) 0);
    if (headerLength > 0) {
      update(context, NONE, header, headerLength);
    }
  }

  private void crypt(MemorySegment context, MemorySegment source, MemorySegment target, int length)
      throws Throwable {
    for (int done = 0; done < length; done += TILE_BYTES) {
      int size = Math.min(TILE_BYTES, length - done);
      update(context, target.asSlice(done), source.asSlice(done), size);
    }
  }

  private void update(MemorySegment context, MemorySegment out, MemorySegment in, int size)
      throws Throwable {
    MemorySegment count = MemorySegment.ofAddress(size);
    require("update", (long) crypto.update.invokeExact(context, out, written, in, count, 0L));
  }

  private long control(MemorySegment context, int command, MemorySegment tag) throws Throwable {
    MemorySegment what = MemorySegment.ofAddress(command);
    MemorySegment size = MemorySegment.ofAddress(TAG_BYTES);
    return (long) crypto.control.invokeExact(context, what, size, tag, NONE, 0L);
  }

  private void free(MemorySegment context) {
    Arrays.fill(secret, (byte) 0);
    try {
      long unused = (long) crypto.freeContext.invokeExact(context, NONE, NONE, NONE, NONE, 0L);
    } catch (Throwable e) {
      throw NativeCrypto.unexpected(e);
    }
  }

  private static void require(String call, long status) {
    if ((int) status != 1) {
      throw new IllegalStateException(
          "libcrypto refused a ChaCha20-Poly1305 call (%s): it said %d, expected 1"
              .formatted(call, (int) status));
    }
  }
}
