package dev.kakera.posix;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The calls for extended attributes, of an open file (f) or of a path whose last name is not
 * followed (l). Each returns -1 with the errno in the scratch memory when it fails.
 */
final class AttributeCalls {
  private static final MethodHandle FLISTXATTR = NativeLibrary.bind("flistxattr");
  private static final MethodHandle LLISTXATTR = NativeLibrary.bind("llistxattr");
  private static final MethodHandle FGETXATTR = NativeLibrary.bind("fgetxattr");
  private static final MethodHandle LGETXATTR = NativeLibrary.bind("lgetxattr");
  private static final MethodHandle FSETXATTR = NativeLibrary.bind("fsetxattr");
  private static final MethodHandle LSETXATTR = NativeLibrary.bind("lsetxattr");
  private static final MethodHandle FREMOVEXATTR = NativeLibrary.bind("fremovexattr");
  private static final MethodHandle LREMOVEXATTR = NativeLibrary.bind("lremovexattr");

  private AttributeCalls() {}

  static long flistxattr(Scratch s, int fd, MemorySegment to, long size) {
    try {
      long result;
      do {
        result = (long) FLISTXATTR.invokeExact(s.state, (long) fd, to.address(), size, 0L, 0L, 0L);
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }

  static long llistxattr(Scratch s, MemorySegment path, MemorySegment to, long size) {
    try {
      long result;
      do {
        result =
            (long) LLISTXATTR.invokeExact(s.state, path.address(), to.address(), size, 0L, 0L, 0L);
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }

  static long fgetxattr(Scratch s, int fd, MemorySegment name, MemorySegment to, long size) {
    try {
      long result;
      do {
        result =
            (long)
                FGETXATTR.invokeExact(
                    s.state, (long) fd, name.address(), to.address(), size, 0L, 0L);
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }

  static long lgetxattr(
      Scratch s, MemorySegment path, MemorySegment name, MemorySegment to, long size) {
    try {
      long result;
      do {
        result =
            (long)
                LGETXATTR.invokeExact(
                    s.state, path.address(), name.address(), to.address(), size, 0L, 0L);
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }

  static int fsetxattr(Scratch s, int fd, MemorySegment name, MemorySegment from, long size) {
    try {
      int result;
      do {
        result =
            (int)
                ((long)
                    FSETXATTR.invokeExact(
                        s.state, (long) fd, name.address(), from.address(), size, 0L, 0L));
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }

  static int lsetxattr(
      Scratch s, MemorySegment path, MemorySegment name, MemorySegment from, long size) {
    try {
      int result;
      do {
        result =
            (int)
                ((long)
                    LSETXATTR.invokeExact(
                        s.state, path.address(), name.address(), from.address(), size, 0L, 0L));
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }

  static int fremovexattr(Scratch s, int fd, MemorySegment name) {
    try {
      int result;
      do {
        result =
            (int)
                ((long)
                    FREMOVEXATTR.invokeExact(s.state, (long) fd, name.address(), 0L, 0L, 0L, 0L));
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }

  static int lremovexattr(Scratch s, MemorySegment path, MemorySegment name) {
    try {
      int result;
      do {
        result =
            (int)
                ((long)
                    LREMOVEXATTR.invokeExact(
                        s.state, path.address(), name.address(), 0L, 0L, 0L, 0L));
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }
}
