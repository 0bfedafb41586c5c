package dev.kakera.core.snapshot;

import dev.kakera.core.id.ChunkId;
import dev.kakera.core.wire.ByteReader;
import dev.kakera.core.wire.ByteWriter;
import dev.kakera.core.wire.Bytes;
import dev.kakera.core.wire.MalformedException.Failure;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;

/**
 * Entries to bytes and back (docs/format.md, section 7). Canonical: what decodes encodes to the
 * same bytes (I-35).
 */
final class EntryCodecV1 {
  /** Extents of one entry; a file with more goes on in {@link Entry.Rest}. */
  static final int EXTENTS_MAX = 4096;

  private static final int FILE = 1;
  private static final int FOLDER = 2;
  private static final int SYMLINK = 3;
  private static final int ABSENT = 4;
  private static final int REST = 5;

  private EntryCodecV1() {}

  /**
   * @param refIndex the place of a chunk in the segment's table
   */
  static void write(ByteWriter writer, Entry entry, ToIntFunction<ChunkId> refIndex) {
    writer.varint(entry.depth());
    entry.name().writeTo(writer);
    switch (entry) {
      case Entry.File file -> {
        writer.u8(FILE);
        writeMetadata(writer, file.metadata());
        writer.varint(file.size()).varint(file.version().device()).varint(file.version().inode());
        writer.signedVarint(file.version().ctimeSeconds()).varint(file.version().ctimeNanos());
        writer.varint(file.linkGroup()).u8(file.consistent() ? 0 : 1);
        writeExtents(writer, file.extents(), refIndex);
      }
      case Entry.Rest rest -> {
        writer.u8(REST);
        writeExtents(writer, rest.extents(), refIndex);
      }
      case Entry.Folder folder -> {
        writer.u8(FOLDER);
        writeMetadata(writer, folder.metadata());
      }
      case Entry.Symlink symlink -> {
        writer.u8(SYMLINK);
        writeMetadata(writer, symlink.metadata());
        symlink.target().writeTo(writer);
      }
      case Entry.Absent absent -> {
        writer.u8(ABSENT).u8(absent.reason().id());
        writer.sized(absent.message().getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  static Entry read(ByteReader reader, IntFunction<ChunkId> refs) {
    int depth = reader.count("depth", Entry.DEPTH_MAX);
    Bytes name = Bytes.takeOwnershipOf(reader.sized("name", Entry.NAME_MAX_BYTES));
    if (!Names.isAt(depth, name)) {
      throw reader.refuse(
          Failure.NAME, "a name at depth %d that is not one plain component", depth);
    }
    int type = reader.u8();
    if (depth == 0 && type != FOLDER) {
      throw reader.refuse(Failure.NAME, "the root is not a folder");
    }
    return switch (type) {
      case FILE -> readFile(reader, depth, name, refs);
      case REST -> {
        List<Extent> extents = readExtents(reader, refs);
        if (extents.isEmpty()) {
          throw reader.refuse(Failure.RANGE, "the rest of a file is empty");
        }
        yield new Entry.Rest(depth, name, extents);
      }
      case FOLDER -> new Entry.Folder(depth, name, readMetadata(reader));
      case SYMLINK -> {
        Metadata metadata = readMetadata(reader);
        Bytes target =
            Bytes.takeOwnershipOf(reader.sized("link target", Entry.Symlink.TARGET_MAX_BYTES));
        if (target.length() == 0 || Names.contains(target, 0)) {
          throw reader.refuse(Failure.NAME, "a link's target is empty or holds a zero byte");
        }
        yield new Entry.Symlink(depth, name, metadata, target);
      }
      case ABSENT -> {
        int reasonId = reader.u8();
        Entry.Reason reason = Entry.Reason.byId(reasonId);
        if (reason == null) {
          throw reader.refuse(Failure.UNSUPPORTED, "reason %d is not known", reasonId);
        }
        String message = reader.text("message", Entry.Absent.MESSAGE_MAX_BYTES);
        yield new Entry.Absent(depth, name, reason, message);
      }
      default -> throw reader.refuse(Failure.UNSUPPORTED, "entry type %d is not known", type);
    };
  }

  private static Entry.File readFile(
      ByteReader reader, int depth, Bytes name, IntFunction<ChunkId> refs) {
    Metadata metadata = readMetadata(reader);
    long size = reader.length("size");
    FileVersion version =
        new FileVersion(
            reader.varint(),
            reader.varint(),
            reader.signedVarint(),
            reader.count("nanoseconds", Metadata.NANOS_MAX));
    long linkGroup = reader.length("link group");
    boolean inconsistent = reader.flag("file flags");
    List<Extent> extents = readExtents(reader, refs);
    if (extents.stream().mapToLong(Extent::length).sum() > size) {
      throw reader.refuse(Failure.RANGE, "a file of %d bytes has longer extents", size);
    }
    return new Entry.File(depth, name, metadata, size, version, linkGroup, !inconsistent, extents);
  }

  private static void writeExtents(
      ByteWriter writer, List<Extent> extents, ToIntFunction<ChunkId> refIndex) {
    writer.varint(extents.size());
    extents.forEach(extent -> writeExtent(writer, extent, refIndex));
  }

  private static List<Extent> readExtents(ByteReader reader, IntFunction<ChunkId> refs) {
    int count = reader.count("extents", EXTENTS_MAX);
    List<Extent> extents = new ArrayList<>(count);
    long total = 0;
    for (int index = 0; index < count; index++) {
      Extent extent = readExtent(reader, refs);
      total += extent.length();
      if (total < 0) {
        throw reader.refuse(Failure.RANGE, "a file's extents add up to more than 63 bits");
      }
      extents.add(extent);
    }
    return extents;
  }

  private static void writeExtent(
      ByteWriter writer, Extent extent, ToIntFunction<ChunkId> refIndex) {
    switch (extent) {
      case Extent.Hole hole -> writer.varint(0).varint(hole.length());
      case Extent.Data data ->
          writer
              .varint(1L + refIndex.applyAsInt(data.chunk()))
              .varint(data.offset())
              .varint(data.length());
    }
  }

  private static Extent readExtent(ByteReader reader, IntFunction<ChunkId> refs) {
    int ref = reader.count("chunk number", Integer.MAX_VALUE - 1);
    if (ref == 0) {
      return new Extent.Hole(positive(reader, "hole"));
    }
    ChunkId chunk = refs.apply(ref - 1);
    if (chunk == null) {
      throw reader.refuse(Failure.RANGE, "chunk %d is not in the segment's table", ref);
    }
    int offset = reader.count("offset", Integer.MAX_VALUE);
    return new Extent.Data(chunk, offset, positive(reader, "extent"));
  }

  private static long positive(ByteReader reader, String what) {
    long length = reader.length(what);
    if (length == 0) {
      throw reader.refuse(Failure.RANGE, "%s of length 0", what);
    }
    return length;
  }

  private static void writeMetadata(ByteWriter writer, Metadata metadata) {
    writer.varint(metadata.mode()).varint(metadata.uid()).varint(metadata.gid());
    writer.signedVarint(metadata.mtimeSeconds()).varint(metadata.mtimeNanos());
    writer.varint(metadata.xattrs().size());
    for (Xattr xattr : metadata.xattrs()) {
      xattr.value().writeTo(xattr.name().writeTo(writer));
    }
  }

  private static long id(ByteReader reader, String what) {
    long id = reader.length(what);
    if (id > Metadata.ID_MAX) {
      throw reader.refuse(Failure.RANGE, "%s is %d", what, id);
    }
    return id;
  }

  private static Metadata readMetadata(ByteReader reader) {
    int mode = reader.count("mode", Metadata.MODE_MAX);
    long uid = id(reader, "owner");
    long gid = id(reader, "group");
    long mtimeSeconds = reader.signedVarint();
    int mtimeNanos = reader.count("nanoseconds", Metadata.NANOS_MAX);
    int count = reader.count("attributes", Metadata.XATTR_COUNT_MAX);
    List<Xattr> xattrs = new ArrayList<>(count);
    Bytes before = Bytes.EMPTY;
    int bytes = 0;
    for (int index = 0; index < count; index++) {
      Bytes name = Bytes.takeOwnershipOf(reader.sized("attribute name", Xattr.NAME_MAX_BYTES));
      if (name.compareTo(before) <= 0 || Names.contains(name, 0)) {
        throw reader.refuse(
            Failure.NAME, "attributes out of order, twice the same, or without a name");
      }
      before = name;
      Bytes value = Bytes.takeOwnershipOf(reader.sized("attribute", Xattr.VALUE_MAX_BYTES));
      Xattr xattr = new Xattr(name, value);
      bytes += xattr.bytes();
      if (bytes > Metadata.XATTRS_MAX_BYTES) {
        throw reader.refuse(
            Failure.RANGE, "attributes of more than %d bytes", Metadata.XATTRS_MAX_BYTES);
      }
      xattrs.add(xattr);
    }
    return new Metadata(mode, uid, gid, mtimeSeconds, mtimeNanos, xattrs);
  }
}
