package dev.kakera.posix;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;

/**
 * Removes a directory with all that is in it, without following links. One descriptor for each
 * level stays open; memory is one listing for each level.
 */
public final class TreeRemover {
  private static final class Level {
    private final Directory directory;
    private final byte[] nameInParent;
    private final Iterator<DirectoryEntry> left;

    private Level(Directory directory, byte[] nameInParent, Iterator<DirectoryEntry> left) {
      this.directory = directory;
      this.nameInParent = nameInParent;
      this.left = left;
    }
  }

  private TreeRemover() {}

  /**
   * Removes a name whatever it is; a directory after its contents. Stops at the first failure.
   *
   * @throws PosixException as {@link Directory#remove}, {@link Directory#removeDirectory} and
   *     {@link Directory#openDirectory}; what was removed until then stays removed
   */
  public static void remove(Directory parent, byte[] name) throws PosixException {
    if (parent.stat(name).type() != FileType.DIRECTORY) {
      parent.remove(name);
      return;
    }
    ArrayDeque<Level> levels = new ArrayDeque<>();
    try {
      levels.push(enter(parent, name));
      while (!levels.isEmpty()) {
        Level level = levels.peek();
        if (level.left.hasNext()) {
          DirectoryEntry entry = level.left.next();
          if (isDirectory(level.directory, entry)) {
            levels.push(enter(level.directory, entry.name()));
          } else {
            level.directory.remove(entry.name());
          }
        } else {
          levels.pop().directory.close();
          Directory above = levels.isEmpty() ? parent : levels.peek().directory;
          above.removeDirectory(level.nameInParent);
        }
      }
    } finally {
      for (Level level : levels) {
        level.directory.close();
      }
    }
  }

  private static boolean isDirectory(Directory in, DirectoryEntry entry) throws PosixException {
    return entry.type() == FileType.DIRECTORY
        || (entry.type() == FileType.UNKNOWN && in.stat(entry.name()).type() == FileType.DIRECTORY);
  }

  private static Level enter(Directory parent, byte[] name) throws PosixException {
    Directory directory = parent.openDirectory(name);
    try {
      List<DirectoryEntry> entries = directory.entries();
      return new Level(directory, name, entries.iterator());
    } catch (PosixException | RuntimeException e) {
      directory.close();
      throw e;
    }
  }
}
