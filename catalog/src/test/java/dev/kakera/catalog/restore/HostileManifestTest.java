package dev.kakera.catalog.restore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.catalog.fixture.Entries;
import dev.kakera.catalog.fixture.RawSegment;
import dev.kakera.catalog.fixture.SnapshotFixture;
import dev.kakera.catalog.fixture.TestFolder;
import dev.kakera.catalog.fixture.TreePicture;
import dev.kakera.catalog.manifest.EntryPath;
import dev.kakera.core.snapshot.Head;
import dev.kakera.core.snapshot.HeadSealer;
import dev.kakera.core.snapshot.ManifestIndex;
import dev.kakera.core.stripe.ChunkRef;
import dev.kakera.core.wire.Bytes;
import dev.kakera.posix.RawName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** I-17: whatever a manifest says, nothing outside the target is created, changed or followed. */
class HostileManifestTest {
  private static final int SIZE = 5;

  private TestFolder folder;
  private SnapshotFixture fixture;
  private ChunkRef content;
  private Path outside;
  private Path target;
  private List<String> outsideBefore;

  @BeforeEach
  void make() throws IOException {
    folder = new TestFolder();
    fixture = SnapshotFixture.standard(folder.resolve("stores"));
    content = fixture.put("pwned".getBytes(StandardCharsets.US_ASCII));
    outside = Files.createDirectories(folder.resolve("outside"));
    Files.writeString(outside.resolve("precious"), "precious");
    target = folder.resolve("place").resolve("target");
    outsideBefore = TreePicture.of(outside);
  }

  @AfterEach
  void remove() throws IOException {
    fixture.close();
    folder.close();
  }

  private RawSegment segment() {
    return new RawSegment(List.of(), List.of(content));
  }

  private RawSegment segmentIn(String... base) {
    List<byte[]> names = new ArrayList<>();
    for (String name : base) {
      names.add(RawName.of(name));
    }
    return new RawSegment(names, List.of(content));
  }

  /** Seals the segments as the home would, with an index that calls them what the test says. */
  private HeadSealer.Sealed snapshot(List<RawSegment> segments, List<String> firstPaths)
      throws IOException {
    List<ManifestIndex.Line> lines = new ArrayList<>();
    for (int number = 0; number < segments.size(); number++) {
      RawSegment segment = segments.get(number);
      lines.add(
          new ManifestIndex.Line(
              fixture.put(segment.toBytes()),
              segment.count(),
              Bytes.copyOf(start(firstPaths.get(number)))));
    }
    return fixture.snapshotOfLines(lines, new Head.Totals(1, 1, 0, 0, 0, SIZE));
  }

  /** As much of a path as an index line holds. */
  private static byte[] start(String path) {
    byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
    return Arrays.copyOf(bytes, Math.min(bytes.length, 256));
  }

  private RestoreResult restore(HeadSealer.Sealed head, Overwrite policy) throws Exception {
    return RoundTripTest.restore(
        fixture,
        fixture.folders(),
        head,
        EntryPath.ROOT,
        target,
        RestoreOptions.standard().with(policy));
  }

  private void assertNothingEscaped() throws IOException {
    assertThat(TreePicture.of(outside)).isEqualTo(outsideBefore);
    try (var siblings = Files.list(target.getParent())) {
      assertThat(siblings).containsOnly(target);
    }
  }

  static List<byte[]> hostileNames() {
    List<byte[]> names = new ArrayList<>();
    for (String name :
        new String[] {
          "..",
          ".",
          "",
          "/",
          "a/b",
          "../outside/evil",
          "/etc/evil",
          "a/",
          "/a",
          "..\0",
          "a\0b",
          "../../outside/precious",
          "./a",
          "a/../../outside/evil",
          "\0"
        }) {
      names.add(name.getBytes(StandardCharsets.UTF_8));
    }
    names.add("n".repeat(256).getBytes(StandardCharsets.UTF_8));
    return names;
  }

  @ParameterizedTest
  @MethodSource("hostileNames")
  @DisplayName("I-17: a name that is not one plain component is refused")
  void refusesHostileNames(byte[] name) throws Exception {
    for (int kind = 0; kind < 3; kind++) {
      RawSegment segment = segment().folder(0, new byte[0]);
      switch (kind) {
        case 0 -> segment.file(1, name, SIZE);
        case 1 -> segment.symlink(1, name, RawName.of("x")).file(1, RawName.of("zz"), SIZE);
        default -> segment.folder(1, name).file(2, RawName.of("evil"), SIZE);
      }
      target = folder.resolve("place").resolve("target");
      RestoreResult result = restore(snapshot(List.of(segment), List.of("")), Overwrite.ALWAYS);
      assertThat(result.isComplete()).isFalse();
      assertThat(result.gaps()).hasSize(1);
      assertThat(result.files()).isZero();
      assertNothingEscaped();
    }
  }

