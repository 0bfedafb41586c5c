package dev.kakera.core.vectors;

import dev.kakera.core.id.ChunkId;
import dev.kakera.core.snapshot.Entry;
import dev.kakera.core.snapshot.ManifestIndex;
import dev.kakera.core.snapshot.Segment;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.wire.ByteWriter;
import dev.kakera.core.wire.Bytes;
import dev.kakera.core.wire.MalformedException.Failure;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Manifest segments and indexes. What is refused is written by hand, byte by byte. */
final class ManifestVectors {
  private static final int FILE = 1;
  private static final int FOLDER = 2;
  private static final int SYMLINK = 3;
  private static final int ABSENT = 4;
  private static final int REST = 5;

  private static final ChunkRef REF = smallRef(700);
  private static final ChunkRef OTHER = smallRef(701);

  private ManifestVectors() {}

  private static ChunkRef smallRef(long seed) {
    ChunkRef any = Samples.ref(new Choices(seed));
    return new ChunkRef(
        any.chunk(),
        any.stripe(),
        1,
        new dev.kakera.core.erasure.Geometry(4, 2),
        dev.kakera.core.stripe.Codec.NONE,
        100,
        100);
  }

  static List<Vector> make() {
    List<Vector> vectors = new ArrayList<>();
    for (long seed : new long[] {702, 705, 707, 711}) {
      Choices choices = new Choices(seed);
      Map<ChunkId, ChunkRef> refs = new HashMap<>();
      List<Entry> entries = Samples.tree(choices, 5, refs);
      entries = entries.subList(0, Math.min(12, entries.size()));
      byte[] bytes = Segment.of(List.of(), entries, refs).encode();
      vectors.add(Vector.accepted("any tree, " + seed, VectorKind.SEGMENT, "bytes", bytes));
    }
    accepted(vectors, "an empty source", base().table().entries(1, root()));
    accepted(vectors, "one file", oneFile());
    accepted(
        vectors,
        "the rest of a file, in a folder",
        base("a", "b").table().entries(1, rest(3, "c", hole(5))));
    accepted(
        vectors,
        "up and down",
        base("a", "b").table().entries(3, folder(3, "c"), folder(4, "d"), folder(1, "b")));
    refusedFrames(vectors);
    refusedNames(vectors);
    refusedEntries(vectors);
    refusedTables(vectors);
    indexes(vectors);
    return vectors;
  }

  private static void accepted(List<Vector> vectors, String name, Draft draft) {
    vectors.add(Vector.accepted(name, VectorKind.SEGMENT, "bytes", draft.bytes()));
  }

  private static void refused(List<Vector> vectors, String name, Failure failure, Draft draft) {
    vectors.add(Vector.refused(name, VectorKind.SEGMENT, failure.name(), "bytes", draft.bytes()));
  }

  /** A segment as it is written. */
  private static final class Draft {
    private final ByteWriter writer =
        new ByteWriter(256).raw("KKMS".getBytes(StandardCharsets.US_ASCII)).u8(1);

    Draft table(ChunkRef... refs) {
      writer.varint(refs.length);
      for (ChunkRef ref : refs) {
        ref.writeTo(writer);
      }
      return this;
    }

    final Draft entries(int count, byte[]... entries) {
      writer.varint(count);
      for (byte[] entry : entries) {
        writer.raw(entry);
      }
      return this;
    }

    byte[] bytes() {
      return writer.toBytes();
    }
  }

  private static Draft base(String... names) {
    Draft draft = new Draft();
    draft.writer.varint(names.length);
    for (String name : names) {
      draft.writer.sized(name.getBytes(StandardCharsets.UTF_8));
    }
    return draft;
  }

  private static ByteWriter line(int depth, String name, int type) {
    return new ByteWriter(64).varint(depth).sized(name.getBytes(StandardCharsets.UTF_8)).u8(type);
  }

  private static ByteWriter plain(ByteWriter writer) {
    return writer.varint(0755).varint(1000).varint(1000).signedVarint(-1).varint(5).varint(0);
  }

  private static byte[] root() {
    return folder(0, "");
  }

  private static byte[] folder(int depth, String name) {
    return plain(line(depth, name, FOLDER)).toBytes();
  }

