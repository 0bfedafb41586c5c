package dev.kakera.posix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The calls that open, look and read. Each repeats itself when a signal interrupts it and returns
 * -1 with the errno in the scratch memory when it fails. Parameters are those of the manual pages.
 */
final class FileCalls {
  private static final MethodHandle OPENAT =
      NativeLibrary.bindVariadic(
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT), 3, "openat");
  private static final MethodHandle CLOSE =
      NativeLibrary.bind(FunctionDescriptor.of(JAVA_INT, JAVA_INT), "close");
  private static final MethodHandle STATX =
      NativeLibrary.bind(
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS), "statx");
  private static final MethodHandle GETDENTS =
      NativeLibrary.bind(
          FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG), "getdents64", "getdents");
  private static final MethodHandle PREAD =
      NativeLibrary.bind(
          FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG), "pread");
  private static final MethodHandle LSEEK =
      NativeLibrary.bind(FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT), "lseek");
  private static final MethodHandle READLINKAT =
      NativeLibrary.bind(
          FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG), "readlinkat");
  private static final MethodHandle GETEUID =
      NativeLibrary.bind(FunctionDescriptor.of(JAVA_INT), "geteuid");

  private FileCalls() {}

  static int openat(Scratch s, int directory, MemorySegment name, int flags, int mode) {
    try {
      int result;
      do {
        result = (int) OPENAT.invokeExact(s.state, directory, name, flags, mode);
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }

  /** Never repeated: on Linux the descriptor is gone even if the call was interrupted. */
  static int close(Scratch s, int fd) {
    try {
      return (int) CLOSE.invokeExact(s.state, fd);
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }

  static int statx(Scratch s, int directory, MemorySegment name, int flags, MemorySegment to) {
    try {
      int result;
      do {
        result =
            (int) STATX.invokeExact(s.state, directory, name, flags, Flags.STATX_BASIC_STATS, to);
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
        result = (long) GETDENTS.invokeExact(s.state, fd, to, size);
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
        result = (long) PREAD.invokeExact(s.state, fd, to, size, offset);
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
        result = (long) LSEEK.invokeExact(s.state, fd, offset, whence);
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
        result = (long) READLINKAT.invokeExact(s.state, directory, name, to, size);
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }

  static int geteuid(Scratch s) {
    try {
      return (int) GETEUID.invokeExact(s.state);
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }
}
