package dev.kakera.producer.scan;

import dev.kakera.posix.Directory;
import dev.kakera.posix.DirectoryEntry;
import dev.kakera.posix.ExtendedAttribute;
import dev.kakera.posix.FileStat;
import dev.kakera.posix.FileType;
import dev.kakera.posix.PosixException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Walks a source folder depth first: the source itself, then the entries of each directory by
 * unsigned bytes of their names, a directory before what is in it. So the order is that of {@link
 * SourcePath}.
 *
 * <p>Links are not followed. Memory is one sorted list of names for each level of the current path,
 * about 100 bytes a name, and one descriptor for each level. Whatever cannot be read is handed out
 * as a {@link ScanProblem} and the walk goes on. One thread walks at a time.
 */
public final class SourceScanner implements AutoCloseable {
  private final ScanOptions options;
  private final ExcludeStack excludes;
  private final ScanTally tally = new ScanTally();
  private final ArrayDeque<ScanLevel> levels = new ArrayDeque<>();

  /** What one step found beyond its first event. */
  private final ArrayDeque<ScanEvent> pending = new ArrayDeque<>();

  private final Directory root;
  private final long rootDevice;

  /** A directory that was handed out and is to be entered before anything else. */
  private ScannedDirectory toEnter;

  private ScannedFile current;

  private SourceScanner(Directory root, ScanOptions options) throws PosixException {
    this.root = root;
    this.options = options;
    this.excludes = new ExcludeStack(options.excludes());
    FileStat stat = root.stat();
    this.rootDevice = stat.device();
    List<ExtendedAttribute> attributes = List.of();
    if (options.readAttributes()) {
      try {
        attributes = root.attributes();
      } catch (PosixException e) {
        pending.add(ScanProblem.of(SourcePath.ROOT, e));
      }
    }
    toEnter = new ScannedDirectory(SourcePath.ROOT, stat, attributes);
    pending.addFirst(toEnter);
  }

  /**
   * Begins a walk. Links in the path of the source itself are followed.
   *
   * @throws PosixException ENOENT, ENOTDIR, EACCES: there is no source to walk
   */
  public static SourceScanner open(Path source, ScanOptions options) throws PosixException {
    return open(Directory.open(source), options);
  }

  /** The same for a directory that is open; the scanner closes it. */
  public static SourceScanner open(Directory source, ScanOptions options) throws PosixException {
    try {
      return new SourceScanner(source, options);
    } catch (PosixException | RuntimeException e) {
      source.close();
      throw e;
    }
  }

  /**
   * The next event, or empty when the walk is over. Entries do not fail it: only closing a
   * directory may, which means a broken descriptor table.
   */
  public Optional<ScanEvent> next() throws PosixException {
    if (current != null) {
      current.leaveBehind();
      current = null;
    }
    while (pending.isEmpty() && (toEnter != null || !levels.isEmpty())) {
      step();
    }
    ScanEvent event = pending.poll();
    if (event == null) {
      return Optional.empty();
    }
    tally.add(event);
    if (event instanceof ScannedFile file) {
      current = file;
    }
    return Optional.of(event);
  }

  /** What was met so far; after the last event, all. */
  public ScanSummary summary() {
    return tally.summary();
  }

  /** Ends the walk, wherever it is. Files that were opened stay open. */
  @Override
  public void close() throws PosixException {
    if (current != null) {
      current.leaveBehind();
    }
    while (!levels.isEmpty()) {
      levels.pop().directory().close();
    }
    root.close();
    toEnter = null;
    pending.clear();
  }

  private void step() throws PosixException {
    if (toEnter != null) {
      ScannedDirectory entering = toEnter;
      toEnter = null;
      enter(entering);
      return;
    }
    ScanLevel level = levels.peek();
    DirectoryEntry entry = level.next();
    if (entry == null) {
      levels.pop().directory().close();
      excludes.leave();
      return;
    }
    SourcePath path = level.path().child(entry.name());
    try {
      visit(level.directory(), path, entry);
    } catch (PosixException e) {
      pending.add(ScanProblem.of(path, e));
    }
  }