  private static byte[] file(int depth, String name, long size, byte[]... extents) {
    return file(depth, name, size, 0, extents);
  }

  private static byte[] file(int depth, String name, long size, int flags, byte[]... extents) {
    ByteWriter writer = plain(line(depth, name, FILE));
    writer.varint(size).varint(1).varint(2).signedVarint(3).varint(4).varint(0).u8(flags);
    return extents(writer, extents);
  }

  private static byte[] rest(int depth, String name, byte[]... extents) {
    return extents(line(depth, name, REST), extents);
  }

  private static byte[] extents(ByteWriter writer, byte[]... extents) {
    writer.varint(extents.length);
    for (byte[] extent : extents) {
      writer.raw(extent);
    }
    return writer.toBytes();
  }

  private static byte[] hole(long length) {
    return new ByteWriter(8).varint(0).varint(length).toBytes();
  }

  private static byte[] data(int chunk, int offset, long length) {
    return new ByteWriter(8).varint(chunk).varint(offset).varint(length).toBytes();
  }

  private static byte[] symlink(int depth, String name, String target) {
    return plain(line(depth, name, SYMLINK))
        .sized(target.getBytes(StandardCharsets.UTF_8))
        .toBytes();
  }

  private static byte[] absent(int depth, String name, int reason, byte[] message) {
    return line(depth, name, ABSENT).u8(reason).sized(message).toBytes();
  }

  private static Draft oneFile() {
    return base()
        .table(REF)
        .entries(2, root(), file(1, "a.txt", 90, data(1, 0, 40), hole(20), data(1, 70, 30)));
  }

  private static void refusedFrames(List<Vector> vectors) {
    byte[] bytes = oneFile().bytes();
    Mutations mutations =
        new Mutations(vectors, VectorKind.SEGMENT, changed -> new Object[] {"bytes", changed});
    for (int size = 0; size < bytes.length; size += size < 7 || size > 86 ? 1 : 16) {
      mutations.truncated(bytes, size);
    }
    mutations
        .trailing(bytes)
        .with("magic of an index", Failure.MAGIC, bytes, 3, 'I')
        .with("version 0", Failure.UNSUPPORTED, bytes, 4, 0)
        .with("version 2", Failure.UNSUPPORTED, bytes, 4, 2)
        .refused("count of the base too long", Failure.NOT_CANONICAL, inserted(bytes, 5))
        .refused("count of chunks too long", Failure.NOT_CANONICAL, inserted(bytes, 6))
        .refused("count of entries too long", Failure.NOT_CANONICAL, inserted(bytes, 87))
        .refused("depth too long", Failure.NOT_CANONICAL, inserted(bytes, 88))
        .refused("length of a name too long", Failure.NOT_CANONICAL, inserted(bytes, 89));
    refused(vectors, "fewer entries", Failure.TRAILING, base().table().entries(0, root()));
    refused(vectors, "more entries", Failure.TRUNCATED, base().table().entries(2, root()));
    Draft deep = new Draft();
    deep.writer.varint(4097);
    refused(vectors, "a base of 4,097 folders", Failure.RANGE, deep);
    Draft wide = new Draft();
    wide.writer.varint(0).varint(52_429);
    refused(vectors, "more chunks than fit", Failure.RANGE, wide);
    Draft many = new Draft();
    many.writer.varint(0).varint(0).varint(1_000_000);
    refused(vectors, "more entries than bytes", Failure.RANGE, many);
  }

  /** The number of one byte at {@code at} in two bytes. */
  private static byte[] inserted(byte[] bytes, int at) {
    byte[] changed = new byte[bytes.length + 1];
    System.arraycopy(bytes, 0, changed, 0, at);
    changed[at] = (byte) (bytes[at] | 0x80);
    System.arraycopy(bytes, at + 1, changed, at + 2, bytes.length - at - 1);
    return changed;
  }

