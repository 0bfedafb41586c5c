package dev.kakera.catalog.restore;

import dev.kakera.catalog.manifest.EntryPath;
import dev.kakera.core.wire.Bytes;
import dev.kakera.posix.Directory;
import dev.kakera.posix.FileStat;
import dev.kakera.posix.FileType;
import dev.kakera.posix.PosixException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Looks, entry by entry in a manifest's order, for what is in the target already. Keeps the folders
 * on the way open. Confined to one thread.
 */
final class TargetProbe implements AutoCloseable {
  private final List<Bytes> names = new ArrayList<>();
  private final List<Directory> open = new ArrayList<>();

  /**
   * @param root is closed with this
   */
  TargetProbe(Directory root) {
    open.add(root);
  }

  /** What has the path now; empty when nothing has. */
  Optional<FileStat> find(EntryPath path) throws PosixException {
    if (path.depth() == 0) {
      return Optional.of(open.getFirst().stat());
    }
    List<Bytes> folders = path.names().subList(0, path.depth() - 1);
    int common = 0;
    while (common < Math.min(names.size(), folders.size())
        && names.get(common).equals(folders.get(common))) {
      common++;
    }
    while (names.size() > common) {
      names.removeLast();
      open.removeLast().close();
    }
    for (int depth = common; depth < folders.size(); depth++) {
      byte[] name = folders.get(depth).toBytes();
      Optional<FileStat> stat = open.getLast().find(name);
      if (stat.isEmpty() || stat.get().type() != FileType.DIRECTORY) {
        return Optional.empty();
      }
      open.add(open.getLast().openDirectory(name));
      names.add(folders.get(depth));
    }
    return open.getLast().find(path.name().toBytes());
  }

  @Override
  public void close() throws PosixException {
    for (Directory directory : open.reversed()) {
      directory.close();
    }
  }
}
