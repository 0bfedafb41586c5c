package dev.kakera.console.bench;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Reads a file that was just written, past the system's page cache where the file system can do
 * that; else the figure is one of memory, and says so.
 */
final class ReadStage implements BenchStage {
  private static final int BUFFER_BYTES = 1 << 20;

  private final Path file;
  private final boolean direct;
  private final int blockBytes;

  /** Writes and syncs the file. */
  ReadStage(BenchMaterial material, Path folder) throws IOException {
    file = folder.resolve("read.bin");
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(material.source());
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    blockBytes = (int) Math.min(BUFFER_BYTES, Files.getFileStore(file).getBlockSize());
    direct = canReadPastTheCache();
  }

  private boolean canReadPastTheCache() {
    try (FileChannel channel = open(true)) {
      return channel.read(buffer()) > 0;
    } catch (IOException | UnsupportedOperationException e) {
      return false; // such as tmpfs; the table says what is measured then
    }
  }

  private FileChannel open(boolean pastTheCache) throws IOException {
    return pastTheCache
        ? FileChannel.open(file, StandardOpenOption.READ, ExtendedOpenOption.DIRECT)
        : FileChannel.open(file, StandardOpenOption.READ);
  }

  private ByteBuffer buffer() {
    return ByteBuffer.allocateDirect(BUFFER_BYTES + blockBytes).alignedSlice(blockBytes);
  }

  @Override
  public Stage stage() {
    return Stage.READ;
  }

  @Override
  public String note() {
    return direct ? "the data folder's disk" : "from memory: no reading past the cache here";
  }

  @Override
  public Work open(int part, int parts) throws IOException {
    FileChannel channel = open(direct);
    ByteBuffer buffer = buffer().limit(BUFFER_BYTES);
    return new Work() {
      @Override
      public int step() throws IOException {
        buffer.clear().limit(BUFFER_BYTES);
        int read = channel.read(buffer);
        if (read < 0) {
          channel.position(0);
          read = channel.read(buffer);
        }
        return read;
      }

      @Override
      public void close() {
        try {
          channel.close();
        } catch (IOException e) {
          throw new java.io.UncheckedIOException("%s cannot be closed".formatted(file), e);
        }
      }
    };
  }
}
