package dev.kakera.posix;

/** The ways of opening a regular file by name. */
final class FileOpening {
  private static final int COMMON = Flags.O_NOFOLLOW | Flags.O_CLOEXEC;

  private FileOpening() {}

  static OpenFile forReading(Directory directory, byte[] name) throws PosixException {
    int flags = Flags.O_RDONLY | COMMON | Flags.O_NONBLOCK;
    int fd = directory.tryOpenAt(name, flags | Flags.O_NOATIME, 0);
    if (fd < 0 && Scratch.ofThread().errno() == Errno.EPERM) {
      // Only the owner and root may leave the access time alone.
      fd = directory.tryOpenAt(name, flags, 0);
    }
    if (fd < 0 && Scratch.ofThread().errno() == Errno.EAGAIN) {
      fd = waitForLease(directory, name, Flags.O_RDONLY);
    }
    return regular(directory, name, fd);
  }

  static OpenFile forWriting(Directory directory, byte[] name) throws PosixException {
    int fd = directory.tryOpenAt(name, Flags.O_RDWR | COMMON | Flags.O_NONBLOCK, 0);
    if (fd < 0 && Scratch.ofThread().errno() == Errno.EAGAIN) {
      fd = waitForLease(directory, name, Flags.O_RDWR);
    }
    return regular(directory, name, fd);
  }

  static OpenFile forCreating(Directory directory, byte[] name, int permissions)
      throws PosixException {
    int flags = Flags.O_RDWR | Flags.O_CREAT | Flags.O_EXCL | COMMON;
    return regular(directory, name, directory.tryOpenAt(name, flags, permissions & 0xfff));
  }

  /**
   * A lease (fcntl(2); file servers use them) makes a non-blocking open fail. An open that may
   * block asks the holder to yield and gets the file after 45 s at the latest. Only regular files
   * have leases, so this cannot hang on a fifo.
   */
  private static int waitForLease(Directory directory, byte[] name, int access)
      throws PosixException {
    if (directory.stat(name).type() != FileType.REGULAR) {
      throw new PosixException("openat", directory.displayPathOf(name), Errno.EAGAIN);
    }
    return directory.tryOpenAt(name, access | COMMON, 0);
  }

  private static OpenFile regular(Directory directory, byte[] name, int fd) throws PosixException {
    if (fd < 0) {
      throw new PosixException("openat", directory.displayPathOf(name), Scratch.ofThread().errno());
    }
    Scratch s = Scratch.ofThread();
    int result = FileCalls.statx(s, fd, s.text(new byte[0]), Flags.AT_EMPTY_PATH, s.structure);
    int errno = s.errno();
    FileStat stat = result < 0 ? null : StatReader.read(s.structure);
    if (stat != null && stat.type() == FileType.REGULAR) {
      return new OpenFile(fd, directory.label().child(name), stat);
    }
    FileCalls.close(s, fd);
    String object = directory.displayPathOf(name);
    if (stat == null) {
      throw new PosixException("statx", object, errno);
    }
    throw new PosixException(
        "openat", object, Errno.EINVAL, "expected a regular file, it is a " + stat.type().label());
  }
}
