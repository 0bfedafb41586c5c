package dev.kakera.e2e;

import dev.kakera.posix.DataRange;
import dev.kakera.posix.Directory;
import dev.kakera.posix.ExtendedAttribute;
import dev.kakera.posix.OpenFile;
import dev.kakera.posix.PosixException;
import dev.kakera.posix.RawName;
import dev.kakera.posix.Timestamp;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Makes entries in one folder, named by raw bytes, with contents from a seed. Times and modes of a
 * folder come last: closing the builder sets them, since every new entry changes the time.
 */
final class TreeBuilder implements AutoCloseable {
  private static final int STEP_BYTES = 1 << 20;

  private final Directory folder;
  private final SplittableRandom random;
  private Timestamp closingTime;
  private int closingMode = -1;

  private TreeBuilder(Directory folder, SplittableRandom random) {
    this.folder = folder;
    this.random = random;
  }

  static TreeBuilder in(Path folder, SplittableRandom random) throws PosixException {
    return new TreeBuilder(Directory.open(folder), random);
  }

  Directory directory() {
    return folder;
  }

  /** Makes a folder and goes into it; the caller closes it. */
  TreeBuilder folder(byte[] name) throws PosixException {
    folder.createDirectory(name, 0755);
    return new TreeBuilder(folder.openDirectory(name), random);
  }

  TreeBuilder folder(String name) throws PosixException {
    return folder(RawName.of(name));
  }

  TreeBuilder file(byte[] name, byte[] contents) throws PosixException {
    try (OpenFile file = folder.createFile(name, 0644)) {
      file.write(contents, 0, contents.length);
    }
    return this;
  }

  TreeBuilder file(String name, byte[] contents) throws PosixException {
    return file(RawName.of(name), contents);
  }

  /** A file of this size, half of it hard to compress and half of it easy, in stretches. */
  TreeBuilder file(String name, long sizeBytes) throws PosixException {
    try (OpenFile file = folder.createFile(RawName.of(name), 0644)) {
      for (long done = 0; done < sizeBytes; ) {
        int size = (int) Math.min(STEP_BYTES, sizeBytes - done);
        byte[] part = Seeds.bytes(random, size);
        Arrays.fill(part, size / 2, size, (byte) random.nextInt());
        file.write(part, 0, size);
        done += size;
      }
    }
    return this;
  }

  /** A file of this length with data only in the islands. */
  TreeBuilder sparse(String name, long sizeBytes, DataRange... islands) throws PosixException {
    try (OpenFile file = folder.createFile(RawName.of(name), 0644)) {
      for (DataRange island : islands) {
        byte[] data = Seeds.bytes(random, (int) island.sizeBytes());
        file.writeAt(island.offset(), data, 0, data.length);
      }
      file.setSize(sizeBytes);
    }
    return this;
  }

  TreeBuilder symlink(String name, String target) throws PosixException {
    folder.createSymlink(RawName.of(name), RawName.of(target));
    return this;
  }

  TreeBuilder hardLink(String name, String existing) throws PosixException {
    return hardLink(name, this, existing);
  }

  TreeBuilder hardLink(String name, TreeBuilder existingIn, String existing) throws PosixException {
    folder.createHardLink(RawName.of(name), existingIn.folder, RawName.of(existing));
    return this;
  }

  TreeBuilder fifo(String name) throws PosixException {
    folder.createFifo(RawName.of(name), 0644);
    return this;
  }

  TreeBuilder mode(String name, int permissions) throws PosixException {
    folder.setPermissions(RawName.of(name), permissions);
    return this;
  }

  TreeBuilder owner(String name, long user, long group) throws PosixException {
    folder.setOwner(RawName.of(name), user, group);
    return this;
  }

  TreeBuilder modified(String name, long seconds, int nanos) throws PosixException {
    folder.setModified(RawName.of(name), new Timestamp(seconds, nanos));
    return this;
  }

  TreeBuilder attribute(String name, String attribute, byte[] value) throws PosixException {
    folder.setAttribute(RawName.of(name), new ExtendedAttribute(RawName.of(attribute), value));
    return this;
  }

  /** What this folder itself gets in the end. */
  TreeBuilder finallyModified(long seconds, int nanos) {
    closingTime = new Timestamp(seconds, nanos);
    return this;
  }

  TreeBuilder finallyMode(int permissions) {
    closingMode = permissions;
    return this;
  }

  @Override
  public void close() throws PosixException {
    try (folder) {
      if (closingMode >= 0) {
        folder.setPermissions(closingMode);
      }
      if (closingTime != null) {
        folder.setModified(closingTime);
      }
    }
  }
}