  @Test
  @DisplayName("I-17: a file cannot be laid into a link of the same snapshot, in one segment")
  void refusesAFileInALink() throws Exception {
    RawSegment segment =
        segment()
            .folder(0, new byte[0])
            .symlink(1, RawName.of("a"), RawName.of(outside.toString()))
            .file(2, RawName.of("evil"), SIZE);
    RestoreResult result = restore(snapshot(List.of(segment), List.of("")), Overwrite.ALWAYS);
    assertThat(result.gaps()).hasSize(1);
    assertNothingEscaped();
  }

  @Test
  @DisplayName("I-17: a file cannot be laid into a link of the same snapshot, across segments")
  void refusesAFileInALinkOfAnotherSegment() throws Exception {
    RawSegment first =
        segmentIn()
            .folder(0, new byte[0])
            .file(1, RawName.of("0"), SIZE)
            .symlink(1, RawName.of("a"), RawName.of(outside.toString()));
    RawSegment second = segmentIn("a").file(2, RawName.of("evil"), SIZE);
    RestoreResult result =
        restore(snapshot(List.of(first, second), List.of("", "a/evil")), Overwrite.ALWAYS);
    assertThat(result.gaps()).hasSize(1);
    assertThat(result.gaps().getFirst().reason()).contains("folder");
    assertThat(result.files()).isEqualTo(1);
    assertThat(result.symlinks()).isEqualTo(1);
    assertNothingEscaped();
  }

  @Test
  @DisplayName("I-17: a folder cannot take a link's name, in another segment")
  void refusesTwoEntriesOfOneName() throws Exception {
    RawSegment first =
        segmentIn()
            .folder(0, new byte[0])
            .file(1, RawName.of("0"), SIZE)
            .symlink(1, RawName.of("a"), RawName.of(outside.toString()));
    RawSegment second = segmentIn().folder(1, RawName.of("a")).file(2, RawName.of("evil"), SIZE);
    RestoreResult result =
        restore(snapshot(List.of(first, second), List.of("", "a")), Overwrite.ALWAYS);
    assertThat(result.gaps()).hasSize(1);
    assertThat(result.symlinks()).isEqualTo(1);
    assertNothingEscaped();
  }

  @ParameterizedTest
  @MethodSource("hostileNames")
  @DisplayName("I-17: a segment that begins in a hostile folder is refused, also behind a gap")
  void refusesHostileBases(byte[] name) throws Exception {
    RawSegment first = segmentIn().folder(0, new byte[0]).file(1, RawName.of("0"), SIZE);
    RawSegment lost = segmentIn().file(1, RawName.of("1"), SIZE);
    RawSegment hostile =
        new RawSegment(List.of(name), List.of(content)).file(2, RawName.of("evil"), SIZE);
    String path = RawName.display(name) + "/evil";
    HeadSealer.Sealed head = snapshot(List.of(first, lost, hostile), List.of("", "1", path));
    ChunkRef lostRef = fixture.put(lost.toBytes());
    for (int index = 0; index < 6; index++) {
      Files.deleteIfExists(fixture.shardFile(lostRef, index));
    }
    RestoreResult result = restore(head, Overwrite.ALWAYS);
    assertThat(result.gaps()).hasSize(2);
    assertThat(result.files()).isEqualTo(1);
    assertNothingEscaped();
  }

  @Test
  @DisplayName("I-17: an entry that jumps down several levels is refused")
  void refusesDepthJumps() throws Exception {
    RawSegment segment = segment().folder(0, new byte[0]).file(3, RawName.of("evil"), SIZE);
    RestoreResult result = restore(snapshot(List.of(segment), List.of("")), Overwrite.ALWAYS);
    assertThat(result.gaps()).hasSize(1);
    assertNothingEscaped();
  }

