package dev.kakera.store.object;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The store does not know any more what is on its disk: a sync, a rename or the journal failed.
 * What a failed sync left behind cannot be told by trying again, so nothing is done and nothing is
 * said until the directory is opened anew, which checks it.
 */
public final class StoreFailedException extends IOException {
  private static final long serialVersionUID = 1L;

  public StoreFailedException(Path directory, Throwable cause) {
    super(
        "store %s has failed (%s): nothing was acknowledged; check the disk, then start the store again, which checks what is there"
            .formatted(directory, describe(cause)),
        cause);
  }

  private static String describe(Throwable cause) {
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }
}
