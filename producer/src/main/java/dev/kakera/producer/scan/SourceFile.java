package dev.kakera.producer.scan;

import dev.kakera.posix.DataRange;
import dev.kakera.posix.FileStat;
import dev.kakera.posix.OpenFile;
import dev.kakera.posix.PosixException;
import dev.kakera.posix.Timestamp;
import java.time.Instant;
import java.util.Optional;

/**
 * The contents of one file, read through one handle, so that a file put in its place meanwhile
 * cannot mix with it. After reading, {@link #changed} says whether it was written meanwhile (I-30);
 * then {@link #restart} begins again. One thread at a time.
 */
public final class SourceFile implements AutoCloseable {
  /**
   * The longest step of the clock that file times are taken from (CONFIG_HZ=100), doubled. Two
   * writes within one step leave the same times.
   */
  private static final long CLOCK_STEP_NANOS = 20_000_000;

  private final OpenFile file;
  private FileStat before;
  private Instant openedAt;

  /** {@code openedAt} must not be later than the metadata in {@code file}. */
  SourceFile(OpenFile file, Instant openedAt) {
    this.file = file;
    this.before = file.statAtOpen();
    this.openedAt = openedAt;
  }

  /** The metadata before reading: that of opening, or of the last {@link #restart}. */
  public FileStat statBefore() {
    return before;
  }

  /**
   * Reads at the position and moves it; holes read as zeros.
   *
   * @return how many bytes, -1 at the end of the file as it is now
   * @throws PosixException EIO, ESTALE
   */
  public int read(byte[] to, int start, int length) throws PosixException {
    return file.read(to, start, length);
  }

  /** The same at an offset, without the position. */
  public int readAt(long offset, byte[] to, int start, int length) throws PosixException {
    return file.readAt(offset, to, start, length);
  }

  /** Moves the position, in bytes from the start. */
  public void setPosition(long offset) {
    file.setPosition(offset);
  }

  /**
   * The next stretch of data at an offset or after it, within the size before reading; empty if
   * only a hole or nothing follows. A file that takes all its space is one stretch and costs no
   * call.
   *
   * @throws PosixException EIO, ESTALE
   */
  public Optional<DataRange> nextDataRange(long offset) throws PosixException {
    long size = before.sizeBytes();
    if (offset >= size) {
      return Optional.empty();
    }
    if (!before.isSparse()) {
      return Optional.of(new DataRange(offset, size - offset));
    }
    Optional<DataRange> range = file.nextDataRange(offset);
    if (range.isEmpty() || range.get().offset() >= size) {
      return Optional.empty();
    }
    DataRange found = range.get();
    long end = Math.min(found.endOffset(), size);
    return Optional.of(new DataRange(found.offset(), end - found.offset()));
  }

  /**
   * The metadata of the same handle now.
   *
   * @throws PosixException EIO, ESTALE
   */
  public FileStat statAfter() throws PosixException {
    return file.stat();
  }

  /**
   * Whether size, modified time, changed time or inode differ from those before reading.
   *
   * @throws PosixException EIO, ESTALE
   */
  public boolean changed() throws PosixException {
    return !statAfter().isUnchangedSince(before);
  }

  /**
   * Whether the file was written so shortly before reading began that one more write may have left
   * the same times, which {@link #changed} cannot see, nor can a later walk that compares times.
   * Then read it again later, or do not trust its times the next time. Kernels from 6.13 on do not
   * need this for ext4, xfs, btrfs and tmpfs, and a file server's clock may differ from ours.
   */
  public boolean mayHideChange() {
    Timestamp last = before.changed();
    Instant settled = last.toInstant().plusNanos(CLOCK_STEP_NANOS);
    return !settled.isBefore(openedAt);
  }

  /**
   * Begins again: position 0, and metadata as it is now.
   *
   * @throws PosixException EIO, ESTALE
   */
  public void restart() throws PosixException {
    file.setPosition(0);
    openedAt = Instant.now();
    before = file.stat();
  }

  /** The path by which it was opened, escaped for people. */
  public String displayPath() {
    return file.displayPath();
  }

  /** Gives the handle back; once more does nothing. */
  @Override
  public void close() throws PosixException {
    file.close();
  }
}
