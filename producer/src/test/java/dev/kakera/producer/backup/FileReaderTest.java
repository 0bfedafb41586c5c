package dev.kakera.producer.backup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.core.snapshot.Extent;
import dev.kakera.producer.ledger.LedgerHome;
import dev.kakera.producer.publish.ChunkPublisher;
import dev.kakera.producer.publish.InFlight;
import dev.kakera.producer.publish.OwedShards;
import dev.kakera.producer.publish.TestPublishing;
import dev.kakera.producer.scan.ScanEvent;
import dev.kakera.producer.scan.ScanOptions;
import dev.kakera.producer.scan.ScannedFile;
import dev.kakera.producer.scan.SourceFile;
import dev.kakera.producer.scan.SourceScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are written while they are read; the writer writes whenever a chunk is handed on. */
class FileReaderTest {
  private static final int SIZE = 3 << 20;

  @TempDir Path folder;
  private Path file;
  private LedgerHome home;
  private Packer packer;
  private FileReader reader;
  private Write write = () -> {};

  private interface Write {
    void run() throws IOException;
  }

  @BeforeEach
  void open() throws Exception {
    file = Files.createDirectory(folder.resolve("source")).resolve("file");
    byte[] bytes = new byte[SIZE];
    new SplittableRandom(20_260_803).nextBytes(bytes);
    Files.write(file, bytes);
    home = new LedgerHome(folder.resolve("catalog"), 6);
    OwedShards owed = new OwedShards(Set.of());
    InFlight inFlight =
        new InFlight(
            64 << 20,
            () -> {
              try {
                write.run();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
              return 0;
            });
    ChunkPublisher publisher = new TestPublishing(home).publisher(1, owed, inFlight);
    packer = new Packer(publisher, home.catalog(), 1, owed);
    reader = new FileReader(publisher, packer, home.keys(), new BackupProgress());
  }

  @AfterEach
  void close() {
    home.close();
  }

  @Test
  void takesAFileThatHoldsStill() throws Exception {
    Content content = read();

    assertThat(content.consistent()).isTrue();
    assertThat(size(content)).isEqualTo(SIZE);
  }

  @Test
  @DisplayName("I-30: a file that changes once while it is read is read again, and whole then")
  void readsAgainAfterAChange() throws Exception {
    write =
        () -> {
          write = () -> {};
          append();
        };

    Content content = read();

    assertThat(content.consistent()).isTrue();
    assertThat(content.size()).isEqualTo(Files.size(file));
    assertThat(size(content)).isEqualTo(Files.size(file));
  }

  @Test
  @DisplayName("I-30: a file that goes on changing is stored and called inconsistent")
  void givesUpAfterThreeTries() throws Exception {
    int[] writes = {0};
    write =
        () -> {
          writes[0]++;
          append();
        };

    Content content = read();

    assertThat(content.consistent()).isFalse();
    assertThat(writes[0]).as("once for each try").isGreaterThanOrEqualTo(3);
    assertThat(size(content)).isEqualTo(content.size());
  }

  @Test
  void readsAgainAFileThatWasCutShort() throws Exception {
    try (SourceFile opened = openFile()) {
      truncate(SIZE / 2);
      Content content = reader.read(opened);

      assertThat(content.consistent()).isTrue();
      assertThat(size(content)).isEqualTo(SIZE / 2);
    }
  }

  @Test
  void keepsNoMoreThanThereIsOfAFileThatGoesOnShrinking() throws Exception {
    int[] size = {SIZE};
    write =
        () -> {
          size[0] -= 1000;
          truncate(size[0]);
        };

    Content content = read();

    assertThat(content.consistent()).isFalse();
    assertThat(content.size()).isLessThanOrEqualTo(SIZE);
    assertThat(size(content)).isEqualTo(content.size());
  }

  @Test
  void readsASmallFileAgainThatChangedSinceItWasOpened() throws Exception {
    Files.writeString(file, "before");
    try (SourceFile opened = openFile()) {
      Files.writeString(file, "after, and longer");
      Content content = reader.read(opened);
      packer.close();

      assertThat(content.consistent()).isTrue();
      assertThat(content.size()).isEqualTo("after, and longer".length());
    }
  }

  private Content read() throws Exception {
    try (SourceFile opened = openFile()) {
      return reader.read(opened);
    }
  }

  private SourceFile openFile() throws Exception {
    try (SourceScanner scanner = SourceScanner.open(file.getParent(), ScanOptions.DEFAULT)) {
      for (Optional<ScanEvent> event = scanner.next(); event.isPresent(); event = scanner.next()) {
        if (event.get() instanceof ScannedFile scanned) {
          return scanned.open();
        }
      }
    }
    throw new AssertionError("the file was not found");
  }

  private void append() throws IOException {
    Files.write(file, new byte[] {1}, StandardOpenOption.APPEND);
  }

  private void truncate(int size) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(size);
    }
  }

  private static long size(Content content) {
    return content.extents().stream().mapToLong(Extent::length).sum();
  }
}
