package dev.kakera.posix;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Reads and changes the extended attributes of one file: of an open one through its descriptor, or
 * of a name in a directory through {@code /proc/self/fd}, which needs no right to open the file and
 * works for links too.
 */
final class AttributeReader {
  private final Handle handle;
  private final byte[] name;
  private final byte[] path;

  private AttributeReader(Handle handle, byte[] name, byte[] path) {
    this.handle = handle;
    this.name = name;
    this.path = path;
  }

  static AttributeReader ofOpen(Handle handle) {
    return new AttributeReader(handle, null, null);
  }

  static AttributeReader ofEntry(Directory directory, byte[] name) {
    byte[] prefix = RawName.of("/proc/self/fd/" + directory.fd() + "/");
    byte[] path = new byte[prefix.length + name.length];
    System.arraycopy(prefix, 0, path, 0, prefix.length);
    System.arraycopy(name, 0, path, prefix.length, name.length);
    return new AttributeReader(directory, name, path);
  }

  /** All attributes by name; empty where the file system keeps none. */
  List<ExtendedAttribute> readAll() throws PosixException {
    Scratch s = Scratch.ofThread();
    MemorySegment to = s.transfer();
    long size =
        path == null
            ? AttributeCalls.flistxattr(s, handle.fd(), to, to.byteSize())
            : AttributeCalls.llistxattr(s, path(s), to, to.byteSize());
    if (size == 0 || (size < 0 && s.errno() == Errno.ENOTSUP)) {
      return List.of();
    }
    if (size < 0) {
      throw failure("listxattr", s.errno());
    }
    List<ExtendedAttribute> attributes = new ArrayList<>();
    byte[] names = Scratch.copyOf(to, size);
    int start = 0;
    for (int i = 0; i < names.length; i++) {
      if (names[i] == 0) {
        byte[] attribute = Arrays.copyOfRange(names, start, i);
        byte[] value = readOrNull(attribute);
        if (value != null) {
          attributes.add(new ExtendedAttribute(attribute, value));
        }
        start = i + 1;
      }
    }
    Collections.sort(attributes);
    return attributes;
  }

  /** The value, or null if there is no such attribute. */
  byte[] readOrNull(byte[] attribute) throws PosixException {
    Scratch s = Scratch.ofThread();
    MemorySegment to = s.transfer();
    MemorySegment key = key(s, attribute, "getxattr");
    long size =
        path == null
            ? AttributeCalls.fgetxattr(s, handle.fd(), key, to, to.byteSize())
            : AttributeCalls.lgetxattr(s, path(s), key, to, to.byteSize());
    if (size < 0 && s.errno() == Errno.ENODATA) {
      return null;
    }
    if (size < 0) {
      throw failure("getxattr " + RawName.display(attribute) + " of", s.errno());
    }
    return Scratch.copyOf(to, size);
  }

  void write(ExtendedAttribute attribute) throws PosixException {
    Scratch s = Scratch.ofThread();
    byte[] value = attribute.value();
    if (value.length > Scratch.TRANSFER_SIZE_BYTES) {
      throw failure("setxattr " + RawName.display(attribute.name()) + " of", Errno.E2BIG);
    }
    MemorySegment from = s.transfer();
    MemorySegment.copy(value, 0, from, ValueLayout.JAVA_BYTE, 0, value.length);
    MemorySegment key = key(s, attribute.name(), "setxattr");
    int result =
        path == null
            ? AttributeCalls.fsetxattr(s, handle.fd(), key, from, value.length)
            : AttributeCalls.lsetxattr(s, path(s), key, from, value.length);
    if (result < 0) {
      throw failure("setxattr " + RawName.display(attribute.name()) + " of", s.errno());
    }
  }

  void remove(byte[] attribute) throws PosixException {
    Scratch s = Scratch.ofThread();
    MemorySegment key = key(s, attribute, "removexattr");
    int result =
        path == null
            ? AttributeCalls.fremovexattr(s, handle.fd(), key)
            : AttributeCalls.lremovexattr(s, path(s), key);
    if (result < 0) {
      throw failure("removexattr " + RawName.display(attribute) + " of", s.errno());
    }
  }

  private MemorySegment path(Scratch s) throws PosixException {
    MemorySegment text = s.text(path);
    if (text == null) {
      throw failure("xattr", Errno.ENAMETOOLONG);
    }
    return text;
  }

  private MemorySegment key(Scratch s, byte[] attribute, String call) throws PosixException {
    for (byte b : attribute) {
      if (b == 0) {
        throw new IllegalArgumentException(
            "The name of an extended attribute holds no NUL byte: " + RawName.display(attribute));
      }
    }
    MemorySegment key = s.otherText(attribute);
    if (key == null) {
      throw failure(call, Errno.ENAMETOOLONG);
    }
    return key;
  }

  private PosixException failure(String call, int errno) {
    if (errno == Errno.ENOENT && name != null && isProcMissing()) {
      return new PosixException(
          call, handle.displayPathOf(name), errno, "/proc is not mounted; mount it");
    }
    return name == null
        ? new PosixException(call, handle.displayPath(), errno)
        : new PosixException(call, handle.displayPathOf(name), errno);
  }

  private static boolean isProcMissing() {
    return !Files.isDirectory(Path.of("/proc/self/fd"));
  }
}