  @Test
  void refusesASegmentThatTheIndexDoesNotMean() throws Exception {
    RawSegment first = segmentIn().folder(0, new byte[0]).file(1, RawName.of("b"), SIZE);
    RawSegment again = segmentIn().file(1, RawName.of("c"), SIZE);
    assertThat(restore(snapshot(List.of(first, again), List.of("", "d")), Overwrite.ALWAYS).gaps())
        .singleElement()
        .satisfies(gap -> assertThat(gap.reason()).contains("another path than the index says"));
    RawSegment back = segmentIn().file(1, RawName.of("a"), SIZE);
    assertThat(restore(snapshot(List.of(first, back), List.of("", "a")), Overwrite.ALWAYS).gaps())
        .singleElement()
        .satisfies(gap -> assertThat(gap.reason()).contains("end of the one before it"));
    assertNothingEscaped();
  }

  private HeadSealer.Sealed honest() throws IOException {
    return fixture.snapshot(
        List.of(
            Entries.root(),
            Entries.folder(1, "photos"),
            Entries.file(2, "evil", content.chunk(), SIZE),
            Entries.file(1, "precious", content.chunk(), SIZE)));
  }

  @Test
  @DisplayName("I-17: a link that is in the target already is not followed")
  void doesNotFollowLinksInTheTarget() throws Exception {
    Files.createDirectories(target);
    Files.createSymbolicLink(target.resolve("photos"), outside);
    Files.createSymbolicLink(target.resolve("precious"), outside.resolve("precious"));

    RestoreResult skipping = restore(honest(), Overwrite.SKIP);
    assertThat(skipping.lost()).extracting(lost -> lost.path().toString()).contains("photos");
    assertThat(skipping.lost()).extracting(LostEntry::loss).containsOnly(LostEntry.Loss.CONFLICT);
    assertThat(Files.isSymbolicLink(target.resolve("photos"))).isTrue();
    assertThat(Files.isSymbolicLink(target.resolve("precious"))).isTrue();
    assertNothingEscaped();

    RestoreResult overwriting = restore(honest(), Overwrite.ALWAYS);
    assertThat(overwriting.lost()).isEmpty();
    assertThat(Files.isDirectory(target.resolve("photos"), LinkOption.NOFOLLOW_LINKS)).isTrue();
    assertThat(Files.isSymbolicLink(target.resolve("precious"))).isFalse();
    assertThat(target.resolve("precious")).hasContent("pwned");
    assertNothingEscaped();
  }

  @Test
  @DisplayName("I-17: a process that swaps folders for links while it restores leads nowhere")
  void staysInsideWhileFoldersAreSwapped() throws Exception {
    List<dev.kakera.core.snapshot.Entry> entries = new ArrayList<>(List.of(Entries.root()));
    for (int number = 0; number < 60; number++) {
      entries.add(Entries.folder(1, "d%03d".formatted(number)));
      entries.add(Entries.folder(2, "in"));
      for (int inner = 0; inner < 5; inner++) {
        entries.add(Entries.file(3, "f" + inner, content.chunk(), SIZE));
      }
    }
    HeadSealer.Sealed head = fixture.snapshot(entries);
    Files.createDirectories(target);
    Path aside = Files.createDirectories(folder.resolve("aside"));
    AtomicBoolean over = new AtomicBoolean();
    Thread swapper =
        Thread.ofPlatform()
            .start(
                () -> {
                  int moved = 0;
                  while (!over.get()) {
                    for (int number = 0; number < 60; number++) {
                      Path victim = target.resolve("d%03d".formatted(number));
                      try {
                        Files.move(victim, aside.resolve("m" + moved++));
                        Files.createSymbolicLink(victim, outside);
                      } catch (IOException e) {
                        Thread.onSpinWait(); // not there yet, or a link already
                      }
                    }
                  }
                });
    try {
      for (int round = 0; round < 5; round++) {
        RestoreResult result = restore(head, Overwrite.ALWAYS);
        assertThat(result.stopped()).isEmpty();
      }
    } finally {
      over.set(true);
      swapper.join();
    }
    assertNothingEscaped();
  }

  @Test
  @DisplayName("T-18: a size that its chunks do not have is refused before anything is written")
  void refusesSizesThatChunksDoNotHave() throws Exception {
    RawSegment bomb =
        segment().folder(0, new byte[0]).file(1, RawName.of("bomb"), Integer.MAX_VALUE);
    RestoreResult result = restore(snapshot(List.of(bomb), List.of("")), Overwrite.ALWAYS);
    assertThat(result.gaps()).hasSize(1);
    assertThat(result.bytes()).isZero();
    assertNothingEscaped();
  }
}
