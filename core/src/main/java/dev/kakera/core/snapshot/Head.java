package dev.kakera.core.snapshot;

import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.id.Digest;
import dev.kakera.core.id.SourceId;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.wire.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Names a snapshot's manifest; a whole copy, sealed and signed, lies at every peer (docs/format.md,
 * section 8).
 *
 * @param sequence counts the heads of a repository from 1; never forks (I-04)
 * @param previous SHA-256 of the sealed head before it; zero for the first
 * @param path of the source, at most {@link #PATH_MAX_BYTES} raw bytes
 * @param host for people; at most {@link #HOST_MAX_BYTES} in UTF-8
 * @param complete false when something of the source could not be read
 * @param geometry of its chunks
 * @param index the chunks that hold the manifest's index, in order; at most {@link #INDEX_MAX}
 */
public record Head(
    long sequence,
    Digest previous,
    SourceId source,
    Bytes path,
    String host,
    long startedMillis,
    long finishedMillis,
    boolean complete,
    Geometry geometry,
    Totals totals,
    List<ChunkRef> index) {
  public static final int PATH_MAX_BYTES = 64 << 10;
  public static final int HOST_MAX_BYTES = 255;
  public static final int INDEX_MAX = 4096;

  /**
   * What the snapshot holds.
   *
   * @param absent entries that could not be read
   * @param special pipes, sockets and devices that were passed over
   * @param bytes of all files
   */
  public record Totals(
      long files, long folders, long symlinks, long absent, long special, long bytes) {
    public Totals {
      if (files < 0 || folders < 0 || symlinks < 0 || absent < 0 || special < 0 || bytes < 0) {
        throw new IllegalArgumentException("totals: one of them is negative");
      }
    }
  }

  public Head {
    index = List.copyOf(index);
    int hostSize = host.getBytes(StandardCharsets.UTF_8).length;
    if (sequence < 1
        || path.length() > PATH_MAX_BYTES
        || hostSize > HOST_MAX_BYTES
        || index.size() > INDEX_MAX) {
      throw new IllegalArgumentException(
          "head %d: path of %d bytes, host of %d, %d index chunks"
              .formatted(sequence, path.length(), hostSize, index.size()));
    }
  }
}
