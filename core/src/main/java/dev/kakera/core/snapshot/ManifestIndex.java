package dev.kakera.core.snapshot;

import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.wire.ByteReader;
import dev.kakera.core.wire.ByteWriter;
import dev.kakera.core.wire.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a manifest's segments are, and with which path each begins (docs/format.md, section 7). A
 * manifest has as many as it needs; each is a chunk.
 */
public record ManifestIndex(List<Line> lines) {
  /** Lines of one index: with the longest paths it stays well under a chunk. */
  public static final int LINES_MAX = 8192;

  private static final byte[] MAGIC = "KKMI".getBytes(StandardCharsets.US_ASCII);
  private static final int VERSION = 1;
  private static final int PATH_MAX_BYTES = 256;

  /**
   * One segment.
   *
   * @param ref its chunk
   * @param entryCount entries in it
   * @param firstPath the start, at most 256 bytes, of its first entry's path: names joined by
   *     slashes
   */
  public record Line(ChunkRef ref, int entryCount, Bytes firstPath) {
    public Line {
      if (entryCount < 0 || firstPath.length() > PATH_MAX_BYTES) {
        throw new IllegalArgumentException(
            "manifest index: %d entries, first path of %d bytes"
                .formatted(entryCount, firstPath.length()));
      }
    }

    static Line of(ChunkRef ref, SegmentCutter.Draft draft) {
      ByteWriter path = new ByteWriter(PATH_MAX_BYTES);
      for (Bytes name : draft.base()) {
        path.raw(name.toBytes()).u8('/');
      }
      path.raw(draft.entries().getFirst().name().toBytes());
      byte[] bytes = path.toBytes();
      return new Line(
          ref,
          draft.entries().size(),
          Bytes.takeOwnershipOf(
              java.util.Arrays.copyOf(bytes, Math.min(bytes.length, PATH_MAX_BYTES))));
    }
  }

  /** The line of a segment made from {@code draft}. */
  public static Line line(ChunkRef ref, SegmentCutter.Draft draft) {
    return Line.of(ref, draft);
  }

  /**
   * @throws IllegalArgumentException with more lines than {@link #LINES_MAX}: divide them first
   */
  public ManifestIndex {
    lines = List.copyOf(lines);
    if (lines.size() > LINES_MAX) {
      throw new IllegalArgumentException(
          "manifest index: got %d lines, expected at most %d".formatted(lines.size(), LINES_MAX));
    }
  }

  public byte[] encode() {
    ByteWriter writer = new ByteWriter(lines.size() * 128).raw(MAGIC).u8(VERSION);
    writer.varint(lines.size());
    for (Line line : lines) {
      line.ref().writeTo(writer);
      line.firstPath().writeTo(writer.varint(line.entryCount()));
    }
    return writer.toBytes();
  }

  public static ManifestIndex decode(byte[] bytes) {
    ByteReader reader = new ByteReader("manifest index", bytes);
    reader.magic(MAGIC);
    reader.version("version", VERSION);
    int count = reader.count("segments", LINES_MAX);
    List<Line> lines = new ArrayList<>();
    for (int index = 0; index < count; index++) {
      lines.add(
          new Line(
              ChunkRef.read(reader),
              reader.count("entries", Integer.MAX_VALUE),
              Bytes.takeOwnershipOf(reader.sized("first path", PATH_MAX_BYTES))));
    }
    reader.end();
    return new ManifestIndex(lines);
  }
}
