package dev.kakera.posix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * The calls for extended attributes, of an open file (f) or of a path whose last name is not
 * followed (l). Each returns -1 with the errno in the scratch memory when it fails.
 */
final class AttributeCalls {
  private static final MethodHandle FLISTXATTR =
      NativeLibrary.bind(
          FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG), "flistxattr");
  private static final MethodHandle LLISTXATTR =
      NativeLibrary.bind(
          FunctionDescriptor.of(JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG), "llistxattr");
  private static final MethodHandle FGETXATTR =
      NativeLibrary.bind(
          FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG), "fgetxattr");
  private static final MethodHandle LGETXATTR =
      NativeLibrary.bind(
          FunctionDescriptor.of(JAVA_LONG, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG), "lgetxattr");
  private static final MethodHandle FSETXATTR =
      NativeLibrary.bind(
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT),
          "fsetxattr");
  private static final MethodHandle LSETXATTR =
      NativeLibrary.bind(
          FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT),
          "lsetxattr");
  private static final MethodHandle FREMOVEXATTR =
      NativeLibrary.bind(FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS), "fremovexattr");
  private static final MethodHandle LREMOVEXATTR =
      NativeLibrary.bind(FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS), "lremovexattr");

  private AttributeCalls() {}

  static long flistxattr(Scratch s, int fd, MemorySegment to, long size) {
    try {
      long result;
      do {
        result = (long) FLISTXATTR.invokeExact(s.state, fd, to, size);
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
        result = (long) LLISTXATTR.invokeExact(s.state, path, to, size);
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
        result = (long) FGETXATTR.invokeExact(s.state, fd, name, to, size);
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
        result = (long) LGETXATTR.invokeExact(s.state, path, name, to, size);
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
        result = (int) FSETXATTR.invokeExact(s.state, fd, name, from, size, 0);
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
        result = (int) LSETXATTR.invokeExact(s.state, path, name, from, size, 0);
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
        result = (int) FREMOVEXATTR.invokeExact(s.state, fd, name);
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
        result = (int) LREMOVEXATTR.invokeExact(s.state, path, name);
      } while (s.interrupted(result));
      return result;
    } catch (Throwable t) {
      throw NativeLibrary.unexpected(t);
    }
  }
}
