package dev.kakera.posix;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The calls that create, write and change. Each repeats itself when a signal interrupts it and
 * returns -1 with the errno in the scratch memory when it fails. Parameters are those of the manual
 * pages.
 */
final class TreeCalls {
  private static final MethodHandle PWRITE = NativeLibrary.bind("pwrite");
  private static final MethodHandle FTRUNCATE = NativeLibrary.bind("ftruncate");
  private static final MethodHandle FSYNC = NativeLibrary.bind("fsync");
  private static final MethodHandle FDATASYNC = NativeLibrary.bind("fdatasync");
  private static final MethodHandle SYNCFS = NativeLibrary.bind("syncfs");
  private static final MethodHandle MKDIRAT = NativeLibrary.bind("mkdirat");
  private static final MethodHandle MKFIFOAT = NativeLibrary.bind("mkfifoat");
  private static final MethodHandle SYMLINKAT = NativeLibrary.bind("symlinkat");
  private static final MethodHandle LINKAT = NativeLibrary.bind("linkat");
  private static final MethodHandle RENAMEAT = NativeLibrary.bind("renameat");
  private static final MethodHandle RENAME_NO_REPLACE = NativeLibrary.bind("syscall");
  private static final MethodHandle UNLINKAT = NativeLibrary.bind("unlinkat");
  private static final MethodHandle FCHMOD = NativeLibrary.bind("fchmod");
  private static final MethodHandle FCHMODAT = NativeLibrary.bind("fchmodat");
  private static final MethodHandle FCHOWN = NativeLibrary.bind("fchown");
  private static final MethodHandle FCHOWNAT = NativeLibrary.bind("fchownat");
  private static final MethodHandle FUTIMENS = NativeLibrary.bind("futimens");
  private static final MethodHandle UTIMENSAT = NativeLibrary.bind("utimensat");

  private TreeCalls() {}

  static long pwrite(Scratch s, int fd, MemorySegment from, long size, long offset) {
    try {
      long result;
      do {
        result =
            (long) PWRITE.invokeExact(s.state, (long) fd, from.address(), size, offset, 0L, 0L);
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }

  static int ftruncate(Scratch s, int fd, long size) {
    try {
      int result;
      do {
        result = (int) ((long) FTRUNCATE.invokeExact(s.state, (long) fd, size, 0L, 0L, 0L, 0L));
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }

  static int fsync(Scratch s, int fd) {
    try {
      int result;
      do {
        result = (int) ((long) FSYNC.invokeExact(s.state, (long) fd, 0L, 0L, 0L, 0L, 0L));
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }

  static int fdatasync(Scratch s, int fd) {
    try {
      int result;
      do {
        result = (int) ((long) FDATASYNC.invokeExact(s.state, (long) fd, 0L, 0L, 0L, 0L, 0L));
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }

  static int syncfs(Scratch s, int fd) {
    try {
      int result;
      do {
        result = (int) ((long) SYNCFS.invokeExact(s.state, (long) fd, 0L, 0L, 0L, 0L, 0L));
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }

  static int mkdirat(Scratch s, int directory, MemorySegment name, int mode) {
    try {
      int result;
      do {
        result =
            (int)
                ((long)
                    MKDIRAT.invokeExact(
                        s.state, (long) directory, name.address(), (long) mode, 0L, 0L, 0L));
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }

  static int mkfifoat(Scratch s, int directory, MemorySegment name, int mode) {
    try {
      int result;
      do {
        result =
            (int)
                ((long)
                    MKFIFOAT.invokeExact(
                        s.state, (long) directory, name.address(), (long) mode, 0L, 0L, 0L));
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }

  static int symlinkat(Scratch s, MemorySegment target, int directory, MemorySegment name) {
    try {
      int result;
      do {
        result =
            (int)
                ((long)
                    SYMLINKAT.invokeExact(
                        s.state, target.address(), (long) directory, name.address(), 0L, 0L, 0L));
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }

  /** Without flags: a link to a symbolic link is a link to the symbolic link. */
  static int linkat(Scratch s, int from, MemorySegment existing, int to, MemorySegment name) {
    try {
      int result;
      do {
        result =
            (int)
                ((long)
                    LINKAT.invokeExact(
                        s.state,
                        (long) from,
                        existing.address(),
                        (long) to,
                        name.address(),
                        0L,
                        0L));
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }

  static int renameat(Scratch s, int from, MemorySegment existing, int to, MemorySegment name) {
    try {
      int result;
      do {
        result =
            (int)
                ((long)
                    RENAMEAT.invokeExact(
                        s.state,
                        (long) from,
                        existing.address(),
                        (long) to,
                        name.address(),
                        0L,
                        0L));
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }

  /** Through syscall(2), since not every C library wraps renameat2(2). */
  static long renameNoReplace(
      Scratch s, long from, MemorySegment existing, long to, MemorySegment name) {
    try {
      long result;
      do {
        result =
            (long)
                RENAME_NO_REPLACE.invokeExact(
                    s.state,
                    (long) Flags.SYS_RENAMEAT2,
                    from,
                    existing.address(),
                    to,
                    name.address(),
                    (long) Flags.RENAME_NOREPLACE);
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }

  static int unlinkat(Scratch s, int directory, MemorySegment name, int flags) {
    try {
      int result;
      do {
        result =
            (int)
                ((long)
                    UNLINKAT.invokeExact(
                        s.state, (long) directory, name.address(), (long) flags, 0L, 0L, 0L));
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }

  static int fchmod(Scratch s, int fd, int mode) {
    try {
      int result;
      do {
        result = (int) ((long) FCHMOD.invokeExact(s.state, (long) fd, (long) mode, 0L, 0L, 0L, 0L));
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }

  static int fchmodat(Scratch s, int directory, MemorySegment name, int mode) {
    try {
      int result;
      do {
        result =
            (int)
                ((long)
                    FCHMODAT.invokeExact(
                        s.state,
                        (long) directory,
                        name.address(),
                        (long) mode,
                        (long) Flags.AT_SYMLINK_NOFOLLOW,
                        0L,
                        0L));
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }

  static int fchown(Scratch s, int fd, int user, int group) {
    try {
      int result;
      do {
        result =
            (int)
                ((long)
                    FCHOWN.invokeExact(s.state, (long) fd, (long) user, (long) group, 0L, 0L, 0L));
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }

  static int fchownat(Scratch s, int directory, MemorySegment name, int user, int group) {
    try {
      int result;
      do {
        result =
            (int)
                ((long)
                    FCHOWNAT.invokeExact(
                        s.state,
                        (long) directory,
                        name.address(),
                        (long) user,
                        (long) group,
                        (long) Flags.AT_SYMLINK_NOFOLLOW,
                        0L));
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }

  static int futimens(Scratch s, int fd, MemorySegment times) {
    try {
      int result;
      do {
        result =
            (int)
                ((long) FUTIMENS.invokeExact(s.state, (long) fd, times.address(), 0L, 0L, 0L, 0L));
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }

  static int utimensat(Scratch s, int directory, MemorySegment name, MemorySegment times) {
    try {
      int result;
      do {
        result =
            (int)
                ((long)
                    UTIMENSAT.invokeExact(
                        s.state,
                        (long) directory,
                        name.address(),
                        times.address(),
                        (long) Flags.AT_SYMLINK_NOFOLLOW,
                        0L,
                        0L));
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }
}
