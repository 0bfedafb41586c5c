package dev.kakera.posix;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The calls that open, look and read. Each repeats itself when a signal interrupts it and returns
 * -1 with the errno in the scratch memory when it fails. Parameters are those of the manual pages.
 */
final class FileCalls {
  private static final MethodHandle OPENAT = NativeLibrary.bind("openat");
  private static final MethodHandle CLOSE = NativeLibrary.bind("close");
  private static final MethodHandle STATX = NativeLibrary.bind("statx");
  private static final MethodHandle GETDENTS = NativeLibrary.bind("getdents64", "getdents");
  private static final MethodHandle PREAD = NativeLibrary.bind("pread");
  private static final MethodHandle LSEEK = NativeLibrary.bind("lseek");
  private static final MethodHandle READLINKAT = NativeLibrary.bind("readlinkat");
  private static final MethodHandle GETEUID = NativeLibrary.bind("geteuid");

  private FileCalls() {}

  static int openat(Scratch s, int directory, MemorySegment name, int flags, int mode) {
    try {
      int result;
      do {
        result =
            (int)
                ((long)
                    OPENAT.invokeExact(
                        s.state,
                        (long) directory,
                        name.address(),
                        (long) flags,
                        (long) mode,
                        0L,
                        0L));
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }

  /** Never repeated: on Linux the descriptor is gone even if the call was interrupted. */
  static int close(Scratch s, int fd) {
    try {
      return (int) ((long) CLOSE.invokeExact(s.state, (long) fd, 0L, 0L, 0L, 0L, 0L));
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }

  static int statx(Scratch s, int directory, MemorySegment name, int flags, MemorySegment to) {
    try {
      int result;
      do {
        result =
            (int)
                ((long)
                    STATX.invokeExact(
                        s.state,
                        (long) directory,
                        name.address(),
                        (long) flags,
                        (long) Flags.STATX_BASIC_STATS,
                        to.address(),
                        0L));
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }

  /** musl names it without the 64; the records are the same. */
  static long getdents(Scratch s, int fd, MemorySegment to, long size) {
    try {
      long result;
      do {
        result = (long) GETDENTS.invokeExact(s.state, (long) fd, to.address(), size, 0L, 0L, 0L);
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }

  static long pread(Scratch s, int fd, MemorySegment to, long size, long offset) {
    try {
      long result;
      do {
        result = (long) PREAD.invokeExact(s.state, (long) fd, to.address(), size, offset, 0L, 0L);
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }

  static long lseek(Scratch s, int fd, long offset, int whence) {
    try {
      long result;
      do {
        result = (long) LSEEK.invokeExact(s.state, (long) fd, offset, (long) whence, 0L, 0L, 0L);
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }

  static long readlinkat(
      Scratch s, int directory, MemorySegment name, MemorySegment to, long size) {
    try {
      long result;
      do {
        result =
            (long)
                READLINKAT.invokeExact(
                    s.state, (long) directory, name.address(), to.address(), size, 0L, 0L);
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }

  static int geteuid(Scratch s) {
    try {
      return (int) ((long) GETEUID.invokeExact(s.state, 0L, 0L, 0L, 0L, 0L, 0L));
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }
}