  private static void refusedNames(List<Vector> vectors) {
    List<String> names = List.of("", ".", "..", "/", "a/b", "/etc", "a/", "\0", "a\0b", "../../x");
    for (String name : names) {
      String shown = name.replace("\0", "NUL");
      refused(
          vectors,
          "a base named \"" + shown + "\"",
          Failure.NAME,
          base("a", name).table().entries(1, folder(3, "c")));
      refused(
          vectors,
          "an entry named \"" + shown + "\"",
          Failure.NAME,
          base().table().entries(2, root(), folder(1, name)));
    }
    refused(
        vectors,
        "a name of 256 bytes",
        Failure.RANGE,
        base().table().entries(2, root(), folder(1, "n".repeat(256))));
    refused(
        vectors,
        "a base name of 256 bytes",
        Failure.RANGE,
        base("n".repeat(256)).table().entries(1, folder(2, "c")));
    refused(vectors, "a root with a name", Failure.NAME, base().table().entries(1, folder(0, "r")));
    order(vectors, "names fall", root(), folder(1, "b"), folder(1, "a"));
    order(vectors, "a name twice", root(), folder(1, "a"), folder(1, "a"));
    order(vectors, "a file twice", root(), file(1, "a", 0), file(1, "a", 0));
    order(vectors, "a file and a folder of one name", root(), file(1, "a", 0), folder(1, "a"));
    order(
        vectors,
        "names fall behind a folder",
        root(),
        folder(1, "b"),
        folder(2, "z"),
        folder(1, "a"));
    order(vectors, "signed bytes", root(), folder(1, "\u00e9"), folder(1, "z"));
    order(vectors, "two roots", root(), root());
    order(vectors, "a root that is a file", file(0, "", 0));
    order(vectors, "a root that is a link", symlink(0, "", "x"));
    order(vectors, "a level left out", root(), folder(2, "a"));
    order(vectors, "inside a file", root(), file(1, "a", 0), folder(2, "b"));
    order(vectors, "inside a link", root(), symlink(1, "a", "x"), folder(2, "b"));
    order(vectors, "the rest of a folder", root(), folder(1, "a"), rest(1, "a", hole(1)));
    order(vectors, "the rest of a link", root(), symlink(1, "a", "x"), rest(1, "a", hole(1)));
    order(vectors, "the rest of another file", root(), file(1, "a", 9), rest(1, "b", hole(1)));
    order(vectors, "the rest of nothing", root(), rest(1, "a", hole(1)));
    refused(
        vectors,
        "not in its base",
        Failure.NAME,
        base("a", "b").table().entries(1, folder(2, "c")));
    refused(vectors, "a root behind a base", Failure.NAME, base("a").table().entries(1, root()));
    refused(
        vectors,
        "before its base",
        Failure.NAME,
        base("b").table().entries(2, folder(2, "x"), folder(1, "a")));
    refused(
        vectors,
        "the base once more",
        Failure.NAME,
        base("b").table().entries(2, folder(2, "x"), folder(1, "b")));
  }

  private static void order(List<Vector> vectors, String name, byte[]... entries) {
    refused(vectors, name, Failure.NAME, base().table().entries(entries.length, entries));
  }

