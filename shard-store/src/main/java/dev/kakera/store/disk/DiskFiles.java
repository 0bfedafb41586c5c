package dev.kakera.store.disk;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * The real file system. Bytes go through one small direct buffer for each direction: handed a heap
 * buffer, the JDK would keep a direct one as large as the largest object for every thread.
 */
public final class DiskFiles implements StoreFiles {
  private static final int BUFFER_BYTES = 256 << 10;

  private final ByteBuffer writing = ByteBuffer.allocateDirect(BUFFER_BYTES);
  private final ByteBuffer reading = ByteBuffer.allocateDirect(BUFFER_BYTES);

  @Override
  public NewFile create(Path file) throws IOException {
    return new OpenedFile(
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void forceDirectory(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  @Override
  public boolean makeDirectory(Path directory) throws IOException {
    try {
      Files.createDirectory(directory);
      return true;
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(directory)) {
        throw e;
      }
      return false;
    }
  }

  @Override
  public void delete(Path file) throws IOException {
    Files.deleteIfExists(file);
  }

  @Override
  public long size(Path file) throws IOException {
    return Files.size(file);
  }

  @Override
  public byte[] read(Path file, int sizeBytes) throws IOException {
    byte[] bytes = new byte[sizeBytes];
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      synchronized (reading) {
        for (int done = 0; done < sizeBytes; ) {
          reading.clear().limit(Math.min(BUFFER_BYTES, sizeBytes - done));
          int got = channel.read(reading);
          if (got < 0) {
            throw new EOFException(
                "%s ends after %d bytes, expected %d".formatted(file, done, sizeBytes));
          }
          reading.flip().get(bytes, done, got);
          done += got;
        }
      }
    }
    return bytes;
  }

  @Override
  public boolean exists(Path file) {
    return Files.exists(file);
  }

  @Override
  public boolean isDirectory(Path directory) {
    return Files.isDirectory(directory);
  }

  @Override
  public List<Path> list(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> names = Files.list(directory)) {
      return names.sorted().toList();
    }
  }

  @Override
  public JournalTables.Source journals() {
    return JournalDatabase.SOURCE;
  }

  @Override
  public long usableBytes(Path directory) throws IOException {
    return Files.getFileStore(directory).getUsableSpace();
  }

  private final class OpenedFile implements NewFile {
    private final FileChannel channel;

    OpenedFile(FileChannel channel) {
      this.channel = channel;
    }

    @Override
    public void write(byte[] bytes) throws IOException {
      synchronized (writing) {
        for (int done = 0; done < bytes.length; ) {
          int next = Math.min(BUFFER_BYTES, bytes.length - done);
          writing.clear().put(bytes, done, next).flip();
          while (writing.hasRemaining()) {
            channel.write(writing);
          }
          done += next;
        }
      }
    }

    @Override
    public void force() throws IOException {
      channel.force(true);
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
