package dev.kakera.producer.scan;

import dev.kakera.posix.Directory;
import dev.kakera.posix.Errno;
import dev.kakera.posix.OpenFile;
import dev.kakera.posix.PosixException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** The rules as they stand in the directory that a walk is in; one level for each directory. */
final class ExcludeStack {
  private static final int IGNORE_FILE_SIZE_MAX_BYTES = 4 << 20;

  private record Level(ExcludeList list, int pathStart, ContentMarker marker) {}

  private final ExcludeRules rules;
  private final List<Level> levels = new ArrayList<>();
  private byte[] path = new byte[256];
  private int pathEnd;

  ExcludeStack(ExcludeRules rules) {
    this.rules = rules;
  }

  /**
   * Enters a directory: the source itself first, then always one in the current one.
   *
   * @param hasName whether the directory lists a name
   * @param problems takes what could not be read; the rules in it then do not apply
   */
  void enter(
      Directory directory,
      SourcePath directoryPath,
      Predicate<byte[]> hasName,
      List<PosixException> problems) {
    if (directoryPath.depth() > 0) {
      pathEnd = append(directoryPath.name());
      path[pathEnd++] = '/';
    }
    ContentMarker marker = null;
    for (ContentMarker candidate : rules.markers()) {
      try {
        if (marker == null && hasName.test(candidate.name()) && candidate.isIn(directory)) {
          marker = candidate;
        }
      } catch (PosixException e) {
        problems.add(e);
      }
    }
    ExcludeList list = null;
    if (hasName.test(rules.ignoreFileName())) {
      try {
        list = readIgnoreFile(directory, directoryPath);
      } catch (PosixException e) {
        problems.add(e);
      }
    }
    levels.add(new Level(list, pathEnd, marker));
  }

  /** Goes back to the directory above. */
  void leave() {
    levels.removeLast();
    pathEnd = levels.isEmpty() ? 0 : levels.getLast().pathStart();
  }

  /** The rule that decides about a name in the current directory, or null if none speaks of it. */
  ExcludeRule decide(byte[] name, boolean isDirectory) {
    ExcludeRule rule = decideByPattern(name, isDirectory);
    if (rule != null && !rule.includes()) {
      return rule;
    }
    ContentMarker marker = levels.getLast().marker();
    return marker != null && !Arrays.equals(marker.name(), name) ? marker.rule() : rule;
  }

  private ExcludeRule decideByPattern(byte[] name, boolean isDirectory) {
    int start = pathEnd;
    int end = append(name);
    ExcludeRule rule = rules.options().decide(path, 0, start, end, isDirectory);
    for (int i = levels.size() - 1; rule == null && i >= 0; i--) {
      Level level = levels.get(i);
      if (level.list() != null) {
        rule = level.list().decide(path, level.pathStart(), start, end, isDirectory);
      }
    }
    for (int i = 0; rule == null && i < rules.filesLastFirst().size(); i++) {
      rule = rules.filesLastFirst().get(i).decide(path, 0, start, end, isDirectory);
    }
    return rule;
  }

  /** Writes a name after the path of the current directory; returns the end of both. */
  private int append(byte[] name) {
    int end = pathEnd + name.length;
    if (end + 1 > path.length) {
      path = Arrays.copyOf(path, Math.max(end + 1, path.length * 2));
    }
    System.arraycopy(name, 0, path, pathEnd, name.length);
    return end;
  }

  private ExcludeList readIgnoreFile(Directory directory, SourcePath directoryPath)
      throws PosixException {
    byte[] name = rules.ignoreFileName();
    try (OpenFile file = directory.openFile(name)) {
      long size = file.statAtOpen().sizeBytes();
      if (size > IGNORE_FILE_SIZE_MAX_BYTES) {
        throw new PosixException("read", directory.displayPathOf(name), Errno.EFBIG);
      }
      byte[] content = new byte[(int) size];
      int read = Math.max(0, file.read(content, 0, content.length));
      String origin = directoryPath.child(name).display();
      ExcludeList list = ExcludeList.ofFile(Arrays.copyOf(content, read), origin);
      return list.isEmpty() ? null : list;
    }
  }

  static boolean isExcluding(ExcludeRule rule) {
    return rule != null && !rule.includes();
  }
}
