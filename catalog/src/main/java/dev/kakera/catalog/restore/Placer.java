package dev.kakera.catalog.restore;

import dev.kakera.core.snapshot.Metadata;
import dev.kakera.posix.Directory;
import dev.kakera.posix.Errno;
import dev.kakera.posix.FileStat;
import dev.kakera.posix.FileType;
import dev.kakera.posix.PosixException;
import dev.kakera.posix.Timestamp;
import java.util.Optional;

/** Puts what was written under a temporary name into its place, as the policy allows. */
final class Placer {
  private final Overwrite policy;

  Placer(Overwrite policy) {
    this.policy = policy;
  }

  /**
   * Whether an entry stays as it is in the target, so that nothing need be read for it.
   *
   * @param size of the file in the snapshot; -1 for what is no file
   */
  boolean stays(TargetFolder folder, byte[] name, Metadata metadata, long size)
      throws PosixException {
    if (folder.made() || policy == Overwrite.NEVER || policy == Overwrite.ALWAYS) {
      return false;
    }
    Optional<FileStat> found = folder.directory().find(name);
    if (found.isEmpty() || policy == Overwrite.SKIP) {
      return found.isPresent();
    }
    FileStat stat = found.get();
    int age =
        stat.modified().compareTo(new Timestamp(metadata.mtimeSeconds(), metadata.mtimeNanos()));
    boolean sameSize = size < 0 || (stat.type() == FileType.REGULAR && stat.sizeBytes() == size);
    return age > 0 || (age == 0 && sameSize);
  }

  /**
   * Renames into place.
   *
   * @return false when, by the policy, what is there stays; the temporary name is left then
   * @throws OccupiedException when the name is taken
   */
  boolean place(Directory directory, byte[] temp, byte[] name)
      throws PosixException, OccupiedException {
    if (policy == Overwrite.ALWAYS || policy == Overwrite.IF_NEWER) {
      try {
        directory.rename(temp, directory, name);
        return true;
      } catch (PosixException e) {
        if (e.is(Errno.EISDIR, Errno.ENOTEMPTY, Errno.EEXIST)) {
          throw new OccupiedException("a folder of that name is in the way; move it away first");
        }
        throw e;
      }
    }
    try {
      renameIfFree(directory, temp, name);
      return true;
    } catch (PosixException e) {
      if (!e.is(Errno.EEXIST)) {
        throw e;
      }
      if (policy == Overwrite.SKIP) {
        return false;
      }
      throw new OccupiedException(
          "something of that name appeared in the target meanwhile, and nothing is overwritten");
    }
  }

  private static void renameIfFree(Directory directory, byte[] temp, byte[] name)
      throws PosixException {
    try {
      directory.renameWithoutReplacing(temp, directory, name);
    } catch (PosixException e) {
      // A file system that cannot do it in one step: look first, which only another writer in the
      // same folder could outrun.
      if (!e.is(Errno.EINVAL, Errno.ENOSYS)) {
        throw e;
      }
      if (directory.find(name).isPresent()) {
        throw new PosixException("renameat2", directory.displayPathOf(name), Errno.EEXIST);
      }
      directory.rename(temp, directory, name);
    }
  }

  /** Whether folders that are there already get the snapshot's times and modes. */
  boolean mayChangeFolders() {
    return policy != Overwrite.NEVER;
  }

  /**
   * Asks whether what is in the place of a folder may be removed for it.
   *
   * @throws OccupiedException when not
   */
  void requireReplaceable(Directory directory, byte[] name) throws OccupiedException {
    if (policy != Overwrite.ALWAYS) {
      throw new OccupiedException(
          "%s is there and is not a folder; links are not followed"
              .formatted(directory.displayPathOf(name)));
    }
  }
}
