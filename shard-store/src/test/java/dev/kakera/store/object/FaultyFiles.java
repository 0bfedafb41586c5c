package dev.kakera.store.object;

import dev.kakera.store.disk.DiskFiles;
import dev.kakera.store.disk.JournalTables;
import dev.kakera.store.disk.StoreFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Real files that note each call and fail the calls that a test names. */
final class FaultyFiles implements StoreFiles {
  private final StoreFiles disk = new DiskFiles();

  /** Calls as text: {@code force-file}, {@code rename} and so on, each with its path. */
  final List<String> calls = new ArrayList<>();

  /** Throws what it likes before a call is done. */
  Fault fault = call -> {};

  long usableBytes = Long.MAX_VALUE;

  /** What happens instead of a call. */
  interface Fault {
    void before(String call) throws IOException;
  }

  static Fault failing(Predicate<String> which, String message) {
    return call -> {
      if (which.test(call)) {
        throw new IOException(message);
      }
    };
  }

  private void note(String kind, Path path) throws IOException {
    String call = kind + " " + path;
    fault.before(call);
    calls.add(call);
  }

  @Override
  public NewFile create(Path file) throws IOException {
    note("create", file);
    NewFile opened = disk.create(file);
    return new NewFile() {
      @Override
      public void write(byte[] bytes) throws IOException {
        note("write", file);
        opened.write(bytes);
      }

      @Override
      public void force() throws IOException {
        note("force-file", file);
        opened.force();
      }

      @Override
      public void close() throws IOException {
        opened.close();
      }
    };
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    note("rename", to);
    disk.rename(from, to);
  }

  @Override
  public void forceDirectory(Path directory) throws IOException {
    note("force-directory", directory);
    disk.forceDirectory(directory);
  }

  @Override
  public boolean makeDirectory(Path directory) throws IOException {
    note("make-directory", directory);
    return disk.makeDirectory(directory);
  }

  @Override
  public void delete(Path file) throws IOException {
    note("delete", file);
    disk.delete(file);
  }

  @Override
  public long size(Path file) throws IOException {
    note("size", file);
    return disk.size(file);
  }

  @Override
  public byte[] read(Path file, int sizeBytes) throws IOException {
    note("read", file);
    return disk.read(file, sizeBytes);
  }

  @Override
  public boolean exists(Path file) throws IOException {
    return disk.exists(file);
  }

  @Override
  public boolean isDirectory(Path directory) throws IOException {
    return disk.isDirectory(directory);
  }

  @Override
  public List<Path> list(Path directory) throws IOException {
    return disk.list(directory);
  }

  @Override
  public JournalTables.Source journals() {
    return disk.journals();
  }

  @Override
  public long usableBytes(Path directory) throws IOException {
    return usableBytes;
  }
}