  private static void refusedEntries(List<Vector> vectors) {
    entry(vectors, "depth 4,097", Failure.RANGE, folder(4097, "a"));
    entry(vectors, "type 0", Failure.UNSUPPORTED, line(1, "a", 0).toBytes());
    entry(vectors, "type 6", Failure.UNSUPPORTED, line(1, "a", 6).toBytes());
    entry(vectors, "file flags 2", Failure.UNSUPPORTED, file(1, "a", 0, 2));
    entry(vectors, "a hole of length 0", Failure.RANGE, file(1, "a", 9, hole(0)));
    entry(vectors, "extents longer than the file", Failure.RANGE, file(1, "a", 9, hole(10)));
    entry(
        vectors,
        "extents that overflow",
        Failure.RANGE,
        file(1, "a", 9, hole(Long.MAX_VALUE), hole(Long.MAX_VALUE)));
    entry(vectors, "a file of 2^63 bytes", Failure.RANGE, file(1, "a", Long.MIN_VALUE));
    entry(vectors, "a chunk that is not there", Failure.RANGE, file(1, "a", 9, data(1, 0, 9)));
    entry(vectors, "a rest without extents", Failure.RANGE, rest(1, "a"));
    byte[] many =
        plain(line(1, "a", FILE))
            .varint(9)
            .varint(1)
            .varint(2)
            .signedVarint(3)
            .varint(4)
            .varint(0)
            .u8(0)
            .varint(4097)
            .toBytes();
    entry(vectors, "4,097 extents", Failure.RANGE, many);
    entry(vectors, "a link without a target", Failure.NAME, symlink(1, "a", ""));
    entry(vectors, "a link with a zero byte", Failure.NAME, symlink(1, "a", "x\0y"));
    entry(vectors, "a target over 4 KiB", Failure.RANGE, symlink(1, "a", "x".repeat(4097)));
    entry(vectors, "reason 0", Failure.UNSUPPORTED, absent(1, "a", 0, new byte[0]));
    entry(vectors, "reason 4", Failure.UNSUPPORTED, absent(1, "a", 4, new byte[0]));
    entry(vectors, "a message over 1 KiB", Failure.RANGE, absent(1, "a", 1, new byte[1025]));
    entry(
        vectors, "a message not UTF-8", Failure.NOT_CANONICAL, absent(1, "a", 1, new byte[] {-1}));
    metadata(vectors, "mode 010000", Failure.RANGE, 010000, 0, 0, 0);
    metadata(vectors, "owner 2^32", Failure.RANGE, 0, 1L << 32, 0, 0);
    metadata(vectors, "group 2^63", Failure.RANGE, 0, 0, Long.MIN_VALUE, 0);
    metadata(vectors, "a thousand million nanoseconds", Failure.RANGE, 0, 0, 0, 1_000_000_000);
    xattrs(vectors, "1,025 attributes", Failure.RANGE, writer -> writer.varint(1025));
    xattrs(vectors, "an attribute without a name", Failure.NAME, w -> xattr(w.varint(1), ""));
    xattrs(vectors, "a zero byte in a name", Failure.NAME, w -> xattr(w.varint(1), "a\0b"));
    xattrs(
        vectors,
        "attributes fall",
        Failure.NAME,
        w -> xattr(xattr(w.varint(2), "user.b"), "user.a"));
    xattrs(
        vectors,
        "an attribute twice",
        Failure.NAME,
        w -> xattr(xattr(w.varint(2), "user.a"), "user.a"));
    xattrs(
        vectors,
        "an attribute's name of 256 bytes",
        Failure.RANGE,
        w -> xattr(w.varint(1), "n".repeat(256)));
    xattrs(
        vectors,
        "a value over 64 KiB",
        Failure.RANGE,
        w -> w.varint(1).sized("user.a".getBytes(StandardCharsets.US_ASCII)).varint(65_537));
  }

  private static void entry(List<Vector> vectors, String name, Failure failure, byte[] entry) {
    refused(vectors, name, failure, base().table().entries(2, root(), entry));
  }

  private static void metadata(
      List<Vector> vectors, String name, Failure failure, int mode, long uid, long gid, int nanos) {
    byte[] entry =
        line(1, "a", FOLDER)
            .varint(mode)
            .varint(uid)
            .varint(gid)
            .signedVarint(0)
            .varint(nanos)
            .varint(0)
            .toBytes();
    entry(vectors, name, failure, entry);
  }

  private static void xattrs(
      List<Vector> vectors, String name, Failure failure, UnaryOperator<ByteWriter> attributes) {
    ByteWriter start = line(1, "a", FOLDER).varint(0).varint(0).varint(0).signedVarint(0).varint(0);
    entry(vectors, name, failure, attributes.apply(start).toBytes());
  }

  private static ByteWriter xattr(ByteWriter writer, String name) {
    return writer
        .sized(name.getBytes(StandardCharsets.UTF_8))
        .sized("v".getBytes(StandardCharsets.US_ASCII));
  }

