package dev.kakera.core.snapshot;

import dev.kakera.core.id.ChunkId;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.wire.ByteReader;
import dev.kakera.core.wire.ByteWriter;
import dev.kakera.core.wire.Bytes;
import dev.kakera.core.wire.MalformedException;
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

  /**
   * @throws MalformedException when the entries stand in an order that a reader refuses, or the
   *     table is not theirs
   */
  public byte[] encode() {
    requireOrder();
    requireTable();
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
    int depth = reader.count("base depth", Entry.DEPTH_MAX);
    List<Bytes> base = new ArrayList<>();
    for (int index = 0; index < depth; index++) {
      Bytes name = Bytes.takeOwnershipOf(reader.sized("name", Entry.NAME_MAX_BYTES));
      if (!Names.isPlain(name)) {
        throw reader.refuse(
            Failure.NAME, "a name of its base, at depth %d, is not one plain component", index + 1);
      }
      base.add(name);
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
    segment.requireOrder();
    segment.requireTable();
    return segment;
  }

  /**
   * Walks the entries as a reader would: every parent is there, every folder's names rise (no name
   * twice).
   */
  private void requireOrder() {
    List<Bytes> path = new ArrayList<>(base);
    boolean folder = true; // whether the path so far names a folder, which an entry may stand in
    boolean file = false; // whether it names a file, which a rest may follow
    boolean first = true;
    for (Entry entry : entries) {
      int depth = entry.depth();
      int least = first && !base.isEmpty() ? base.size() + 1 : first ? 0 : 1;
      int most = first && base.isEmpty() ? 1 : path.size() + (folder ? 1 : 0);
      if (depth < least || depth > most || depth == 0 && !(entry instanceof Entry.Folder)) {
        throw refuse(Failure.NAME, "an entry at depth %d stands outside every folder", depth);
      }
      boolean rest = entry instanceof Entry.Rest;
      if (path.size() >= depth && depth > 0) {
        int order = entry.name().compareTo(path.get(depth - 1));
        boolean continues = rest && order == 0 && path.size() == depth && file;
        if (!continues && (rest || order <= 0)) {
          throw refuse(Failure.NAME, "names in one folder do not rise");
        }
      } else if (rest && !first) {
        throw refuse(Failure.NAME, "the rest of a file follows something else");
      }
      path.subList(Math.min(path.size(), Math.max(0, depth - 1)), path.size()).clear();
      if (depth > 0) {
        path.add(entry.name());
      }
      folder = entry instanceof Entry.Folder;
      file = rest || entry instanceof Entry.File;
      first = false;
    }
  }

  private void requireTable() {
    Set<ChunkId> used = new LinkedHashSet<>();
    Map<ChunkId, ChunkRef> table = refsByChunk();
    for (Entry entry : entries) {
      if (extents(entry).size() > EntryCodecV1.EXTENTS_MAX) {
        throw refuse(Failure.RANGE, "an entry has more extents than go into one");
      }
      for (Extent extent : extents(entry)) {
        if (extent instanceof Extent.Data data) {
          used.add(data.chunk());
          ChunkRef ref = table.get(data.chunk());
          if (ref == null) {
            throw refuse(Failure.RANGE, "chunk %s is not in the table", data.chunk());
          }
          if (data.length() > ref.plainSize() - data.offset()) {
            throw refuse(Failure.RANGE, "an extent ends behind its chunk");
          }
        }
      }
    }
    if (!List.copyOf(used).equals(refs.stream().map(ChunkRef::chunk).toList())) {
      throw refuse(Failure.NOT_CANONICAL, "the table of chunks is not in order of first use");
    }
  }

  private static MalformedException refuse(Failure failure, String message, Object... arguments) {
    return new MalformedException(failure, "manifest segment: %s", message.formatted(arguments));
  }
}
