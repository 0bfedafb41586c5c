package dev.kakera.posix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The calls that create, write and change. Each repeats itself when a signal interrupts it and
 * returns -1 with the errno in the scratch memory when it fails. Parameters are those of the manual
 * pages.
 */
final class TreeCalls {
  private static final MethodHandle PWRITE =
      NativeLibrary.bind(
          FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG), "pwrite");
  private static final MethodHandle FTRUNCATE =
      NativeLibrary.bind(FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG), "ftruncate");
  private static final MethodHandle FSYNC =
      NativeLibrary.bind(FunctionDescriptor.of(JAVA_INT, JAVA_INT), "fsync");
  private static final MethodHandle FDATASYNC =
      NativeLibrary.bind(FunctionDescriptor.of(JAVA_INT, JAVA_INT), "fdatasync");
  private static final MethodHandle SYNCFS =
      NativeLibrary.bind(FunctionDescriptor.of(JAVA_INT, JAVA_INT), "syncfs");
  private static final MethodHandle MKDIRAT =
      NativeLibrary.bind(FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT), "mkdirat");
  private static final MethodHandle MKFIFOAT =
      NativeLibrary.bind(FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT), "mkfifoat");
  private static final MethodHandle SYMLINKAT =
      NativeLibrary.bind(FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, ADDRESS), "symlinkat");
  private static final MethodHandle LINKAT =
      NativeLibrary.bind(
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, JAVA_INT),
          "linkat");
  private static final MethodHandle RENAMEAT =
      NativeLibrary.bind(
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, ADDRESS), "renameat");
  private static final MethodHandle RENAME_NO_REPLACE =
      NativeLibrary.bindVariadic(
          FunctionDescriptor.of(
              JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG),
          1,
          "syscall");
  private static final MethodHandle UNLINKAT =
      NativeLibrary.bind(FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT), "unlinkat");
  private static final MethodHandle FCHMOD =
      NativeLibrary.bind(FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT), "fchmod");
  private static final MethodHandle FCHMODAT =
      NativeLibrary.bind(
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT), "fchmodat");
  private static final MethodHandle FCHOWN =
      NativeLibrary.bind(FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT), "fchown");
  private static final MethodHandle FCHOWNAT =
      NativeLibrary.bind(
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, JAVA_INT),
          "fchownat");
  private static final MethodHandle FUTIMENS =
      NativeLibrary.bind(FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS), "futimens");
  private static final MethodHandle UTIMENSAT =
      NativeLibrary.bind(
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT), "utimensat");

  private TreeCalls() {}

  static long pwrite(Scratch s, int fd, MemorySegment from, long size, long offset) {
    try {
      long result;
      do {
        result = (long) PWRITE.invokeExact(s.state, fd, from, size, offset);
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
        result = (int) FTRUNCATE.invokeExact(s.state, fd, size);
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
        result = (int) FSYNC.invokeExact(s.state, fd);
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
        result = (int) FDATASYNC.invokeExact(s.state, fd);
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
        result = (int) SYNCFS.invokeExact(s.state, fd);
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
        result = (int) MKDIRAT.invokeExact(s.state, directory, name, mode);
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
        result = (int) MKFIFOAT.invokeExact(s.state, directory, name, mode);
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
        result = (int) SYMLINKAT.invokeExact(s.state, target, directory, name);
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
        result = (int) LINKAT.invokeExact(s.state, from, existing, to, name, 0);
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
        result = (int) RENAMEAT.invokeExact(s.state, from, existing, to, name);
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
                    existing,
                    to,
                    name,
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
        result = (int) UNLINKAT.invokeExact(s.state, directory, name, flags);
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
        result = (int) FCHMOD.invokeExact(s.state, fd, mode);
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
            (int) FCHMODAT.invokeExact(s.state, directory, name, mode, Flags.AT_SYMLINK_NOFOLLOW);
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
        result = (int) FCHOWN.invokeExact(s.state, fd, user, group);
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
                FCHOWNAT.invokeExact(
                    s.state, directory, name, user, group, Flags.AT_SYMLINK_NOFOLLOW);
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
        result = (int) FUTIMENS.invokeExact(s.state, fd, times);
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
            (int) UTIMENSAT.invokeExact(s.state, directory, name, times, Flags.AT_SYMLINK_NOFOLLOW);
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }
}
