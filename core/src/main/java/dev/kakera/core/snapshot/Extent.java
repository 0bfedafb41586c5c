package dev.kakera.core.snapshot;

import dev.kakera.core.id.ChunkId;

/** A run of a file's bytes: part of a chunk, or a hole. */
public sealed interface Extent {
  long length();

  /** Bytes {@code offset} to {@code offset + length} of a chunk. */
  record Data(ChunkId chunk, int offset, long length) implements Extent {
    public Data {
      if (offset < 0 || length < 1) {
        throw new IllegalArgumentException(
            "extent of chunk %s: offset %d, length %d".formatted(chunk, offset, length));
      }
    }
  }

  /** Zeros that take no space. */
  record Hole(long length) implements Extent {
    public Hole {
      if (length < 1) {
        throw new IllegalArgumentException("hole of length " + length);
      }
    }
  }
}
