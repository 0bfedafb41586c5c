package dev.kakera.producer.scan;

import dev.kakera.posix.Directory;
import dev.kakera.posix.ExtendedAttribute;
import dev.kakera.posix.FileStat;
import dev.kakera.posix.PosixException;
import java.time.Instant;
import java.util.List;

/** A regular file. */
public final class ScannedFile implements ScannedEntry {
  private final SourcePath path;
  private final FileStat stat;
  private final List<ExtendedAttribute> attributes;

  /** Null once the walk has gone on, since its directory may be closed then. */
  private Directory parent;

  ScannedFile(
      SourcePath path, FileStat stat, List<ExtendedAttribute> attributes, Directory parent) {
    this.path = path;
    this.stat = stat;
    this.attributes = List.copyOf(attributes);
    this.parent = parent;
  }

  @Override
  public SourcePath path() {
    return path;
  }

  @Override
  public FileStat stat() {
    return stat;
  }

  @Override
  public List<ExtendedAttribute> attributes() {
    return attributes;
  }

  /**
   * Opens it for reading, by the thread that walks and before that takes the next event. What is
   * returned is independent of the walk: it may be read later and by another thread.
   *
   * @throws PosixException ENOENT (it vanished), EACCES, ELOOP or EINVAL (something else took its
   *     place), EIO; {@link ScanProblem#of} makes a report of it
   * @throws IllegalStateException if the walk has gone on
   */
  public SourceFile open() throws PosixException {
    if (parent == null) {
      throw new IllegalStateException(
          "A file must be opened before the walk goes on, it has left " + path.display());
    }
    Instant before = Instant.now();
    return new SourceFile(parent.openFile(path.name()), before);
  }

  void leaveBehind() {
    parent = null;
  }
}
