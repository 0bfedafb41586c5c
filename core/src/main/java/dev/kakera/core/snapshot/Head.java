package dev.kakera.core.snapshot;

import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.id.Digest;
import dev.kakera.core.id.SourceId;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.wire.Bytes;
import java.util.List;

/**
 * Names a snapshot's manifest; a whole copy, sealed and signed, lies at every peer (docs/format.md,
 * section 8).
 *
 * @param sequence counts the heads of a repository from 1; never forks (I-04)
 * @param previous SHA-256 of the sealed head before it; zero for the first
 * @param path of the source, raw bytes
 * @param complete false when something of the source could not be read
 * @param geometry of its chunks
 * @param index the chunks that hold the manifest's index, in order
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

  /**
   * What the snapshot holds.
   *
   * @param absent entries that could not be read
   * @param special pipes, sockets and devices that were passed over
   * @param bytes of all files
   */
  public record Totals(
      long files, long folders, long symlinks, long absent, long special, long bytes) {}

  public Head {
    index = List.copyOf(index);
  }
}
