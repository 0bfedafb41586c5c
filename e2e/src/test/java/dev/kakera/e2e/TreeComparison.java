package dev.kakera.e2e;

import dev.kakera.posix.DataRange;
import dev.kakera.posix.Directory;
import dev.kakera.posix.DirectoryEntry;
import dev.kakera.posix.EffectiveUser;
import dev.kakera.posix.FileStat;
import dev.kakera.posix.FileType;
import dev.kakera.posix.OpenFile;
import dev.kakera.posix.PosixException;
import dev.kakera.posix.RawName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Walks two trees side by side and names every difference (I-18): contents, names, types, modes,
 * owners as root, times to the nanosecond, links and what shares an inode, holes, attributes.
 */
final class TreeComparison {
  private static final int STEP_BYTES = 1 << 20;
  private static final long HOLE_SLACK_512 = 2048;

  private final Path left;
  private final Path right;
  private final Set<String> absent = new HashSet<>();
  private final boolean owners = EffectiveUser.isRoot();
  private boolean roots = true;

  private final List<String> differences = new ArrayList<>();
  private final Map<Long, String> leftFirstNames = new HashMap<>();
  private final Map<Long, String> rightFirstNames = new HashMap<>();
  private final Set<String> met = new HashSet<>();
  private long compared;

  private TreeComparison(Path left, Path right) {
    this.left = left;
    this.right = right;
  }

  static TreeComparison of(Path source, Path restored) {
    return new TreeComparison(source, restored);
  }

  /** These are expected in the source alone; it is a difference when one is in the other too. */
  TreeComparison without(Collection<String> paths) {
    absent.addAll(paths);
    return this;
  }

  /** The two folders themselves differ: the target was there before, so it stayed as it was. */
  TreeComparison rootsAside() {
    roots = false;
    return this;
  }

  /** Compares; may be asked once. */
  List<String> differences() throws PosixException {
    try (Directory leftRoot = Directory.open(left);
        Directory rightRoot = Directory.open(right)) {
      if (roots) {
        stats(".", leftRoot.stat(), rightRoot.stat());
        attributes(".", leftRoot.attributes(), rightRoot.attributes());
      }
      folder("", leftRoot, rightRoot);
    }
    Set<String> unmet = new TreeSet<>(absent);
    unmet.removeAll(met);
    unmet.forEach(path -> differences.add(path + ": expected in the source, is not there"));
    return differences;
  }

  /** Entries that are in both. */
  long compared() {
    return compared;
  }

  private void folder(String path, Directory leftFolder, Directory rightFolder)
      throws PosixException {
    Map<String, byte[]> leftNames = names(leftFolder);
    Map<String, byte[]> rightNames = names(rightFolder);
    SortedSet<String> all = new TreeSet<>(leftNames.keySet());
    all.addAll(rightNames.keySet());
    for (String name : all) {
      String child = path + name;
      boolean inLeft = leftNames.containsKey(name);
      boolean inRight = rightNames.containsKey(name);
      if (absent.contains(child) && inLeft) {
        met.add(child);
        if (inRight) {
          differences.add(child + ": expected in the source alone");
        }
      } else if (inLeft && inRight) {
        entry(child, leftNames.get(name), leftFolder, rightFolder);
      } else {
        differences.add(child + (inLeft ? ": missing" : ": added"));
      }
    }
  }

  private static Map<String, byte[]> names(Directory folder) throws PosixException {
    Map<String, byte[]> names = new HashMap<>();
    for (DirectoryEntry entry : folder.entries()) {
      names.put(RawName.display(entry.name()), entry.name());
    }
    return names;
  }

