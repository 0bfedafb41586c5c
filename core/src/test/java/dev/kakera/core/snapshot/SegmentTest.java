package dev.kakera.core.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.core.id.ChunkId;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.stripe.Codec;
import dev.kakera.core.vectors.Canonical;
import dev.kakera.core.vectors.Choices;
import dev.kakera.core.vectors.Samples;
import dev.kakera.core.wire.Bytes;
import dev.kakera.core.wire.MalformedException;
import dev.kakera.core.wire.MalformedException.Failure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SegmentTest {
  private static final Metadata PLAIN = new Metadata(0755, 0, 0, 0, 0, List.of());
  private static final FileVersion VERSION = new FileVersion(1, 2, 3, 4);

  @Test
  @DisplayName("I-35: a segment has one encoding")
  void encodesCanonically() {
    Choices.forAll(
        1,
        60,
        choices -> {
          Map<ChunkId, ChunkRef> refs = new HashMap<>();
          List<Entry> entries = Samples.tree(choices, 6, refs);
          entries.removeIf(entry -> Segment.extents(entry).size() > EntryCodecV1.EXTENTS_MAX);
          if (entries.size() > 40) {
            entries = entries.subList(0, 40);
          }
          Segment segment = Segment.of(List.of(), entries, refs);
          byte[] bytes = segment.encode();
          assertThat(Segment.decode(bytes)).isEqualTo(segment);
          Canonical.check(choices, bytes, 150, changed -> Segment.decode(changed).encode());
        });
  }

  @Test
  @DisplayName("I-18: cut, encoded, decoded and joined, a tree is what it was")
  void givesBackWholeTrees() {
    Choices.forAll(
        1,
        25,
        choices -> {
          Map<ChunkId, ChunkRef> refs = new HashMap<>();
          List<Entry> entries = Samples.tree(choices, choices.of(3, 20, 60), refs);
          List<Segment> segments = segments(entries, refs);
          assertThat(join(segments)).isEqualTo(entries);
        });
  }

  @Test
  void dividesFilesOfManyExtents() {
    Choices choices = new Choices(5);
    Map<ChunkId, ChunkRef> refs = new HashMap<>();
    for (int count : new int[] {4095, 4096, 4097, 8192, 8193, 30_000}) {
      List<Entry> entries =
          List.of(
              new Entry.Folder(0, Bytes.EMPTY, PLAIN),
              Samples.file(choices, 1, Bytes.utf8("sparse"), count, refs),
              new Entry.Folder(1, Bytes.utf8("tail"), PLAIN));
      List<Segment> segments = segments(entries, refs);
      assertThat(join(segments)).isEqualTo(entries);
      long parts =
          segments.stream()
              .flatMap(segment -> segment.entries().stream())
              .filter(entry -> entry instanceof Entry.File || entry instanceof Entry.Rest)
              .count();
      assertThat(parts).isEqualTo(Math.ceilDiv(count, 4096));
    }
  }

  @Test
  void keepsTheSegmentsOfAWideFolderWithinAChunk() {
    Map<ChunkId, ChunkRef> refs = new HashMap<>();
    List<Entry> entries = wideFolder(100_000, refs);
    List<Segment> segments = segments(entries, refs);
    assertThat(segments).hasSizeGreaterThan(10);
    for (Segment segment : segments) {
      assertThat(segment.encode().length).isLessThanOrEqualTo(ChunkRef.PLAIN_MAX_BYTES / 2);
    }
    assertThat(join(segments)).isEqualTo(entries);
  }

  @Test
  void keepsSegmentsWithinAChunkWhenNoNameEndsOne() {
    Map<ChunkId, ChunkRef> refs = new HashMap<>();
    List<Entry> entries = wideFolder(30_000, refs);
    entries.removeIf(SegmentTest::endsASegment);
    List<Segment> segments = segments(entries, refs);
    for (Segment segment : segments) {
      assertThat(segment.encode().length).isLessThanOrEqualTo(1 << 20);
    }
    assertThat(join(segments)).isEqualTo(entries);
  }

  /** As docs/format.md says, section 7. */
  private static boolean endsASegment(Entry entry) {
    CRC32C crc = new CRC32C();
    crc.update(entry.name().toBytes());
    return entry.depth() > 0 && (crc.getValue() & 0x7ff) == 0;
  }

  @Test
  void keepsTheLargestEntryInTheDeepestFolderWithinAChunk() {
    Choices choices = new Choices(6);
    Map<ChunkId, ChunkRef> refs = new HashMap<>();
    List<Entry> entries = new ArrayList<>();
    entries.add(new Entry.Folder(0, Bytes.EMPTY, PLAIN));
    Bytes longName =
        Bytes.takeOwnershipOf("n".repeat(255).getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    for (int depth = 1; depth < Entry.DEPTH_MAX; depth++) {
      entries.add(new Entry.Folder(depth, longName, PLAIN));
    }
    List<Xattr> xattrs = new ArrayList<>();
    for (int index = 0; index < 15; index++) {
      xattrs.add(
          new Xattr(Bytes.utf8("user." + index), Bytes.takeOwnershipOf(choices.bytes(64 << 10))));
    }
    Metadata heavy = new Metadata(0644, 0, 0, 0, 0, xattrs);
    List<Extent> extents = new ArrayList<>();
    for (int index = 0; index < 4096; index++) {
      ChunkRef ref = Samples.ref(choices);
      refs.put(ref.chunk(), ref);
      extents.add(new Extent.Data(ref.chunk(), 0, 1));
    }
    for (String name : List.of("a", "b")) {
      entries.add(
          new Entry.File(
              Entry.DEPTH_MAX, Bytes.utf8(name), heavy, 4096, VERSION, 0, true, extents));
    }
    List<Segment> segments = segments(entries, refs);
    for (Segment segment : segments) {
      assertThat(segment.encode().length).isLessThanOrEqualTo(ChunkRef.PLAIN_MAX_BYTES);
    }
    assertThat(join(segments)).isEqualTo(entries);
  }

  @Test
  void leavesMostSegmentsAsTheyWereWhenOneFolderChanges() {
    Choices choices = new Choices(7);
    Map<ChunkId, ChunkRef> refs = new HashMap<>();
    List<Entry> entries = new ArrayList<>();
    entries.add(new Entry.Folder(0, Bytes.EMPTY, PLAIN));
    for (int folder = 0; folder < 120; folder++) {
      entries.add(new Entry.Folder(1, Bytes.utf8("folder-%03d".formatted(folder)), PLAIN));
      for (int file = 0; file < 200; file++) {
        Bytes name = Bytes.utf8("IMG_%02d_%04d.jpg".formatted(folder, file));
        entries.add(Samples.file(choices, 2, name, 1, refs));
      }
    }
    List<byte[]> before = encoded(segments(entries, refs));
    List<Entry> changed = new ArrayList<>(entries);
    int at = 60 * 201 + 50;
    for (int inserted = 0; inserted < 50; inserted++) {
      Bytes name = Bytes.utf8("IMG_99_inserted_%02d.jpg".formatted(inserted));
      changed.add(at, Samples.file(choices, 2, name, 3, refs));
    }
    changed.sort(inOrder(changed));
    changed.remove(at - 20);
    List<byte[]> after = encoded(segments(changed, refs));
    long same =
        after.stream()
            .filter(now -> before.stream().anyMatch(then -> java.util.Arrays.equals(now, then)))
            .count();
    assertThat(before.size()).isGreaterThan(10);
    assertThat(same).isGreaterThanOrEqualTo(after.size() - 3);
  }

  /** Keeps manifest order after an insertion: names here are unique in their folders and rise. */
  private static java.util.Comparator<Entry> inOrder(List<Entry> entries) {
    java.util.IdentityHashMap<Entry, Integer> folders = new java.util.IdentityHashMap<>();
    int folder = -1;
    for (Entry entry : entries) {
      folder += entry.depth() == 1 ? 1 : 0;
      folders.put(entry, folder);
    }
    return java.util.Comparator.<Entry>comparingInt(folders::get)
        .thenComparingInt(Entry::depth)
        .thenComparing(Entry::name);
  }

  @Test
  @DisplayName("I-17: no name leaves its folder, not even in a segment's base")
  void refusesNamesThatAreNotPlain() {
    byte[] bytes =
        new Segment(
                List.of(Bytes.utf8("xx")),
                List.of(),
                List.of(new Entry.Folder(2, Bytes.utf8("yy"), PLAIN)))
            .encode();
    for (String evil : List.of("..", "a/", "/a", "a\0", "\0a")) {
      for (String place : List.of("xx", "yy")) {
        byte[] changed = replace(bytes, place, evil);
        assertFailure(Failure.NAME, () -> Segment.decode(changed));
      }
    }
    for (String name : List.of("", ".", "..", "a/b", "\0", "n".repeat(256))) {
      assertThatThrownBy(() -> new Entry.Folder(1, Bytes.utf8(name), PLAIN))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(new Entry.Folder(1, Bytes.utf8("..."), PLAIN).name().length()).isEqualTo(3);
  }

  @Test
  void encodesNothingThatADecoderRefuses() {
    ChunkRef ref = ref(100);
    Entry root = new Entry.Folder(0, Bytes.EMPTY, PLAIN);
    Entry file = file(1, "b", new Extent.Data(ref.chunk(), 0, 10));
    Entry link = new Entry.Symlink(1, Bytes.utf8("b"), PLAIN, Bytes.utf8("x"));
    Entry rest = new Entry.Rest(1, Bytes.utf8("b"), List.of(new Extent.Hole(1)));
    Entry folder = new Entry.Folder(1, Bytes.utf8("a"), PLAIN);
    Entry inside = new Entry.Folder(2, Bytes.utf8("a"), PLAIN);
    assertRefused(Failure.NAME, root, file, folder);
    assertRefused(Failure.NAME, root, file, file);
    assertRefused(Failure.NAME, root, link, rest);
    assertRefused(Failure.NAME, root, folder, rest);
    assertRefused(Failure.NAME, root, file, inside);
    assertRefused(Failure.NAME, root, inside);
    assertRefused(Failure.NAME, root, root);
    assertRefused(Failure.NAME, inside);
    assertRefused(Failure.RANGE, root, file(1, "b", new Extent.Data(ref.chunk(), 91, 10)));
    List<Extent> tooMany = Collections.nCopies(4097, new Extent.Hole(1));
    assertRefused(
        Failure.RANGE,
        root,
        new Entry.File(1, Bytes.utf8("b"), PLAIN, 4097, VERSION, 0, true, tooMany));
    assertRefused(Failure.RANGE, root, file(1, "b", new Extent.Data(ref(5).chunk(), 0, 1)));
    assertThat(new Segment(List.of(), List.of(ref), List.of(root, folder, file, rest)).encode())
        .isNotEmpty();
    assertFailure(
        Failure.NOT_CANONICAL,
        () -> new Segment(List.of(), List.of(ref, ref), List.of(root, file)).encode());
    assertFailure(
        Failure.NOT_CANONICAL,
        () -> new Segment(List.of(), List.of(ref), List.of(root, folder)).encode());
  }

  private static void assertRefused(Failure failure, Entry... entries) {
    Segment segment = new Segment(List.of(), List.of(ref(100)), List.of(entries));
    assertFailure(failure, segment::encode);
  }

  @Test
  void makesNoEntryThatADecoderRefuses() {
    Bytes name = Bytes.utf8("n");
    List<Runnable> impossible =
        List.of(
            () -> new Metadata(010000, 0, 0, 0, 0, List.of()),
            () -> new Metadata(0, -1, 0, 0, 0, List.of()),
            () -> new Metadata(0, 0, 1L << 32, 0, 0, List.of()),
            () -> new Metadata(0, 0, 0, 0, 1_000_000_000, List.of()),
            () -> new Metadata(0, 0, 0, 0, 0, Collections.nCopies(2, new Xattr(name, name))),
            () -> new Metadata(0, 0, 0, 0, 0, heavyXattrs()),
            () -> new Xattr(Bytes.EMPTY, name),
            () -> new Xattr(name, Bytes.takeOwnershipOf(new byte[65_537])),
            () -> new FileVersion(0, 0, 0, -1),
            () -> new Entry.Folder(Entry.DEPTH_MAX + 1, name, PLAIN),
            () -> new Entry.Folder(0, name, PLAIN),
            () -> new Entry.Symlink(1, name, PLAIN, Bytes.EMPTY),
            () -> new Entry.Symlink(1, name, PLAIN, Bytes.takeOwnershipOf(new byte[1])),
            () -> new Entry.Symlink(1, name, PLAIN, Bytes.utf8("t".repeat(4097))),
            () -> new Entry.Rest(1, name, List.of()),
            () -> new Entry.File(1, name, PLAIN, -1, VERSION, 0, true, List.of()),
            () -> new Entry.File(1, name, PLAIN, 0, VERSION, -1, true, List.of()),
            () -> new Entry.File(1, name, PLAIN, 9, VERSION, 0, true, List.of(new Extent.Hole(10))),
            () -> new Extent.Hole(0));
    for (Runnable making : impossible) {
      assertThatThrownBy(making::run).isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static List<Xattr> heavyXattrs() {
    List<Xattr> xattrs = new ArrayList<>();
    for (int index = 0; index < 16; index++) {
      xattrs.add(new Xattr(Bytes.utf8("user." + index), Bytes.takeOwnershipOf(new byte[64 << 10])));
    }
    return xattrs;
  }

  @Test
  void shortensLongMessagesBetweenTwoCharacters() {
    for (String letter : List.of("a", "ü", "家", "😀")) {
      Entry.Absent absent =
          new Entry.Absent(1, Bytes.utf8("n"), Entry.Reason.UNREADABLE, "x" + letter.repeat(1024));
      int size = Bytes.utf8(absent.message()).length();
      assertThat(size).isBetween(1020, 1024);
      assertThat(absent.message())
          .isEqualTo("x" + letter.repeat(1024).substring(0, absent.message().length() - 1));
      Entry root = new Entry.Folder(0, Bytes.EMPTY, PLAIN);
      Segment segment = new Segment(List.of(), List.of(), List.of(root, absent));
      assertThat(Segment.decode(segment.encode())).isEqualTo(segment);
    }
  }

  @Test
  void sortsAttributesByName() {
    Xattr one = new Xattr(Bytes.utf8("user.a"), Bytes.EMPTY);
    Xattr two = new Xattr(Bytes.utf8("user.b"), Bytes.EMPTY);
    assertThat(new Metadata(0, 0, 0, 0, 0, List.of(two, one)))
        .isEqualTo(new Metadata(0, 0, 0, 0, 0, List.of(one, two)));
  }

  @Test
  @DisplayName("I-15: a file that is shorter or longer than it says is told from a whole one")
  void joinsOnlyWholeFiles() {
    Entry.File part =
        new Entry.File(
            1, Bytes.utf8("b"), PLAIN, 10, VERSION, 0, true, List.of(new Extent.Hole(4)));
    assertThat(part.isWhole()).isFalse();
    EntryJoiner shorter = new EntryJoiner();
    shorter.push(part);
    shorter.push(new Entry.Rest(1, Bytes.utf8("b"), List.of(new Extent.Hole(5))));
    assertThat(shorter.finish()).map(entry -> ((Entry.File) entry).isWhole()).contains(false);
    EntryJoiner longer = new EntryJoiner();
    longer.push(part);
    for (long length : new long[] {7, Long.MAX_VALUE}) {
      Entry.Rest rest = new Entry.Rest(1, Bytes.utf8("b"), List.of(new Extent.Hole(length)));
      assertFailure(Failure.RANGE, () -> longer.push(rest));
    }
    EntryJoiner joiner = new EntryJoiner();
    joiner.push(part);
    assertFailure(
        Failure.NAME,
        () -> joiner.push(new Entry.Rest(2, Bytes.utf8("b"), List.of(new Extent.Hole(6)))));
    joiner.push(new Entry.Rest(1, Bytes.utf8("b"), List.of(new Extent.Hole(6))));
    assertThat(joiner.finish()).map(entry -> ((Entry.File) entry).isWhole()).contains(true);
    assertFailure(
        Failure.NAME,
        () ->
            new EntryJoiner()
                .push(new Entry.Rest(1, Bytes.utf8("b"), List.of(new Extent.Hole(6)))));
  }

  @Test
  @DisplayName("I-35: an index has one encoding, and stays within a chunk")
  void encodesIndexesCanonically() {
    Choices.forAll(
        1,
        30,
        choices -> {
          List<ManifestIndex.Line> lines = new ArrayList<>();
          for (int left = choices.between(0, 8); left > 0; left--) {
            lines.add(
                new ManifestIndex.Line(
                    Samples.ref(choices), choices.between(0, 100_000), Samples.name(choices)));
          }
          ManifestIndex index = new ManifestIndex(lines);
          assertThat(ManifestIndex.decode(index.encode())).isEqualTo(index);
          Canonical.check(
              choices, index.encode(), 200, bytes -> ManifestIndex.decode(bytes).encode());
        });
    ManifestIndex.Line longest =
        new ManifestIndex.Line(ref(9), Integer.MAX_VALUE, Bytes.utf8("p".repeat(256)));
    List<ManifestIndex.Line> full = Collections.nCopies(ManifestIndex.LINES_MAX, longest);
    assertThat(new ManifestIndex(full).encode().length).isLessThan(ChunkRef.PLAIN_MAX_BYTES);
    assertThatThrownBy(
            () -> new ManifestIndex(Collections.nCopies(ManifestIndex.LINES_MAX + 1, longest)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void namesTheFirstPathOfASegment() {
    Bytes longName = Bytes.utf8("n".repeat(200));
    SegmentCutter.Draft draft =
        new SegmentCutter.Draft(
            List.of(Bytes.utf8("a"), longName), List.of(new Entry.Folder(3, longName, PLAIN)));
    assertThat(ManifestIndex.line(ref(9), draft).firstPath())
        .isEqualTo(Bytes.utf8(("a/" + "n".repeat(200) + "/" + "n".repeat(200)).substring(0, 256)));
  }

  private static List<Segment> segments(List<Entry> entries, Map<ChunkId, ChunkRef> refs) {
    List<Segment> segments = new ArrayList<>();
    SegmentCutter cutter = new SegmentCutter();
    List<SegmentCutter.Draft> drafts = new ArrayList<>();
    entries.forEach(entry -> drafts.addAll(cutter.add(entry)));
    cutter.finish().ifPresent(drafts::add);
    assertThat(cutter.finish()).isEmpty();
    for (SegmentCutter.Draft draft : drafts) {
      Segment segment = Segment.of(draft.base(), draft.entries(), refs);
      Segment decoded = Segment.decode(segment.encode());
      assertThat(decoded).isEqualTo(segment);
      segments.add(decoded);
    }
    return segments;
  }

  private static List<Entry> join(List<Segment> segments) {
    List<Entry> joined = new ArrayList<>();
    EntryJoiner joiner = new EntryJoiner();
    for (Segment segment : segments) {
      for (Entry entry : segment.entries()) {
        Optional<Entry> whole = joiner.push(entry);
        whole.ifPresent(joined::add);
      }
    }
    joiner.finish().ifPresent(joined::add);
    return joined;
  }

  private static List<byte[]> encoded(List<Segment> segments) {
    return segments.stream().map(Segment::encode).toList();
  }

  private static List<Entry> wideFolder(int count, Map<ChunkId, ChunkRef> refs) {
    Choices choices = new Choices(3);
    List<Entry> entries = new ArrayList<>();
    entries.add(new Entry.Folder(0, Bytes.EMPTY, PLAIN));
    for (int index = 0; index < count; index++) {
      entries.add(Samples.file(choices, 1, Bytes.utf8("file-%06d".formatted(index)), 1, refs));
    }
    return entries;
  }

  private static Entry.File file(int depth, String name, Extent extent) {
    return new Entry.File(depth, Bytes.utf8(name), PLAIN, 100, VERSION, 0, true, List.of(extent));
  }

  private static ChunkRef ref(int plainSize) {
    return new ChunkRef(
        new ChunkId(new dev.kakera.core.id.Digest(plainSize, 2, 3, 4)),
        new dev.kakera.core.id.StripeId(new dev.kakera.core.id.Digest(5, 6, 7, 8)),
        1,
        new dev.kakera.core.erasure.Geometry(4, 2),
        Codec.NONE,
        plainSize,
        plainSize);
  }

  private static byte[] replace(byte[] bytes, String from, String to) {
    byte[] changed = bytes.clone();
    byte[] old = Bytes.utf8(from).toBytes();
    for (int at = 0; at + old.length <= bytes.length; at++) {
      if (java.util.Arrays.equals(bytes, at, at + old.length, old, 0, old.length)) {
        System.arraycopy(Bytes.utf8(to).toBytes(), 0, changed, at, old.length);
        return changed;
      }
    }
    throw new AssertionError(from + " is not in these bytes");
  }

  private static void assertFailure(
      Failure failure, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            MalformedException.class, refused -> assertThat(refused.failure()).isEqualTo(failure));
  }
}
