package dev.kakera.posix;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import java.util.Optional;

/**
 * An open regular file. It has a position for reading and writing in sequence, which calls that
 * name an offset neither use nor move.
 */
public final class OpenFile extends Handle {
  private final FileStat statAtOpen;
  private long position;

  OpenFile(int fd, Label label, FileStat statAtOpen) {
    super(fd, label);
    this.statAtOpen = statAtOpen;
  }

  /** What the kernel said right after opening; costs no call. */
  public FileStat statAtOpen() {
    return statAtOpen;
  }

  /** Where the next {@link #read} or {@link #write} happens, in bytes from the start. */
  public long position() {
    return position;
  }

  /** Moves the position; past the end is allowed. */
  public void setPosition(long offset) {
    if (offset < 0) {
      throw new IllegalArgumentException("A position in a file is 0 or more, got " + offset);
    }
    position = offset;
  }

  /**
   * Reads at the position and moves it.
   *
   * @return how many bytes were read, 1 to {@code length} (perhaps fewer than asked for), 0 if
   *     {@code length} is 0, -1 at the end of the file
   * @throws PosixException EIO, ESTALE
   */
  public int read(byte[] to, int start, int length) throws PosixException {
    int count = readAt(position, to, start, length);
    position += Math.max(count, 0);
    return count;
  }

  /**
   * Reads at an offset.
   *
   * @return as {@link #read}
   * @throws PosixException EIO, ESTALE
   */
  public int readAt(long offset, byte[] to, int start, int length) throws PosixException {
    Objects.checkFromIndexSize(start, length, to.length);
    if (length == 0) {
      return 0;
    }
    Scratch s = Scratch.ofThread();
    MemorySegment buffer = s.transfer();
    int done = 0;
    while (done < length) {
      int part = Math.min(length - done, Scratch.TRANSFER_SIZE_BYTES);
      int count = (int) check(FileCalls.pread(s, fd(), buffer, part, offset + done), "pread");
      MemorySegment.copy(buffer, ValueLayout.JAVA_BYTE, 0, to, start + done, count);
      done += count;
      if (count < part) {
        break;
      }
    }
    return done == 0 ? -1 : done;
  }

  /**
   * Writes all of it at the position and moves it.
   *
   * @throws PosixException ENOSPC, EDQUOT, EFBIG, EIO, EBADF (opened for reading); some of it may
   *     have been written, and the position has not moved
   */
  public void write(byte[] from, int start, int length) throws PosixException {
    writeAt(position, from, start, length);
    position += length;
  }

  /**
   * Writes all of it at an offset. What lies between the old end and the offset becomes a hole.
   *
   * @throws PosixException ENOSPC, EDQUOT, EFBIG, EIO, EBADF (opened for reading); some of it may
   *     have been written
   */
  public void writeAt(long offset, byte[] from, int start, int length) throws PosixException {
    Objects.checkFromIndexSize(start, length, from.length);
    Scratch s = Scratch.ofThread();
    MemorySegment buffer = s.transfer();
    int done = 0;
    while (done < length) {
      int part = Math.min(length - done, Scratch.TRANSFER_SIZE_BYTES);
      MemorySegment.copy(from, start + done, buffer, ValueLayout.JAVA_BYTE, 0, part);
      done += (int) check(TreeCalls.pwrite(s, fd(), buffer, part, offset + done), "pwrite");
    }
  }

  /**
   * Cuts the file off, or lengthens it by a hole.
   *
   * @throws PosixException EFBIG, EINVAL (opened for reading), EIO
   */
  public void setSize(long sizeBytes) throws PosixException {
    check(TreeCalls.ftruncate(Scratch.ofThread(), fd(), sizeBytes), "ftruncate");
  }

  /**
   * The next stretch of data at an offset or after it, or empty if only a hole or nothing follows.
   * Where the file system knows no holes, all of the file is data.
   *
   * @throws PosixException EIO, ESTALE
   */
  public Optional<DataRange> nextDataRange(long offset) throws PosixException {
    Scratch s = Scratch.ofThread();
    long start = FileCalls.lseek(s, fd(), offset, Flags.SEEK_DATA);
    if (start < 0 && s.errno() == Errno.ENXIO) {
      return Optional.empty();
    }
    if (start < 0 && s.errno() == Errno.EINVAL) {
      long size = stat().sizeBytes();
      return offset < size ? Optional.of(new DataRange(offset, size - offset)) : Optional.empty();
    }
    check(start, "lseek SEEK_DATA");
    long end = FileCalls.lseek(s, fd(), start, Flags.SEEK_HOLE);
    if (end < 0 && s.errno() == Errno.ENXIO) {
      return Optional.empty();
    }
    check(end, "lseek SEEK_HOLE");
    return end > start ? Optional.of(new DataRange(start, end - start)) : Optional.empty();
  }

  /**
   * Waits until the contents, and of the metadata what is needed to read them, are on the disk.
   * After a failure nothing is known about what was written: do not try again and assume.
   *
   * @throws PosixException EIO, ENOSPC, EDQUOT
   */
  public void syncData() throws PosixException {
    check(TreeCalls.fdatasync(Scratch.ofThread(), fd()), "fdatasync");
  }
}