  private void entry(String path, byte[] name, Directory leftFolder, Directory rightFolder)
      throws PosixException {
    compared++;
    FileStat leftStat = leftFolder.stat(name);
    FileStat rightStat = rightFolder.stat(name);
    stats(path, leftStat, rightStat);
    attributes(path, leftFolder.attributes(name), rightFolder.attributes(name));
    if (leftStat.type() != rightStat.type()) {
      return;
    }
    switch (leftStat.type()) {
      case DIRECTORY -> {
        try (Directory leftChild = leftFolder.openDirectory(name);
            Directory rightChild = rightFolder.openDirectory(name)) {
          folder(path + "/", leftChild, rightChild);
        }
      }
      case SYMLINK -> {
        if (!Arrays.equals(leftFolder.readLink(name), rightFolder.readLink(name))) {
          differ(
              path,
              "target",
              RawName.display(leftFolder.readLink(name)),
              RawName.display(rightFolder.readLink(name)));
        }
      }
      case REGULAR -> {
        try (OpenFile leftFile = leftFolder.openFile(name);
            OpenFile rightFile = rightFolder.openFile(name)) {
          contents(path, leftFile, rightFile);
        }
      }
      default -> {}
    }
  }

  private void stats(String path, FileStat leftStat, FileStat rightStat) {
    differ(path, "type", leftStat.type(), rightStat.type());
    boolean link = leftStat.type() == FileType.SYMLINK;
    if (!link) {
      differ(
          path,
          "mode",
          Integer.toOctalString(leftStat.permissions()),
          Integer.toOctalString(rightStat.permissions()));
    }
    differ(path, "modified", leftStat.modified(), rightStat.modified());
    if (owners) {
      differ(path, "user", leftStat.userId(), rightStat.userId());
      differ(path, "group", leftStat.groupId(), rightStat.groupId());
    }
    if (leftStat.type() == FileType.DIRECTORY) {
      return;
    }
    differ(path, "size", leftStat.sizeBytes(), rightStat.sizeBytes());
    differ(path, "names of the inode", leftStat.linkCount(), rightStat.linkCount());
    differ(
        path,
        "first name of the inode",
        leftFirstNames.computeIfAbsent(leftStat.inode(), _ -> path),
        rightFirstNames.computeIfAbsent(rightStat.inode(), _ -> path));
    if (rightStat.blocks512() > leftStat.blocks512() + HOLE_SLACK_512) {
      differ(path, "blocks", leftStat.blocks512(), rightStat.blocks512());
    }
  }

  private void attributes(String path, List<?> leftAttributes, List<?> rightAttributes) {
    differ(path, "attributes", leftAttributes, rightAttributes);
  }

  /** Reads only where one of the two has data; both have zeros elsewhere. */
  private void contents(String path, OpenFile leftFile, OpenFile rightFile) throws PosixException {
    byte[] leftBytes = new byte[STEP_BYTES];
    byte[] rightBytes = new byte[STEP_BYTES];
    long at = 0;
    while (true) {
      Optional<DataRange> leftRange = leftFile.nextDataRange(at);
      Optional<DataRange> rightRange = rightFile.nextDataRange(at);
      if (leftRange.isEmpty() && rightRange.isEmpty()) {
        return;
      }
      long start =
          Math.min(
              leftRange.map(DataRange::offset).orElse(Long.MAX_VALUE),
              rightRange.map(DataRange::offset).orElse(Long.MAX_VALUE));
      int leftSize = Math.max(0, leftFile.readAt(start, leftBytes, 0, STEP_BYTES));
      int rightSize = Math.max(0, rightFile.readAt(start, rightBytes, 0, STEP_BYTES));
      int mismatch = Arrays.mismatch(leftBytes, 0, leftSize, rightBytes, 0, rightSize);
      if (mismatch >= 0) {
        differences.add("%s: contents differ at byte %d".formatted(path, start + mismatch));
        return;
      }
      at = start + leftSize;
    }
  }

  private void differ(String path, String what, Object leftValue, Object rightValue) {
    if (!leftValue.equals(rightValue)) {
      differences.add(
          "%s: %s: source %s, restored %s".formatted(path, what, leftValue, rightValue));
    }
  }
}