  private void enter(ScannedDirectory entering) throws PosixException {
    SourcePath path = entering.path();
    if (path.depth() > options.depthMax()) {
      String message =
          "Directories are nested deeper than "
              + options.depthMax()
              + " levels at "
              + path.display()
              + "; raise the limit, or exclude them";
      pending.add(new ScanProblem(path, ScanProblem.Kind.TOO_DEEP, message));
      return;
    }
    Directory directory;
    try {
      directory = levels.isEmpty() ? root : levels.peek().directory().openDirectory(path.name());
    } catch (PosixException e) {
      pending.add(ScanProblem.of(path, e));
      return;
    }
    try {
      FileStat opened = directory.stat();
      if (isReplaced(entering.stat(), opened)) {
        String message =
            "Another directory took the place of " + path.display() + " during the walk; run again";
        pending.add(new ScanProblem(path, ScanProblem.Kind.REPLACED, message));
        directory.close();
        return;
      }
      if (isOnOtherFileSystem(opened)) {
        skip(path, SkippedEntry.Reason.OTHER_FILE_SYSTEM);
        directory.close();
        return;
      }
      ScanLevel level = new ScanLevel(directory, path, directory.sortedEntries());
      List<PosixException> problems = new ArrayList<>();
      excludes.enter(directory, path, level::hasName, problems);
      levels.push(level);
      problems.forEach(problem -> pending.add(ScanProblem.of(path, problem)));
    } catch (PosixException e) {
      directory.close();
      pending.add(ScanProblem.of(path, e));
    }
  }

  /** Another device is no replacement: opening a directory may mount what belongs there. */
  private static boolean isReplaced(FileStat listed, FileStat opened) {
    return listed.device() == opened.device() && listed.inode() != opened.inode();
  }

  private boolean isOnOtherFileSystem(FileStat stat) {
    return options.oneFileSystem() && stat.device() != rootDevice;
  }

  private void visit(Directory directory, SourcePath path, DirectoryEntry entry)
      throws PosixException {
    FileStat stat = null;
    FileType type = entry.type();
    if (type == FileType.UNKNOWN) {
      stat = directory.stat(entry.name());
      type = stat.type();
    }
    ExcludeRule rule = excludes.decide(entry.name(), type == FileType.DIRECTORY);
    if (stat == null) {
      stat = directory.stat(entry.name());
    }
    if (!ExcludeStack.isExcluding(rule) && stat.type() == FileType.REGULAR) {
      rule = options.excludes().decideSize(stat.sizeBytes());
    }
    if (ExcludeStack.isExcluding(rule)) {
      tally.addExcluded(stat);
      return;
    }
    if (isOnOtherFileSystem(stat)) {
      visitOtherFileSystem(path, stat);
      return;
    }
    switch (stat.type()) {
      case REGULAR -> {
        List<ExtendedAttribute> attributes = attributes(directory, path);
        pending.addFirst(new ScannedFile(path, stat, attributes, directory));
      }
      case DIRECTORY -> {
        toEnter = new ScannedDirectory(path, stat, attributes(directory, path));
        pending.addFirst(toEnter);
      }
      case SYMLINK -> {
        byte[] target = directory.readLink(path.name());
        pending.addFirst(new ScannedSymlink(path, stat, attributes(directory, path), target));
      }
      case FIFO -> skip(path, SkippedEntry.Reason.FIFO);
      case SOCKET -> skip(path, SkippedEntry.Reason.SOCKET);
      case CHARACTER_DEVICE -> skip(path, SkippedEntry.Reason.CHARACTER_DEVICE);
      case BLOCK_DEVICE -> skip(path, SkippedEntry.Reason.BLOCK_DEVICE);
      case UNKNOWN -> skip(path, SkippedEntry.Reason.UNKNOWN_TYPE);
    }
  }

  /** The empty directory is kept as a place to mount on after a restore. */
  private void visitOtherFileSystem(SourcePath path, FileStat stat) {
    if (stat.type() == FileType.DIRECTORY) {
      pending.add(new ScannedDirectory(path, stat, List.of()));
    }
    skip(path, SkippedEntry.Reason.OTHER_FILE_SYSTEM);
  }

  private void skip(SourcePath path, SkippedEntry.Reason reason) {
    pending.add(new SkippedEntry(path, reason));
  }

  /** Attributes that cannot be read are a problem of their own; the entry is still handed out. */
  private List<ExtendedAttribute> attributes(Directory directory, SourcePath path) {
    if (!options.readAttributes()) {
      return List.of();
    }
    try {
      return directory.attributes(path.name());
    } catch (PosixException e) {
      pending.add(ScanProblem.of(path, e));
      return List.of();
    }
  }
}