  private static void refusedTables(List<Vector> vectors) {
    byte[] first = file(1, "a", 9, data(1, 0, 9));
    byte[] second = file(1, "b", 9, data(2, 0, 9));
    byte[] firstLater = file(1, "b", 9, data(1, 0, 9));
    byte[] secondSooner = file(1, "a", 9, data(2, 0, 9));
    accepted(vectors, "two chunks", base().table(REF, OTHER).entries(3, root(), first, second));
    refused(
        vectors,
        "a chunk that no file needs",
        Failure.NOT_CANONICAL,
        base().table(REF, OTHER).entries(2, root(), first));
    refused(
        vectors,
        "chunks out of order",
        Failure.NOT_CANONICAL,
        base().table(REF, OTHER).entries(3, root(), secondSooner, firstLater));
    refused(
        vectors,
        "a chunk twice",
        Failure.NOT_CANONICAL,
        base().table(REF, REF).entries(3, root(), first, second));
    refused(
        vectors,
        "an extent behind the end of its chunk",
        Failure.RANGE,
        base().table(REF).entries(2, root(), file(1, "a", 101, data(1, 0, 101))));
    refused(
        vectors,
        "an offset behind the end of its chunk",
        Failure.RANGE,
        base().table(REF).entries(2, root(), file(1, "a", 9, data(1, 92, 9))));
    refused(
        vectors,
        "an offset of 2^31",
        Failure.RANGE,
        base().table(REF).entries(2, root(), file(1, "a", 9, data(1, Integer.MIN_VALUE, 9))));
    refused(
        vectors,
        "an extent of length 0",
        Failure.RANGE,
        base().table(REF).entries(2, root(), file(1, "a", 9, data(1, 0, 0))));
  }

  private static void indexes(List<Vector> vectors) {
    Choices choices = new Choices(720);
    ManifestIndex.Line one = new ManifestIndex.Line(REF, 300, Bytes.EMPTY);
    ManifestIndex.Line two =
        new ManifestIndex.Line(Samples.ref(choices), 20, Bytes.utf8("photos/2026/a.jpg"));
    vectors.add(index("no line", List.of()));
    vectors.add(index("one line", List.of(one)));
    vectors.add(index("two lines", List.of(one, two)));
    byte[] bytes = new ManifestIndex(List.of(one, two)).encode();
    new Mutations(vectors, VectorKind.INDEX, changed -> new Object[] {"bytes", changed})
        .truncated(bytes, 0, 3, 4, 5, 6, 37, 38, 70, 85, 86, 87, 88, 89, bytes.length - 1)
        .trailing(bytes)
        .with("magic of a segment", Failure.MAGIC, bytes, 3, 'S')
        .with("version 0", Failure.UNSUPPORTED, bytes, 4, 0)
        .with("version 2", Failure.UNSUPPORTED, bytes, 4, 2)
        .with("fewer lines", Failure.TRAILING, bytes, 5, 1)
        .with("more lines", Failure.TRUNCATED, bytes, 5, 3)
        .refused("8,193 lines", Failure.RANGE, head(8193))
        .refused("2^63 lines", Failure.RANGE, head(Long.MIN_VALUE))
        .refused("count of lines too long", Failure.NOT_CANONICAL, inserted(bytes, 5))
        .with("a segment of epoch 0", Failure.RANGE, bytes, 70, 0, 0, 0, 0)
        .with("a segment by matrix 2", Failure.UNSUPPORTED, bytes, 76, 2)
        .with("a segment with codec 9", Failure.UNSUPPORTED, bytes, 77, 9)
        .with("a path of 257 bytes", Failure.RANGE, bytes, 88, 0x81, 0x02)
        .with("entries too long a number", Failure.NOT_CANONICAL, bytes, 87, 0x80)
        .refused("2^31 entries", Failure.RANGE, line(Integer.MIN_VALUE & 0xffff_ffffL));
  }

  private static Vector index(String name, List<ManifestIndex.Line> lines) {
    return Vector.accepted(name, VectorKind.INDEX, "bytes", new ManifestIndex(lines).encode());
  }

  private static byte[] head(long lines) {
    return new ByteWriter(16)
        .raw("KKMI".getBytes(StandardCharsets.US_ASCII))
        .u8(1)
        .varint(lines)
        .toBytes();
  }

  private static byte[] line(long entries) {
    ByteWriter writer = new ByteWriter(100).raw(head(1));
    REF.writeTo(writer);
    return writer.varint(entries).sized(new byte[0]).toBytes();
  }
}
