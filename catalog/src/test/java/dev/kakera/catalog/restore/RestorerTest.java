package dev.kakera.catalog.restore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.kakera.catalog.fixture.Entries;
import dev.kakera.catalog.fixture.OddTree;
import dev.kakera.catalog.fixture.OrdinaryUser;
import dev.kakera.catalog.fixture.SnapshotFixture;
import dev.kakera.catalog.fixture.TestFolder;
import dev.kakera.catalog.fixture.TreePicture;
import dev.kakera.catalog.manifest.EntryPath;
import dev.kakera.catalog.restore.RestoreRefusedException.Reason;
import dev.kakera.catalog.shards.ChunkLostException;
import dev.kakera.catalog.shards.EpochKeys;
import dev.kakera.catalog.shards.FolderShardSource;
import dev.kakera.catalog.shards.ReaderSettings;
import dev.kakera.core.snapshot.Entry;
import dev.kakera.core.snapshot.Extent;
import dev.kakera.core.snapshot.HeadSealer;
import dev.kakera.core.stripe.ChunkRef;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RestorerTest {
  private TestFolder folder;
  private SnapshotFixture fixture;
  private Path target;

  @BeforeEach
  void make() throws IOException {
    folder = new TestFolder();
    fixture = SnapshotFixture.standard(folder.resolve("stores"));
    target = folder.resolve("target");
  }

  @AfterEach
  void remove() throws IOException {
    fixture.close();
    folder.close();
  }

  private ChunkRef chunk(long seed, int size) throws IOException {
    byte[] plain = new byte[size];
    new SplittableRandom(seed).nextBytes(plain);
    return fixture.put(plain);
  }

  private ChunkRef text(String text) throws IOException {
    return fixture.put(text.getBytes(StandardCharsets.UTF_8));
  }

  private void lose(ChunkRef ref, int... indexes) throws IOException {
    for (int index : indexes) {
      Files.delete(fixture.shardFile(ref, index));
    }
  }

  private RestoreResult restore(HeadSealer.Sealed head, String path, RestoreOptions options)
      throws Exception {
    return RoundTripTest.restore(
        fixture, fixture.folders(), head, EntryPath.parse(path), target, options);
  }

  private RestoreResult restore(HeadSealer.Sealed head, Overwrite policy) throws Exception {
    return restore(head, "", RestoreOptions.standard().with(policy));
  }

  private HeadSealer.Sealed simple() throws IOException {
    ChunkRef a = text("alpha");
    ChunkRef b = text("beta");
    return fixture.snapshot(
        List.of(
            Entries.root(),
            Entries.folder(1, "docs"),
            Entries.file(2, "a", a.chunk(), 5),
            Entries.folder(2, "old"),
            Entries.file(3, "b", b.chunk(), 4),
            Entries.link(1, "link", "docs/a"),
            Entries.file(1, "z", a.chunk(), 5)));
  }

  @Test
  @DisplayName("I-15: a file with a lost chunk is not written at all and is named; the rest is")
  void namesWhatIsLostAndRestoresTheRest() throws Exception {
    ChunkRef good = chunk(1, 100_000);
    ChunkRef bad = chunk(2, 100_000);
    HeadSealer.Sealed head =
        fixture.snapshot(
            List.of(
                Entries.root(),
                Entries.file(1, "after", good.chunk(), 100_000),
                Entries.file(
                    1,
                    "half",
                    List.of(
                        new Extent.Data(good.chunk(), 0, 100_000),
                        new Extent.Data(bad.chunk(), 0, 100_000)),
                    200_000),
                Entries.file(1, "zzz", good.chunk(), 100_000)));
    lose(bad, 0, 2, 5);
    List<LostEntry> heard = Collections.synchronizedList(new ArrayList<>());
    LongAdder wrote = new LongAdder();
    RestoreListener listener =
        new RestoreListener() {
          @Override
          public void lost(LostEntry entry) {
            heard.add(entry);
          }

          @Override
          public void wrote(long bytes) {
            wrote.add(bytes);
          }
        };

    RestoreResult result = restore(head, "", RestoreOptions.standard().with(listener));

    assertThat(result.isComplete()).isFalse();
    assertThat(result.files()).isEqualTo(2);
    assertThat(wrote.sum()).as("also what was written of the file that failed").isEqualTo(300_000);
    assertThat(result.lost()).singleElement().isEqualTo(heard.getFirst());
    LostEntry lost = result.lost().getFirst();
    assertThat(lost.path()).hasToString("half");
    assertThat(lost.loss()).isEqualTo(LostEntry.Loss.CHUNK);
    ChunkLostException why = lost.chunk().orElseThrow();
    assertThat(why.ref()).isEqualTo(bad);
    assertThat(why.have()).isEqualTo(3);
    assertThat(why.need()).isEqualTo(4);
    assertThat(why.findings()).extracting(f -> f.index()).containsExactlyInAnyOrder(0, 2, 5);
    try (var names = Files.list(target)) {
      assertThat(names.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("after", "zzz");
    }
  }

  @Test
  @DisplayName("I-15: wrong bytes at too many places are never written")
  void writesNoWrongByte() throws Exception {
    ChunkRef ref = chunk(3, 50_000);
    HeadSealer.Sealed head =
        fixture.snapshot(List.of(Entries.root(), Entries.file(1, "f", ref.chunk(), 50_000)));
    for (int index = 0; index < 3; index++) {
      byte[] sealed = Files.readAllBytes(fixture.shardFile(ref, index));
      sealed[sealed.length / 2] ^= 1;
      Files.write(fixture.shardFile(ref, index), sealed);
    }
    RestoreResult result = restore(head, Overwrite.NEVER);
    assertThat(result.lostCount()).isEqualTo(1);
    assertThat(result.bytes()).isZero();
    try (var names = Files.list(target)) {
      assertThat(names).isEmpty();
    }
  }

  @Test
  void restoresAFolderIntoTheTargetItself() throws Exception {
    RestoreResult result = restore(simple(), "docs", RestoreOptions.standard());
    assertThat(result.isComplete()).isTrue();
    assertThat(target.resolve("a")).hasContent("alpha");
    assertThat(target.resolve("old").resolve("b")).hasContent("beta");
    assertThat(target.resolve("z")).doesNotExist();
    assertThat(result.files()).isEqualTo(2);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target)))
        .isEqualTo("rwxr-xr-x");
  }

  @Test
  void restoresASingleFileBesideOthers() throws Exception {
    Files.createDirectories(target);
    Files.writeString(target.resolve("mine"), "mine");
    Files.setLastModifiedTime(target, FileTime.fromMillis(0));
    RestoreResult result = restore(simple(), "/docs/old/b", RestoreOptions.standard());
    assertThat(result.files()).isEqualTo(1);
    assertThat(target.resolve("b")).hasContent("beta");
    assertThat(target.resolve("mine")).hasContent("mine");
    assertThat(Files.getLastModifiedTime(target).toMillis()).isPositive();
    assertThat(restore(simple(), "link", RestoreOptions.standard()).symlinks()).isEqualTo(1);
    assertThat(Files.readSymbolicLink(target.resolve("link"))).hasToString("docs/a");
  }

  @Test
  void refusesAPathThatIsNotThere() {
    assertThatThrownBy(() -> restore(simple(), "docs/nothing", RestoreOptions.standard()))
        .isInstanceOfSatisfying(
            RestoreRefusedException.class,
            refused -> assertThat(refused.reason()).isEqualTo(Reason.NO_SUCH_PATH))
        .hasMessageContaining("docs/nothing");
    assertThat(target).doesNotExist();
  }

  @Test
  @DisplayName("I-29: a restore that would overwrite is refused before it begins, and names files")
  void neverOverwritesUnlessTold() throws Exception {
    Files.createDirectories(target.resolve("docs"));
    Files.writeString(target.resolve("docs").resolve("a"), "mine");
    Files.writeString(target.resolve("z"), "mine too");
    List<String> before = TreePicture.of(target);
    assertThatThrownBy(() -> restore(simple(), Overwrite.NEVER))
        .isInstanceOfSatisfying(
            RestoreRefusedException.class,
            refused -> {
              assertThat(refused.reason()).isEqualTo(Reason.TARGET_OCCUPIED);
              assertThat(refused.objects()).containsExactly("docs/a", "z");
            });
    assertThat(TreePicture.of(target)).isEqualTo(before);
  }

  @Test
  void skipsWhatIsThere() throws Exception {
    Files.createDirectories(target.resolve("docs"));
    Files.writeString(target.resolve("docs").resolve("a"), "mine");
    RestoreResult result = restore(simple(), Overwrite.SKIP);
    assertThat(result.skipped()).isEqualTo(1);
    assertThat(result.files()).isEqualTo(2);
    assertThat(target.resolve("docs").resolve("a")).hasContent("mine");
    assertThat(target.resolve("z")).hasContent("alpha");
    assertThat(restore(simple(), Overwrite.SKIP).skipped()).isEqualTo(4);
  }

  @Test
  void replacesOnlyOlderFiles() throws Exception {
    HeadSealer.Sealed head = simple();
    Files.createDirectories(target.resolve("docs").resolve("old"));
    Path older = target.resolve("docs").resolve("a");
    Path newer = target.resolve("docs").resolve("old").resolve("b");
    Path same = target.resolve("z");
    for (Path path : List.of(older, newer, same)) {
      Files.writeString(path, "mine");
    }
    Files.setLastModifiedTime(older, FileTime.fromMillis(0));
    Files.setLastModifiedTime(
        same, FileTime.from(java.time.Instant.ofEpochSecond(1_600_000_000, 1)));
    RestoreResult result = restore(head, Overwrite.IF_NEWER);
    assertThat(older).hasContent("alpha");
    assertThat(newer).hasContent("mine");
    assertThat(same).as("as old, of another size").hasContent("alpha");
    assertThat(result.skipped()).isEqualTo(1);
    assertThat(restore(head, Overwrite.IF_NEWER).files()).isZero();
  }

  @Test
  void overwritesFilesButNoFolder() throws Exception {
    Files.createDirectories(target.resolve("z").resolve("full"));
    Files.createDirectories(target.resolve("docs"));
    Files.writeString(target.resolve("docs").resolve("a"), "mine");
    RestoreResult result = restore(simple(), Overwrite.ALWAYS);
    assertThat(target.resolve("docs").resolve("a")).hasContent("alpha");
    assertThat(target.resolve("z").resolve("full")).exists();
    assertThat(result.lost())
        .singleElement()
        .satisfies(
            lost -> {
              assertThat(lost.path()).hasToString("z");
              assertThat(lost.loss()).isEqualTo(LostEntry.Loss.CONFLICT);
            });
    try (var names = Files.list(target)) {
      assertThat(names.map(path -> path.getFileName().toString()))
          .as("no temporary file stays behind")
          .containsExactlyInAnyOrder("docs", "link", "z");
    }
  }

  @Test
  void plansWithoutWriting() throws Exception {
    HeadSealer.Sealed head = simple();
    try (SnapshotReading reading = reading(fixture.folders())) {
      RestorePlan plan =
          reading.restorer().plan(head.head(), EntryPath.ROOT, target, RestoreOptions.standard());
      assertThat(plan.counts()).isEqualTo(new RestorePlan.Counts(3, 2, 1, 0, 0, 14, 14));
      assertThat(plan.state()).isEqualTo(RestorePlan.TargetState.ABSENT);
      assertThat(plan.space().needed()).isEqualTo(6 * 4096);
      assertThat(plan.space().free()).isPositive();
    }
    assertThat(target).doesNotExist();
  }

  private SnapshotReading reading(List<Path> folders) throws IOException {
    return new SnapshotReading(
        EpochKeys.of(fixture.bundle()), FolderShardSource.open(folders), ReaderSettings.standard());
  }

  @Test
  @DisplayName("T-18: what does not fit the target's file system is refused before it begins")
  void refusesWhatDoesNotFit() throws Exception {
    ChunkRef zeros = fixture.put(new byte[4 << 20]);
    assertThat(zeros.encodedSize()).as("a chunk that is mostly nothing").isLessThan(2_000);
    List<Entry> entries = new ArrayList<>(List.of(Entries.root()));
    List<Extent> extents = Collections.nCopies(4_000, new Extent.Data(zeros.chunk(), 0, 4 << 20));
    long each = 4_000L * (4 << 20);
    long count = folder.path().toFile().getUsableSpace() / each + 10;
    for (int number = 0; number < count; number++) {
      entries.add(Entries.file(1, "bomb%05d".formatted(number), extents, each));
    }
    HeadSealer.Sealed head = fixture.snapshot(entries);
    assertThatThrownBy(() -> restore(head, Overwrite.NEVER))
        .isInstanceOfSatisfying(
            RestoreRefusedException.class,
            refused -> assertThat(refused.reason()).isEqualTo(Reason.NO_SPACE))
        .hasMessageContaining(Long.toString(count * each + 4096));
    assertThat(target).doesNotExist();
  }

  @Test
  void linksToAnotherNameWhenTheFirstCannotBeWritten() throws Exception {
    ChunkRef content = text("here");
    HeadSealer.Sealed head =
        fixture.snapshot(
            List.of(
                Entries.root(),
                linked("a", content),
                linked("b", content),
                linked("c", content),
                linked("d", content)));
    Files.createDirectories(target.resolve("a"));
    RestoreResult result = restore(head, Overwrite.ALWAYS);
    assertThat(result.lost()).extracting(lost -> lost.path().toString()).containsExactly("a");
    assertThat(result.files()).isEqualTo(1);
    assertThat(result.hardLinks()).isEqualTo(2);
    assertThat(Files.getAttribute(target.resolve("d"), "unix:nlink")).isEqualTo(3);
    assertThat(target.resolve("d")).hasContent("here");

    assertThat(restore(head, Overwrite.ALWAYS).lostCount()).isEqualTo(1);
    try (var names = Files.list(target)) {
      assertThat(names).as("no temporary name stays behind").hasSize(4);
    }
  }

  private static Entry linked(String name, ChunkRef ref) {
    Entry.File file = (Entry.File) Entries.file(1, name, ref.chunk(), 4);
    return new Entry.File(
        1, file.name(), file.metadata(), 4, file.version(), 9, true, file.extents());
  }

  @Test
  void goesOnBehindALostPartOfTheManifest() throws Exception {
    ChunkRef content = text("content");
    List<Entry> entries = new ArrayList<>(List.of(Entries.root()));
    for (int number = 0; number < 30; number++) {
      entries.add(Entries.folder(1, "d%02d".formatted(number)));
      for (int file = 0; file < 20; file++) {
        entries.add(Entries.file(2, "f%02d".formatted(file), content.chunk(), 7));
      }
    }
    HeadSealer.Sealed head = fixture.snapshot(entries, 50);
    ChunkRef lost = middleSegment(head);
    lose(lost, 0, 1, 2);

    RestoreResult result = restore(head, Overwrite.NEVER);

    assertThat(result.gaps())
        .singleElement()
        .satisfies(
            gap -> {
              assertThat(gap.entryCount()).isPositive();
              assertThat(gap.from().length()).isPositive();
              assertThat(gap.lost().orElseThrow().ref()).isEqualTo(lost);
              assertThat(gap.reason()).contains("3 of 4 needed shards found");
            });
    long restored = result.files() + result.folders() + 1;
    assertThat(restored + result.gaps().getFirst().entryCount()).isEqualTo(entries.size());
    assertThat(result.lostCount()).isZero();
    assertThat(result.isComplete()).isFalse();
  }

  private ChunkRef middleSegment(HeadSealer.Sealed head) throws Exception {
    try (SnapshotReading reading = reading(fixture.folders())) {
      byte[] index = reading.chunks().read(head.head().index().getFirst());
      var lines = dev.kakera.core.snapshot.ManifestIndex.decode(index).lines();
      assertThat(lines).hasSizeGreaterThan(2);
      return lines.get(lines.size() / 2).ref();
    }
  }

  @Test
  void restoresAsAnOrdinaryUser() throws Exception {
    assumeTrue(OrdinaryUser.isAvailable(), "only root can become another user and come back");
    Path source = folder.resolve("source");
    OddTree.write(source);
    HeadSealer.Sealed head = fixture.snapshotOf(source);
    List<String> expected = new ArrayList<>(TreePicture.of(source, false));
    expected.removeIf(line -> line.startsWith("types/fifo "));
    expected.replaceAll(line -> line.replace("modes/4755 REGULAR 4755", "modes/4755 REGULAR 0755"));
    expected.replaceAll(line -> line.replace("modes/2755 REGULAR 2755", "modes/2755 REGULAR 0755"));
    Path open = Files.createDirectory(folder.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    Files.setPosixFilePermissions(folder.path(), PosixFilePermissions.fromString("rwxr-xr-x"));
    target = open.resolve("target");
    restore(head, Overwrite.NEVER); // so that every class is loaded while it can be
    target = open.resolve("as-user");

    RestoreResult result = OrdinaryUser.call(() -> restore(head, Overwrite.NEVER));

    assertThat(result.lost()).isEmpty();
    assertThat(TreePicture.of(target, false)).isEqualTo(expected);
    assertThat((int) Files.getAttribute(target.resolve("names"), "unix:uid"))
        .isEqualTo(OrdinaryUser.ID);
    Map<Note.Kind, Long> notes =
        result.notes().stream().collect(java.util.stream.Collectors.toMap(Note::kind, Note::count));
    assertThat(notes.get(Note.Kind.SET_ID_LEFT_OFF)).isEqualTo(2);
    assertThat(notes.get(Note.Kind.OWNER_LEFT)).isPositive();
    assertThat(notes).doesNotContainKey(Note.Kind.LINK_COPIED);
  }

  @Test
  void saysWhatTheTargetRefuses() throws Exception {
    assumeTrue(OrdinaryUser.isAvailable(), "only root can become another user and come back");
    HeadSealer.Sealed head = simple();
    Files.createDirectory(target);
    Files.setPosixFilePermissions(folder.path(), PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThatThrownBy(() -> OrdinaryUser.call(() -> restore(head, Overwrite.NEVER)))
        .isInstanceOfSatisfying(
            RestoreRefusedException.class,
            refused -> assertThat(refused.reason()).isEqualTo(Reason.TARGET_UNUSABLE))
        .hasMessageContaining("EACCES");
  }
}
