package dev.kakera.producer.scan;

import dev.kakera.posix.Errno;
import dev.kakera.posix.PosixException;

/**
 * Something in the source that could not be read, which makes the snapshot incomplete (I-30).
 *
 * @param path the entry; for a directory whose list cannot be read, the directory
 * @param kind for sorting and for translation
 * @param message what failed, on what, and what to do, in English
 */
public record ScanProblem(SourcePath path, Kind kind, String message) implements ScanEvent {
  /** What sort of problem it is. */
  public enum Kind {
    /** It was listed and is gone. */
    VANISHED,
    /** This user may not read it. */
    DENIED,
    /** Something else took its place between two looks. */
    REPLACED,
    /** Directories are nested deeper than the walk goes. */
    TOO_DEEP,
    /** The file system or the disk refused. */
    FAILED
  }

  /** The report of a failed call about an entry. */
  public static ScanProblem of(SourcePath path, PosixException failure) {
    Kind kind =
        switch (failure.errno()) {
          case Errno.ENOENT, Errno.ESTALE -> Kind.VANISHED;
          case Errno.EACCES, Errno.EPERM -> Kind.DENIED;
          case Errno.ENOTDIR, Errno.ELOOP, Errno.EINVAL, Errno.ENXIO -> Kind.REPLACED;
          default -> Kind.FAILED;
        };
    return new ScanProblem(path, kind, failure.getMessage());
  }
}
