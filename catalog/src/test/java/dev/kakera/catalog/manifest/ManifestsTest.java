package dev.kakera.catalog.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.catalog.fixture.Entries;
import dev.kakera.catalog.fixture.SnapshotFixture;
import dev.kakera.catalog.fixture.TestFolder;
import dev.kakera.catalog.shards.ChunkLostException;
import dev.kakera.catalog.shards.ChunkReader;
import dev.kakera.catalog.shards.ChunkSource;
import dev.kakera.catalog.shards.EpochKeys;
import dev.kakera.catalog.shards.FindingLog;
import dev.kakera.catalog.shards.FolderShardSource;
import dev.kakera.catalog.shards.ReaderSettings;
import dev.kakera.core.snapshot.Entry;
import dev.kakera.core.snapshot.Extent;
import dev.kakera.core.snapshot.HeadSealer;
import dev.kakera.core.stripe.ChunkRef;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ManifestsTest {
  private TestFolder folder;
  private SnapshotFixture fixture;
  private ChunkRef content;
  private FolderShardSource shards;
  private ChunkReader reader;
  private final List<ChunkRef> read = new ArrayList<>();

  @BeforeEach
  void make() throws IOException {
    folder = new TestFolder();
    fixture = SnapshotFixture.standard(folder.resolve("stores"));
    content = fixture.put("content".getBytes(StandardCharsets.UTF_8));
    shards = FolderShardSource.open(fixture.folders());
    reader =
        new ChunkReader(
            EpochKeys.of(fixture.bundle()), shards, ReaderSettings.standard(), new FindingLog());
  }

  @AfterEach
  void remove() throws IOException {
    shards.close();
    reader.close();
    fixture.close();
    folder.close();
  }

  private Manifests manifests() {
    return new Manifests(
        new ChunkSource() {
          @Override
          public byte[] read(ChunkRef ref) throws ChunkLostException, InterruptedException {
            read.add(ref);
            return reader.read(ref);
          }
        });
  }

  private List<String> list(HeadSealer.Sealed head, PathFilter filter) throws Exception {
    List<String> paths = new ArrayList<>();
    ManifestCursor cursor = manifests().open(head.head(), filter);
    for (var item = cursor.next(); item.isPresent(); item = cursor.next()) {
      switch (item.get()) {
        case ManifestItem.Listed listed -> paths.add(listed.path().toString());
        case ManifestItem.Gap gap -> paths.add("gap: " + gap.reason());
      }
    }
    return paths;
  }

  /**
   * Names that sort differently by bytes, by slash and by length; three levels, and file names that
   * do not repeat, since segments end by names.
   */
  private List<Entry> wideTree() {
    String[] names = {"a", "a!", "a-b", "aa", "b", "n".repeat(200), "é"};
    List<Entry> entries = new ArrayList<>(List.of(Entries.root()));
    for (String first : names) {
      entries.add(Entries.folder(1, first));
      for (String second : names) {
        entries.add(Entries.folder(2, second));
        for (int number = 0; number < 400; number++) {
          String name = "f%03d-%x".formatted(number, entries.size());
          entries.add(Entries.file(3, name, content.chunk(), 7));
        }
      }
      entries.add(Entries.file(2, "ü", content.chunk(), 7));
    }
    return entries;
  }

  private static List<String> paths(List<Entry> entries) {
    List<String> paths = new ArrayList<>();
    List<dev.kakera.core.wire.Bytes> path = new ArrayList<>();
    for (Entry entry : entries) {
      while (path.size() >= Math.max(1, entry.depth())) {
        path.removeLast();
      }
      if (entry.depth() > 0) {
        path.add(entry.name());
      }
      paths.add(new EntryPath(path).toString());
    }
    return paths;
  }

  @Test
  void listsEverythingInOrder() throws Exception {
    List<Entry> entries = wideTree();
    HeadSealer.Sealed head = fixture.snapshot(entries);
    assertThat(list(head, PathFilter.all())).isEqualTo(paths(entries));
    assertThat(read).hasSizeGreaterThan(6);
  }

  @Test
  void findsEachPathAndReadsOnlyTheSegmentsThatMayHoldIt() throws Exception {
    List<Entry> entries = wideTree();
    HeadSealer.Sealed head = fixture.snapshot(entries);
    List<String> all = paths(entries);
    long seed = 20_261_130L;
    System.out.println("seed " + seed);
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < 80; round++) {
      String path = all.get(random.nextInt(all.size()));
      EntryPath base = EntryPath.parse(path.equals(".") ? "" : path);
      read.clear();
      List<String> expected = new ArrayList<>();
      int depthMax = random.nextInt(4);
      for (String one : all) {
        EntryPath candidate = EntryPath.parse(one);
        if (candidate.isWithin(base) && candidate.depth() - base.depth() <= depthMax) {
          expected.add(one);
        }
      }
      assertThat(list(head, new PathFilter(base, depthMax)))
          .as("%s, %d levels", path, depthMax)
          .isEqualTo(expected);
      if (base.depth() == 3) {
        assertThat(read).as(path).hasSizeLessThanOrEqualTo(3);
      }
    }
  }

  @Test
  void listsTheTopWithoutReadingWhatIsDeep() throws Exception {
    List<Entry> entries =
        new ArrayList<>(
            List.of(Entries.root(), Entries.folder(1, "deep"), Entries.folder(2, "in")));
    for (int number = 0; number < 20_000; number++) {
      entries.add(Entries.file(3, "f%05d".formatted(number), content.chunk(), 7));
    }
    entries.add(Entries.file(1, "last", content.chunk(), 7));
    HeadSealer.Sealed head = fixture.snapshot(entries);
    list(head, PathFilter.all());
    int all = read.size();
    read.clear();
    assertThat(list(head, new PathFilter(EntryPath.ROOT, 1))).containsExactly(".", "deep", "last");
    assertThat(read).as("of %d", all).hasSize(3);
  }

  @Test
  void joinsFilesThatWereDivided() throws Exception {
    List<Extent> extents = new ArrayList<>();
    long size = 0;
    for (int number = 0; number < 20_000; number++) {
      Extent extent =
          number % 2 == 0 ? new Extent.Hole(number + 1) : new Extent.Data(content.chunk(), 1, 3);
      extents.add(extent);
      size += extent.length();
    }
    HeadSealer.Sealed head =
        fixture.snapshot(
            List.of(
                Entries.root(),
                Entries.file(1, "before", content.chunk(), 7),
                Entries.file(1, "divided", extents, size),
                Entries.file(1, "later", content.chunk(), 7)));
    ManifestItem.Listed listed =
        manifests().find(head.head(), EntryPath.parse("divided")).orElseThrow();
    assertThat(((Entry.File) listed.entry()).extents()).isEqualTo(extents);
    assertThat(listed.isWhole()).isTrue();
    assertThat(list(head, PathFilter.all())).containsExactly(".", "before", "divided", "later");
  }

  @Test
  void findsNothingWhereNothingIs() throws Exception {
    HeadSealer.Sealed head = fixture.snapshot(wideTree());
    assertThat(manifests().find(head.head(), EntryPath.parse("a/b/nothing"))).isEmpty();
    assertThat(manifests().find(head.head(), EntryPath.parse("a/b/f00"))).isEmpty();
    assertThat(manifests().find(head.head(), EntryPath.ROOT)).isPresent();
  }

  @Test
  void comparesPathsAsManifestsDo() {
    List<EntryPath> paths = new ArrayList<>();
    for (String path : new String[] {"", "a", "a/a", "a/z/z", "a!", "a!/b", "a-b", "aa", "b"}) {
      paths.add(EntryPath.parse(path));
    }
    List<EntryPath> shuffled = new ArrayList<>(paths);
    Collections.reverse(shuffled);
    Collections.sort(shuffled);
    assertThat(shuffled).isEqualTo(paths);
    assertThat(EntryPath.parse("//a/./b/")).isEqualTo(EntryPath.parse("a/b"));
    assertThatThrownBy(() -> EntryPath.parse("a/../b"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
