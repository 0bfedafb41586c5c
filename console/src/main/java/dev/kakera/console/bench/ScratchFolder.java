package dev.kakera.console.bench;

import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.posix.Directory;
import dev.kakera.posix.RawName;
import dev.kakera.posix.TreeRemover;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Where everything that the stages write lies, on the data folder's own disk. One run at a time has
 * it; what a killed run left is removed by the next one.
 */
final class ScratchFolder implements AutoCloseable {
  private static final String NAME = "bench";

  private final Path parent;
  private final boolean parentIsNew;
  private final FileChannel lock;

  private ScratchFolder(Path parent, boolean parentIsNew, FileChannel lock) {
    this.parent = parent;
    this.parentIsNew = parentIsNew;
    this.lock = lock;
  }

  /**
   * @param parent made when it is missing, and then removed at the end
   */
  static ScratchFolder open(Path parent) throws IOException {
    boolean parentIsNew = !Files.isDirectory(parent);
    Files.createDirectories(parent);
    FileChannel channel =
        FileChannel.open(
            parent.resolve(NAME + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        ScratchFolder scratch = new ScratchFolder(parent, parentIsNew, channel);
        scratch.remove();
        Files.createDirectory(scratch.path());
        return scratch;
      }
    } catch (OverlappingFileLockException e) {
      // This very process has it: the same answer as for another.
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
    channel.close();
    throw new CommandFailure(
        MessageId.LOCKED,
        "another kakera bench measures in %s, and the two would measure each other; wait until it has ended"
            .formatted(parent));
  }

  Path path() {
    return parent.resolve(NAME);
  }

  private void remove() throws IOException {
    if (Files.exists(path())) {
      try (Directory directory = Directory.open(parent)) {
        TreeRemover.remove(directory, RawName.of(NAME));
      }
    }
  }

  @Override
  public void close() throws IOException {
    try {
      remove();
      Files.deleteIfExists(parent.resolve(NAME + ".lock"));
      if (parentIsNew) {
        Files.deleteIfExists(parent);
      }
    } finally {
      lock.close();
    }
  }
}
