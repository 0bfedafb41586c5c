package dev.kakera.core.stripe;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import dev.kakera.core.wire.MalformedException;
import dev.kakera.core.wire.MalformedException.Failure;

/**
 * Zstandard (RFC 8878), level 1, where it pays: a probe of 64 KiB decides, since photos and films
 * do not shrink and a full pass over them would be for nothing. Confined to one thread.
 */
final class Compressor implements AutoCloseable {
  private static final int LEVEL = 1;
  private static final int PROBE_BYTES = 64 << 10;

  private final ZstdCompressCtx compress = new ZstdCompressCtx().setLevel(LEVEL);
  private final ZstdDecompressCtx decompress = new ZstdDecompressCtx();
  private byte[] target = new byte[0];

  /**
   * The compressed bytes' count, or -1 when compression does not pay. They lie in {@link #target}
   * until the next call.
   */
  int compress(byte[] plain, int offset, int length) {
    if (length < 512) {
      return -1;
    }
    reserve((int) Zstd.compressBound(length));
    if (length > 2 * PROBE_BYTES) {
      int probeOffset = offset + (length - PROBE_BYTES) / 2;
      int probe =
          compress.compressByteArray(target, 0, target.length, plain, probeOffset, PROBE_BYTES);
      if (probe > PROBE_BYTES / 20 * 19) {
        return -1;
      }
    }
    int size = compress.compressByteArray(target, 0, target.length, plain, offset, length);
    return size < length / 20L * 19 ? size : -1;
  }

  byte[] target() {
    return target;
  }

  /** Expands to exactly {@code plainSize} bytes or refuses; never writes more. */
  byte[] expand(byte[] encoded, int encodedSize, int plainSize, String what) {
    byte[] plain = new byte[plainSize];
    int size;
    try {
      size = decompress.decompressByteArray(plain, 0, plainSize, encoded, 0, encodedSize);
    } catch (ZstdException e) {
      throw new MalformedException(
          Failure.NOT_AUTHENTIC, "%s does not expand: %s", what, e.getMessage());
    }
    if (size != plainSize) {
      throw new MalformedException(
          Failure.NOT_AUTHENTIC, "%s expands to %d bytes, expected %d", what, size, plainSize);
    }
    return plain;
  }

  private void reserve(int size) {
    if (target.length < size) {
      target = new byte[size];
    }
  }

  @Override
  public void close() {
    compress.close();
    decompress.close();
  }
}
