package dev.kakera.core.snapshot;

import dev.kakera.core.id.ChunkId;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.wire.ByteReader;
import dev.kakera.core.wire.ByteWriter;
import dev.kakera.core.wire.Bytes;
import dev.kakera.core.wire.MalformedException.Failure;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A run of a manifest's entries that stands on its own: with the folder it begins in, and a table
 * of the chunks its files need (docs/format.md, section 7).
 *
 * @param base the folder that holds the first entry, as names from the root; empty for the root
 *     itself
 * @param refs in order of first use, without repeats
 */
public record Segment(List<Bytes> base, List<ChunkRef> refs, List<Entry> entries) {
  private static final byte[] MAGIC = "KKMS".getBytes(StandardCharsets.US_ASCII);
  private static final int VERSION = 1;
  private static final int REFS_MAX = ChunkRef.PLAIN_MAX_BYTES / ChunkRef.BYTES;

  public Segment {
    base = List.copyOf(base);
    refs = List.copyOf(refs);
    entries = List.copyOf(entries);
  }

  /**
   * @param refs where each chunk that the entries name is to be found
   */
  public static Segment of(List<Bytes> base, List<Entry> entries, Map<ChunkId, ChunkRef> refs) {
    List<ChunkRef> table = new ArrayList<>();
    Set<ChunkId> seen = new HashSet<>();
    for (Entry entry : entries) {
      for (Extent extent : extents(entry)) {
        if (extent instanceof Extent.Data data && seen.add(data.chunk())) {
          ChunkRef ref = refs.get(data.chunk());
          if (ref == null) {
            throw new IllegalStateException("chunk %s has no stripe yet".formatted(data.chunk()));
          }
          table.add(ref);
        }
      }
    }
    return new Segment(base, table, entries);
  }

  /** The extents that an entry holds by itself. */
  static List<Extent> extents(Entry entry) {
    return switch (entry) {
      case Entry.File file -> file.extents();
      case Entry.Rest rest -> rest.extents();
      case Entry.Folder _, Entry.Symlink _, Entry.Absent _ -> List.of();
    };
  }

  /** The table as a map. */
  public Map<ChunkId, ChunkRef> refsByChunk() {
    Map<ChunkId, ChunkRef> map = new HashMap<>();
    refs.forEach(ref -> map.put(ref.chunk(), ref));
    return map;
  }

  public byte[] encode() {
    ByteWriter writer = new ByteWriter(64 << 10).raw(MAGIC).u8(VERSION);
    writer.varint(base.size());
    base.forEach(name -> name.writeTo(writer));
    writer.varint(refs.size());
    Map<ChunkId, Integer> places = new HashMap<>();
    for (ChunkRef ref : refs) {
      places.put(ref.chunk(), places.size());
      ref.writeTo(writer);
    }
    writer.varint(entries.size());
    entries.forEach(entry -> EntryCodecV1.write(writer, entry, places::get));
    return writer.toBytes();
  }

  public static Segment decode(byte[] bytes) {
    ByteReader reader = new ByteReader("manifest segment", bytes);
    reader.magic(MAGIC);
    reader.version("version", VERSION);
    int depth = reader.count("base depth", EntryCodecV1.DEPTH_MAX);
    List<Bytes> base = new ArrayList<>();
    for (int index = 0; index < depth; index++) {
      base.add(Bytes.takeOwnershipOf(reader.sized("name", EntryCodecV1.NAME_MAX_BYTES)));
    }
    int refCount = reader.count("chunks", REFS_MAX);
    List<ChunkRef> refs = new ArrayList<>();
    for (int index = 0; index < refCount; index++) {
      refs.add(ChunkRef.read(reader));
    }
    int entryCount = reader.count("entries", bytes.length);
    List<Entry> entries = new ArrayList<>();
    for (int index = 0; index < entryCount; index++) {
      entries.add(
          EntryCodecV1.read(reader, ref -> ref < refs.size() ? refs.get(ref).chunk() : null));
    }
    reader.end();
    Segment segment = new Segment(base, refs, entries);
    segment.requireOrder(reader);
    segment.requireTable(reader);
    return segment;
  }

  /**
   * Walks the entries as a reader would: every parent is there, every folder's names rise (no name
   * twice).
   */
  private void requireOrder(ByteReader reader) {
    List<Bytes> path = new ArrayList<>(base);
    boolean folder = true; // whether the path so far names a folder, which an entry may stand in
    boolean first = true;
    for (Entry entry : entries) {
      int depth = entry.depth();
      int least = first && !base.isEmpty() ? base.size() + 1 : first ? 0 : 1;
      int most = first && base.isEmpty() ? 1 : path.size() + (folder ? 1 : 0);
      if (depth < least || depth > most || depth == 0 && !(entry instanceof Entry.Folder)) {
        throw reader.refuse(
            Failure.NAME, "an entry at depth %d stands outside every folder", depth);
      }
      boolean rest = entry instanceof Entry.Rest;
      if (path.size() >= depth && depth > 0) {
        int order = entry.name().compareTo(path.get(depth - 1));
        boolean continues = rest && order == 0 && path.size() == depth && !folder;
        if (!continues && (rest || order <= 0)) {
          throw reader.refuse(Failure.NAME, "names in one folder do not rise");
        }
      } else if (rest && !first) {
        throw reader.refuse(Failure.NAME, "the rest of a file follows something else");
      }
      path.subList(Math.min(path.size(), Math.max(0, depth - 1)), path.size()).clear();
      if (depth > 0) {
        path.add(entry.name());
      }
      folder = entry instanceof Entry.Folder;
      first = false;
    }
  }

  private void requireTable(ByteReader reader) {
    Set<ChunkId> used = new LinkedHashSet<>();
    Map<ChunkId, ChunkRef> table = refsByChunk();
    for (Entry entry : entries) {
      for (Extent extent : extents(entry)) {
        if (extent instanceof Extent.Data data) {
          used.add(data.chunk());
          if (data.length() > table.get(data.chunk()).plainSize() - data.offset()) {
            throw reader.refuse(Failure.RANGE, "an extent ends behind its chunk");
          }
        }
      }
    }
    if (!List.copyOf(used).equals(refs.stream().map(ChunkRef::chunk).toList())) {
      throw reader.refuse(
          Failure.NOT_CANONICAL, "the table of chunks is not in order of first use");
    }
  }
}
