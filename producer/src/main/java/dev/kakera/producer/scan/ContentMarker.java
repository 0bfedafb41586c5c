package dev.kakera.producer.scan;

import dev.kakera.posix.Directory;
import dev.kakera.posix.Errno;
import dev.kakera.posix.OpenFile;
import dev.kakera.posix.PosixException;
import dev.kakera.posix.RawName;
import java.util.Arrays;

/**
 * A file whose presence says that the rest of its directory is not worth keeping. The directory and
 * the marker itself are kept, so that a restored directory is marked again.
 */
final class ContentMarker {
  /** The Cache Directory Tagging Specification, https://bford.info/cachedir/. */
  static final ContentMarker CACHE_TAG =
      new ContentMarker(
          RawName.of("CACHEDIR.TAG"), RawName.of("Signature: 8a477f597d28d172789f06886806bc55"));

  private final byte[] name;
  private final byte[] contentStart;

  private ContentMarker(byte[] name, byte[] contentStart) {
    this.name = name;
    this.contentStart = contentStart;
  }

  /** A marker by its name alone, whatever is in it. */
  static ContentMarker named(byte[] name) {
    return new ContentMarker(RawName.requireComponent(name), new byte[0]);
  }

  byte[] name() {
    return name;
  }

  /**
   * Whether the file of this name in the directory, which is there, is one.
   *
   * @throws PosixException if it cannot be read
   */
  boolean isIn(Directory directory) throws PosixException {
    if (contentStart.length == 0) {
      return true;
    }
    byte[] start = new byte[contentStart.length];
    try (OpenFile file = directory.openFile(name)) {
      return file.read(start, 0, start.length) == start.length
          && Arrays.equals(start, contentStart);
    } catch (PosixException e) {
      if (e.is(Errno.ELOOP, Errno.EINVAL, Errno.ENXIO)) {
        // The specification asks for a regular file.
        return false;
      }
      throw e;
    }
  }

  ExcludeRule rule() {
    String text = RawName.display(name);
    return contentStart.length == 0
        ? new ExcludeRule("--exclude-if-present", 0, text, false)
        : new ExcludeRule(text, 0, "cache directory", false);
  }
}
