package dev.kakera.store.disk;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Ends with 3 when the file is locked by another process, with 0 when it is free. */
final class LockProbe {
  private LockProbe() {}

  public static void main(String[] arguments) throws IOException {
    try (FileChannel channel = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE)) {
      System.exit(channel.tryLock() == null ? 3 : 0);
    }
  }
}
