package dev.kakera.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenFileTest {
  private static final byte[] NAME = RawName.of("file");

  private TestTree tree;
  private Directory root;

  @BeforeEach
  void createTree() throws IOException {
    tree = new TestTree();
    root = tree.root();
  }

  @AfterEach
  void removeTree() throws IOException {
    tree.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4095, 4096, 262_143, 262_144, 262_145, 1_000_003})
  void readsBackWhatWasWritten(int size) throws IOException {
    byte[] content = new byte[size];
    new SplittableRandom(size).nextBytes(content);
    try (OpenFile file = root.createFile(NAME, 0600)) {
      file.write(content, 0, size / 3);
      file.write(content, size / 3, size - size / 3);
      assertThat(file.position()).isEqualTo(size);
      file.sync();
      file.syncData();
    }
    byte[] read = new byte[size + 10];
    try (OpenFile file = root.openFile(NAME)) {
      assertThat(file.statAtOpen().sizeBytes()).isEqualTo(size);
      assertThat(file.read(read, 5, size + 5)).isEqualTo(size == 0 ? -1 : size);
      assertThat(Arrays.copyOfRange(read, 5, 5 + size)).isEqualTo(content);
      assertThat(file.read(read, 0, 1)).isEqualTo(-1);
      assertThat(file.read(read, 0, 0)).isZero();
      if (size > 0) {
        assertThat(file.readAt(size - 1, read, 0, 9)).isEqualTo(1);
        assertThat(read[0]).isEqualTo(content[size - 1]);
      }
    }
  }

  @Test
  void readsAndWritesAtOffsetsWithoutMovingThePosition() throws IOException {
    try (OpenFile file = root.createFile(NAME, 0600)) {
      file.writeAt(3, new byte[] {9, 8, 7}, 1, 2);
      assertThat(file.position()).isZero();
      byte[] read = new byte[5];
      assertThat(file.read(read, 0, 5)).isEqualTo(5);
      assertThat(read).containsExactly(0, 0, 0, 8, 7);
      file.setPosition(4);
      assertThat(file.read(read, 0, 5)).isEqualTo(1);
      file.setSize(2);
      assertThat(file.stat().sizeBytes()).isEqualTo(2);
    }
  }

  @Test
  void findsTheDataBetweenTheHoles() throws IOException {
    int page = 64 << 10;
    try (OpenFile file = root.createFile(NAME, 0600)) {
      file.writeAt(16L * page, new byte[page], 0, page);
      file.writeAt(64L * page, new byte[page], 0, page);
      file.setSize(512L << 20);
      file.sync();
      assumeTrue(file.stat().isSparse(), "this file system keeps no holes");
      List<DataRange> ranges = new ArrayList<>();
      long offset = 0;
      for (var next = file.nextDataRange(0); next.isPresent(); next = file.nextDataRange(offset)) {
        ranges.add(next.get());
        offset = next.get().endOffset();
      }
      assertThat(ranges)
          .containsExactly(new DataRange(16L * page, page), new DataRange(64L * page, page));
      assertThat(file.nextDataRange(16L * page + 1))
          .contains(new DataRange(16L * page + 1, page - 1));
      assertThat(file.position()).isZero();
    }
  }

  @Test
  void knowsNoDataInAnEmptyFileAndAllOfADenseOne() throws IOException {
    try (OpenFile file = root.createFile(NAME, 0600)) {
      assertThat(file.nextDataRange(0)).isEmpty();
      file.write(new byte[5000], 0, 5000);
      assertThat(file.nextDataRange(0)).contains(new DataRange(0, 5000));
      assertThat(file.nextDataRange(5000)).isEmpty();
      file.setSize(0);
      file.setSize(1 << 20);
      assertThat(file.nextDataRange(0)).isEqualTo(Optional.empty());
    }
  }

  @Test
  void noticesEveryChangeBetweenTwoStats() throws IOException {
    tree.write("file", new byte[10]);
    try (OpenFile file = root.openFile(NAME);
        OpenFile writer = root.openFileForWriting(NAME)) {
      FileStat before = file.statAtOpen();
      assertThat(file.stat().isUnchangedSince(before)).isTrue();
      writer.setModified(new Timestamp(5, 6));
      FileStat touched = file.stat();
      assertThat(touched.isUnchangedSince(before)).isFalse();
      writer.setSize(11);
      assertThat(file.stat().isUnchangedSince(touched)).isFalse();
      root.remove(NAME);
      tree.write("file", new byte[11]);
      assertThat(root.stat(NAME).isSameFileAs(file.stat())).isFalse();
    }
  }

  @Test
  void refusesToWriteAFileOpenedForReading() throws IOException {
    tree.write("file", new byte[10]);
    try (OpenFile file = root.openFile(NAME)) {
      PosixException failure =
          catchThrowableOfType(PosixException.class, () -> file.write(new byte[1], 0, 1));
      assertThat(failure.errno()).isEqualTo(Errno.EBADF);
      assertThat(failure.call()).isEqualTo("pwrite");
      assertThat(file.position()).isZero();
    }
  }

  @Test
  void sparesTheAccessTimeOfOwnFiles() throws IOException {
    tree.write("file", new byte[10]);
    var path = tree.path().resolve("file");
    var old = java.nio.file.attribute.FileTime.fromMillis(1_000);
    java.nio.file.Files.setAttribute(path, "unix:lastAccessTime", old);
    try (OpenFile file = root.openFile(NAME)) {
      assertThat(file.read(new byte[10], 0, 10)).isEqualTo(10);
    }
    assertThat(java.nio.file.Files.getAttribute(path, "unix:lastAccessTime")).isEqualTo(old);
  }
}
