package dev.kakera.store.disk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The file calls that durability rests on, apart so that tests can count them, fail them and stop
 * between them. Thread-safe.
 */
public interface StoreFiles {

  /** Creates a file that must not exist. */
  NewFile create(Path file) throws IOException;

  /** Atomically gives a file another name in the same file system, replacing what has it. */
  void rename(Path from, Path to) throws IOException;

  /** Makes the names in a directory survive a power cut. */
  void forceDirectory(Path directory) throws IOException;

  /**
   * Makes a directory.
   *
   * @return whether it was missing
   */
  boolean makeDirectory(Path directory) throws IOException;

  /** Deletes a file; one that is not there is fine. */
  void delete(Path file) throws IOException;

  /**
   * Size in bytes.
   *
   * @throws java.nio.file.NoSuchFileException if there is no such file
   */
  long size(Path file) throws IOException;

  /**
   * Reads a file that has {@code sizeBytes} bytes.
   *
   * @throws java.nio.file.NoSuchFileException if there is no such file
   * @throws java.io.EOFException if it is shorter
   */
  byte[] read(Path file, int sizeBytes) throws IOException;

  boolean exists(Path file) throws IOException;

  boolean isDirectory(Path directory) throws IOException;

  /** What lies in a directory, by name; empty when there is no such directory. */
  List<Path> list(Path directory) throws IOException;

  /** The journals of this disk. */
  JournalTables.Source journals();

  /** Bytes that this process may still write there. */
  long usableBytes(Path directory) throws IOException;

  /** A file that is being written; stays open from the first byte to its sync. */
  interface NewFile extends AutoCloseable {

    void write(byte[] bytes) throws IOException;

    /** Makes content and size survive a power cut. After a failure it must not be tried again. */
    void force() throws IOException;

    @Override
    void close() throws IOException;
  }
}
