package dev.kakera.producer.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.kakera.posix.DataRange;
import dev.kakera.posix.OpenFile;
import dev.kakera.posix.RawName;
import dev.kakera.posix.Timestamp;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SourceFileTest {
  private static final byte[] FILE = RawName.of("file");
  private static final int PAGE = 64 << 10;

  private SourceTree tree;

  @BeforeEach
  void createTree() throws IOException {
    tree = new SourceTree();
  }

  @AfterEach
  void removeTree() throws IOException {
    tree.close();
  }

  @Test
  void readsTheContentsInSequenceAndAtOffsets() throws IOException {
    byte[] content = new byte[300_007];
    new SplittableRandom(1).nextBytes(content);
    tree.write("file", content);
    try (SourceFile file = open()) {
      byte[] read = new byte[content.length];
      int done = 0;
      for (int n = file.read(read, 0, 1000); n > 0; n = read(file, read, done)) {
        done += n;
      }
      assertThat(done).isEqualTo(content.length);
      assertThat(read).isEqualTo(content);
      byte[] part = new byte[3];
      assertThat(file.readAt(5, part, 0, 3)).isEqualTo(3);
      assertThat(part).containsExactly(content[5], content[6], content[7]);
      assertThat(file.nextDataRange(0)).contains(new DataRange(0, content.length));
      assertThat(file.nextDataRange(content.length)).isEmpty();
      assertThat(file.changed()).isFalse();
    }
  }

  @Test
  void skipsHolesAndReadsThemAsZeros() throws IOException {
    try (OpenFile file = tree.source().createFile(FILE, 0644)) {
      file.writeAt(160L * PAGE, new byte[] {1, 2, 3}, 0, 3);
      file.writeAt(8191L * PAGE, new byte[PAGE], 0, PAGE);
      file.sync();
      assumeTrue(file.stat().isSparse(), "this file system keeps no holes");
    }
    try (SourceFile file = open()) {
      assertThat(file.statBefore().sizeBytes()).isEqualTo(512L << 20);
      List<DataRange> ranges = ranges(file);
      assertThat(ranges).hasSize(2);
      assertThat(ranges.get(0).offset()).isEqualTo(160L * PAGE);
      assertThat(ranges.get(0).sizeBytes()).isBetween(3L, (long) PAGE);
      assertThat(ranges.get(1)).isEqualTo(new DataRange(8191L * PAGE, PAGE));
      byte[] read = new byte[4];
      file.setPosition(160L * PAGE - 1);
      assertThat(file.read(read, 0, 4)).isEqualTo(4);
      assertThat(read).containsExactly(0, 1, 2, 3);
    }
  }

  @Test
  void findsNoDataInAFileThatIsAllHole() throws IOException {
    try (OpenFile file = tree.source().createFile(FILE, 0644)) {
      file.setSize(1L << 40);
    }
    try (SourceFile file = open()) {
      assertThat(file.nextDataRange(0)).isEmpty();
    }
  }

  @Test
  @DisplayName("I-30: notices a file that is written, cut or touched while it is read")
  void noticesChanges() throws IOException {
    tree.write("file", new byte[100]);
    try (SourceFile file = open();
        OpenFile writer = tree.source().openFileForWriting(FILE)) {
      assertThat(file.changed()).isFalse();
      writer.setSize(101);
      assertThat(file.changed()).isTrue();
      file.restart();
      assertThat(file.changed()).isFalse();
      writer.setModified(file.statBefore().modified().equals(ts(9)) ? ts(8) : ts(9));
      assertThat(file.changed()).isTrue();
      file.restart();
      assertThat(file.statBefore().sizeBytes()).isEqualTo(101);
      byte[] read = new byte[200];
      assertThat(file.read(read, 0, 200)).isEqualTo(101);
      file.restart();
      assertThat(file.read(read, 0, 200)).isEqualTo(101);
      writer.setSize(50);
      assertThat(file.nextDataRange(0)).contains(new DataRange(0, 101));
      assertThat(file.changed()).isTrue();
    }
  }

  @Test
  @DisplayName("I-30: keeps reading the file it opened when another takes its name")
  void readsOneFileOnly() throws IOException {
    tree.write("file", "first");
    tree.write("next", "other");
    try (SourceFile file = open()) {
      tree.source().rename(RawName.of("next"), tree.source(), FILE);
      byte[] read = new byte[5];
      assertThat(file.read(read, 0, 5)).isEqualTo(5);
      assertThat(read).isEqualTo(RawName.of("first"));
    }
  }

  @Test
  void admitsThatAChangeMayHideBehindAFreshTime() throws IOException {
    tree.write("file", "x");
    Instant changed = tree.source().stat(FILE).changed().toInstant();
    try (SourceFile fresh = new SourceFile(tree.source().openFile(FILE), changed.plusMillis(1));
        SourceFile settled = new SourceFile(tree.source().openFile(FILE), changed.plusMillis(21))) {
      assertThat(fresh.mayHideChange()).isTrue();
      assertThat(settled.mayHideChange()).isFalse();
    }
  }

  private static int read(SourceFile file, byte[] to, int done) throws IOException {
    return file.read(to, done, Math.min(1000 + done / 3, to.length - done));
  }

  private static List<DataRange> ranges(SourceFile file) throws IOException {
    List<DataRange> ranges = new ArrayList<>();
    for (var next = file.nextDataRange(0); next.isPresent(); ) {
      ranges.add(next.get());
      next = file.nextDataRange(next.get().endOffset());
    }
    return ranges;
  }

  private SourceFile open() throws IOException {
    try (SourceScanner scanner = SourceScanner.open(tree.path(), ScanOptions.DEFAULT)) {
      for (var event = scanner.next(); event.isPresent(); event = scanner.next()) {
        if (event.get() instanceof ScannedFile file && file.path().display().equals("file")) {
          return file.open();
        }
      }
    }
    throw new IllegalStateException("The walk has not met the file");
  }

  private static Timestamp ts(long seconds) {
    return new Timestamp(seconds, 0);
  }
}
