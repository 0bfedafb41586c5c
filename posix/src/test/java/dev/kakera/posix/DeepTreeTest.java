package dev.kakera.posix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeepTreeTest {
  private static final byte[] LEAF = RawName.of("leaf");

  @ParameterizedTest
  @CsvSource({"40, 60", "100, 255", "1000, 1"})
  void createsReadsAndRemovesPathsLongerThanOneCallTakes(int depth, int nameLength)
      throws IOException {
    byte[] name = new byte[nameLength];
    Arrays.fill(name, (byte) 'd');
    try (TestTree tree = new TestTree()) {
      Directory at = tree.root();
      ArrayDeque<Directory> open = new ArrayDeque<>();
      for (int level = 0; level < depth; level++) {
        at.createDirectory(name, 0755);
        at = at.openDirectory(name);
        open.push(at);
      }
      try (OpenFile leaf = at.createFile(LEAF, 0600)) {
        leaf.write(LEAF, 0, LEAF.length);
      }
      assertThat(at.displayPath())
          .hasSize(tree.path().toString().length() + depth * (nameLength + 1));
      for (Directory directory : open) {
        directory.close();
      }
      assertThat(readLeaf(tree.root(), name, depth)).isEqualTo(LEAF);
    }
  }

  @Test
  void leavesNoDescriptorOpen() throws IOException {
    long before = openDescriptors();
    try (TestTree tree = new TestTree()) {
      tree.write("file", new byte[1]);
      tree.root().createFifo(RawName.of("fifo"), 0600);
      for (int i = 0; i < 50; i++) {
        tree.root().openFile(RawName.of("file")).close();
        assertRefused(tree.root());
      }
      assertThat(openDescriptors()).isLessThan(before + 20);
    }
  }

  private static void assertRefused(Directory root) {
    org.assertj.core.api.Assertions.assertThatThrownBy(() -> root.openFile(RawName.of("fifo")))
        .isInstanceOf(PosixException.class);
  }

  private static byte[] readLeaf(Directory root, byte[] name, int depth) throws IOException {
    Directory at = root;
    for (int level = 0; level < depth; level++) {
      Directory below = at.openDirectory(name);
      if (at != root) {
        at.close();
      }
      at = below;
    }
    byte[] read = new byte[LEAF.length];
    try (Directory last = at;
        OpenFile leaf = last.openFile(LEAF)) {
      assertThat(leaf.read(read, 0, read.length)).isEqualTo(read.length);
    }
    return read;
  }

  private static long openDescriptors() throws IOException {
    try (var listing = Files.list(Path.of("/proc/self/fd"))) {
      return listing.count();
    }
  }
}
