package dev.kakera.producer.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.kakera.core.cut.CutLimits;
import dev.kakera.core.id.ChunkId;
import dev.kakera.core.snapshot.Entry;
import dev.kakera.core.snapshot.Extent;
import dev.kakera.core.snapshot.Metadata;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From files to a list, and from that list to the next one. */
class SourceWalkTest {
  private static final long SEED = 20_260_802;

  @TempDir Path folder;
  private Path source;
  private BackupBench bench;

  @BeforeEach
  void open() throws Exception {
    source = Files.createDirectory(folder.resolve("source"));
    bench = new BackupBench(folder.resolve("home"));
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  @DisplayName("I-18: files of sizes around every limit come back from their extents")
  void keepsFilesOfAllSizes() throws Exception {
    SplittableRandom random = new SplittableRandom(SEED);
    Map<String, byte[]> contents = new java.util.TreeMap<>();
    for (int size :
        new int[] {
          0,
          1,
          4096,
          CutLimits.PACK_FILE_MAX_BYTES - 1,
          CutLimits.PACK_FILE_MAX_BYTES,
          CutLimits.PACK_FILE_MAX_BYTES + 1,
          CutLimits.WHOLE_FILE_MAX_BYTES,
          CutLimits.WHOLE_FILE_MAX_BYTES + 1,
          2 * CutLimits.MAX_BYTES,
          2 * CutLimits.MAX_BYTES + 1,
          (9 << 20) + 12345
        }) {
      byte[] bytes = new byte[size];
      random.nextBytes(bytes);
      contents.put("file-" + size, bytes);
      Files.write(source.resolve("file-" + size), bytes);
    }

    BackupBench.Taken taken = bench.take(source, Optional.empty());

    assertThat(taken.progress().named()).isEmpty();
    contents.forEach(
        (name, bytes) -> {
          Entry.File file = taken.file(name);
          assertThat(file.size()).isEqualTo(bytes.length);
          assertThat(bench.contents(file)).as("seed %d, %s", SEED, name).isEqualTo(bytes);
        });
    assertThat(taken.file("file-0").extents()).isEmpty();
    assertThat(taken.file("file-" + CutLimits.WHOLE_FILE_MAX_BYTES).extents()).hasSize(1);
    assertThat(taken.head().totals().files()).isEqualTo(contents.size());
    assertThat(taken.head().totals().bytes())
        .isEqualTo(contents.values().stream().mapToLong(bytes -> bytes.length).sum());
  }

  @Test
  @DisplayName("I-18: holes stay holes, at the start, between data and at the end")
  void keepsHoles() throws Exception {
    Path sparse = source.resolve("sparse");
    try (FileChannel channel =
        FileChannel.open(sparse, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(new byte[] {1, 2, 3}), 1 << 20);
      channel.write(ByteBuffer.wrap(new byte[] {4, 5, 6}), 3 << 20);
    }
    try (var file = new java.io.RandomAccessFile(sparse.toFile(), "rw")) {
      file.setLength(6 << 20);
    }

    Entry.File file = bench.take(source, Optional.empty()).file("sparse");

    assertThat(bench.contents(file)).isEqualTo(Files.readAllBytes(sparse));
    assertThat(file.extents().stream().mapToLong(Extent::length).sum()).isEqualTo(6 << 20);
    assertThat(file.extents().stream().filter(Extent.Hole.class::isInstance)).hasSize(3);
    assertThat(bench.publishing.plain(BackupBench.chunks(file).iterator().next()).length)
        .isLessThan(1 << 20);
  }

  @Test
  void listsEntriesInTheOrderOfTheWalkThoughPacksAreClosedLate() throws Exception {
    List<String> expected = new ArrayList<>(List.of("."));
    for (String name : List.of("a", "b", "c")) {
      Files.createDirectory(source.resolve(name));
      expected.add(name);
      for (int number = 0; number < 5; number++) {
        Files.writeString(source.resolve(name).resolve("f" + number), name + number);
        expected.add(name + "/f" + number);
      }
    }
    Files.writeString(source.resolve("b.txt"), "between b and c in bytes of names");
    expected.add(expected.indexOf("c"), "b.txt");
    Files.createSymbolicLink(source.resolve("z"), Path.of("a/f0"));
    expected.add("z");

    BackupBench.Taken taken = bench.take(source, Optional.empty());

    assertThat(taken.entries().keySet()).containsExactlyElementsOf(expected);
    assertThat(taken.head().totals().symlinks()).isEqualTo(1);
    assertThat(taken.head().totals().folders()).isEqualTo(4);
  }

  @Test
  void doesNotOpenFilesThatDidNotChange() throws Exception {
    for (int number = 0; number < 10; number++) {
      Files.writeString(source.resolve("file" + number), "content " + number);
      old(source.resolve("file" + number));
    }
    settle();
    BackupBench.Taken first = bench.take(source, Optional.empty());
    assertThat(first.progress().readBytes()).isPositive();

    BackupBench.Taken second = bench.take(source, Optional.of(first.head()));

    assertThat(second.progress().readBytes()).as("nothing was read").isZero();
    assertThat(second.progress().newFiles() + second.progress().changedFiles()).isZero();
    assertThat(second.entries()).isEqualTo(first.entries());
    assertThat(second.published()).as("not even the list is new").isZero();
  }

  @Test
  void readsOnlyWhatIsNewOrChanged() throws Exception {
    for (int number = 0; number < 10; number++) {
      Files.writeString(source.resolve("file" + number), "content " + number);
    }
    settle();
    BackupBench.Taken first = bench.take(source, Optional.empty());
    Files.writeString(source.resolve("file3"), "changed now");
    Files.writeString(source.resolve("file35"), "is new");
    Files.delete(source.resolve("file9"));
    settle();

    BackupBench.Taken second = bench.take(source, Optional.of(first.head()));

    assertThat(second.progress().changedFiles()).isEqualTo(1);
    assertThat(second.progress().newFiles()).isEqualTo(1);
    assertThat(second.progress().readBytes()).isEqualTo("changed now".length() + "is new".length());
    assertThat(second.entries().keySet()).contains("file35").doesNotContain("file9");
    assertThat(bench.contents(second.file("file3"))).asString().isEqualTo("changed now");
    assertThat(second.file("file4")).isEqualTo(first.file("file4"));
  }

  @Test
  void seesAChangeThatKeepsSizeAndModifiedTime() throws Exception {
    Path file = source.resolve("file");
    Files.writeString(file, "before");
    FileTime time = Files.getLastModifiedTime(file);
    settle();
    BackupBench.Taken first = bench.take(source, Optional.empty());
    Files.writeString(file, "after!");
    Files.setLastModifiedTime(file, time);

    BackupBench.Taken second = bench.take(source, Optional.of(first.head()));

    assertThat(bench.contents(second.file("file"))).asString().isEqualTo("after!");
  }

  @Test
  void readsAFileAgainThatWasWrittenJustBeforeItWasRead() throws Exception {
    Path file = source.resolve("file");
    Files.writeString(file, "just written");
    BackupBench.Taken first = bench.take(source, Optional.empty());

    settle();
    BackupBench.Taken second = bench.take(source, Optional.of(first.head()));
    BackupBench.Taken third = bench.take(source, Optional.of(second.head()));

    // Whether the first read came within one step of the clock is the machine's affair; from the
    // second on the file is settled.
    assertThat(third.progress().readBytes()).isZero();
    assertThat(bench.contents(third.file("file"))).asString().isEqualTo("just written");
  }

  @Test
  void sharesTheContentOfHardLinks() throws Exception {
    Files.writeString(source.resolve("first"), "shared");
    Files.createLink(source.resolve("second"), source.resolve("first"));
    Files.createLink(source.resolve("third"), source.resolve("first"));
    Files.writeString(source.resolve("other"), "alone");
    settle();

    BackupBench.Taken taken = bench.take(source, Optional.empty());

    Entry.File first = taken.file("first");
    assertThat(first.linkGroup()).isPositive();
    assertThat(taken.file("second").linkGroup()).isEqualTo(first.linkGroup());
    assertThat(taken.file("third").extents()).isEqualTo(first.extents());
    assertThat(taken.file("other").linkGroup()).isZero();
    assertThat(taken.progress().readBytes()).isEqualTo("shared".length() + "alone".length());

    BackupBench.Taken again = bench.take(source, Optional.of(taken.head()));
    assertThat(again.progress().readBytes()).isZero();
    assertThat(again.file("third").linkGroup()).isEqualTo(again.file("first").linkGroup());
  }

  @Test
  void storesTheSameContentOnce() throws Exception {
    for (int number = 0; number < 20; number++) {
      Files.writeString(source.resolve("copy" + number), "the same in all of them");
    }

    BackupBench.Taken first = bench.take(source, Optional.empty());

    for (int number = 1; number < 20; number++) {
      assertThat(first.file("copy" + number).extents()).isEqualTo(first.file("copy0").extents());
    }
    Files.writeString(source.resolve("later"), "the same in all of them");
    BackupBench.Taken second = bench.take(source, Optional.of(first.head()));
    assertThat(second.file("later").extents()).isEqualTo(first.file("copy0").extents());
  }

  @Test
  @DisplayName("I-30: what cannot be read is named in the list and counted")
  void namesWhatCannotBeRead() throws Exception {
    Files.writeString(source.resolve("good"), "good");
    Process pipe =
        new ProcessBuilder("mkfifo", source.resolve("pipe").toString()).inheritIO().start();
    assertThat(pipe.waitFor()).isZero();

    BackupBench.Taken taken = bench.take(source, Optional.empty());

    assertThat(taken.entries().get("pipe"))
        .isInstanceOfSatisfying(
            Entry.Absent.class,
            absent -> assertThat(absent.reason()).isEqualTo(Entry.Reason.SPECIAL));
    assertThat(taken.head().totals().special()).isEqualTo(1);
    assertThat(taken.head().totals().absent()).isZero();
    assertThat(taken.head().complete()).as("a pipe has no contents to miss").isTrue();
  }

  @Test
  void goesOnWithoutAListOfBeforeThatIsLost() throws Exception {
    Files.writeString(source.resolve("file"), "content");
    settle();
    BackupBench.Taken first = bench.take(source, Optional.empty());
    bench.cache.keepOnly(java.util.Set.of());

    BackupBench.Taken second = bench.take(source, Optional.of(first.head()));

    assertThat(second.file("file").extents()).isEqualTo(first.file("file").extents());
    assertThat(second.progress().newFiles()).as("it had to be read").isEqualTo(1);
  }

  @Test
  void fetchesAListThatIsNotKeptAnyMore() throws Exception {
    Files.writeString(source.resolve("file"), "content");
    settle();
    BackupBench.Taken first = bench.take(source, Optional.empty());
    bench.cache.keepOnly(java.util.Set.of());
    List<ChunkId> fetched = new ArrayList<>();
    ChunkFetcher fetcher =
        ref -> {
          fetched.add(ref.chunk());
          return bench.fetchSent().fetch(ref);
        };

    BackupBench.Taken second = bench.take(source, Optional.of(first.head()), fetcher);
    BackupBench.Taken third = bench.take(source, Optional.of(second.head()), fetcher);

    assertThat(second.progress().readBytes()).isZero();
    assertThat(third.progress().readBytes()).isZero();
    assertThat(fetched).as("once each: the index and its one segment").hasSize(2);
  }

  @Test
  void readsAFileAgainWhoseShardsAreGone() throws Exception {
    Files.writeString(source.resolve("file"), "content");
    settle();
    BackupBench.Taken first = bench.take(source, Optional.empty());
    ChunkId chunk = BackupBench.chunks(first.file("file")).iterator().next();
    var ref = bench.home.find(chunk).ref().orElseThrow();
    bench.home.receive(bench.home.receipt(dev.kakera.core.order.Receipt.Kind.DELETED, ref, 2));

    BackupBench.Taken second = bench.take(source, Optional.of(first.head()));

    assertThat(second.progress().readBytes()).isEqualTo(7);
    assertThat(bench.home.find(chunk).complete()).as("sent again").isTrue();
    assertThat(bench.publishing.tasks().getLast().wanted().cardinality()).isBetween(1, 6);
  }

  @Test
  void dividesALongListIntoSegmentsAndReadsItBack() throws Exception {
    Path wide = Files.createDirectory(source.resolve("wide"));
    for (int number = 0; number < 3000; number++) {
      Files.writeString(wide.resolve("a-name-of-some-length-" + number), "c" + number % 7);
    }
    settle();
    BackupBench.Taken first = bench.take(source, Optional.empty());
    assertThat(first.entries()).hasSize(3002);

    BackupBench.Taken second = bench.take(source, Optional.of(first.head()));

    assertThat(second.progress().readBytes()).isZero();
    assertThat(second.entries()).isEqualTo(first.entries());
  }

  /** Far enough from the last write that no further write could hide behind its times. */
  private static void settle() throws Exception {
    Path probe = Files.createTempFile("settle", "");
    long until = System.nanoTime() + 60_000_000;
    while (System.nanoTime() < until) {
      Files.writeString(probe, "tick");
    }
    Files.delete(probe);
  }

  private static Path old(Path path) throws Exception {
    if (Files.exists(path)) {
      Files.setLastModifiedTime(path, FileTime.fromMillis(1_600_000_000_000L));
    }
    return path;
  }

  @Test
  @DisplayName("I-18: more attributes than can be kept are named, and the file is stored")
  void namesAttributesThatAreTooMany() throws Exception {
    Path memory = Path.of("/dev/shm");
    assumeTrue(Files.isWritable(memory), "no file system here that takes so many attributes");
    Path crowded = Files.createTempDirectory(memory, "kakera-test-");
    try {
      Path file = Files.writeString(crowded.resolve("file"), "kept");
      UserDefinedFileAttributeView view =
          Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
      for (int index = 0; index <= Metadata.XATTR_COUNT_MAX; index++) {
        view.write("a" + index, ByteBuffer.wrap(new byte[] {1}));
      }

      BackupBench.Taken taken = bench.take(crowded, Optional.empty());

      assertThat(bench.contents(taken.file("file"))).asString().isEqualTo("kept");
      assertThat(taken.file("file").metadata().xattrs()).isEmpty();
      assertThat(taken.progress().named())
          .singleElement()
          .asString()
          .contains("file", "1025 extended attributes", "at most 1024");
    } finally {
      Files.delete(crowded.resolve("file"));
      Files.delete(crowded);
    }
  }
}
