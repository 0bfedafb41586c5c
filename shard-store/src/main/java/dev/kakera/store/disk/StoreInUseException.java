package dev.kakera.store.disk;

import java.nio.file.Path;

/** Another process, or another store of this one, serves the directory. */
public final class StoreInUseException extends StoreUnusableException {
  private static final long serialVersionUID = 1L;

  StoreInUseException(Path directory) {
    super(
        "store "
            + directory
            + " is in use by another store: stop that one, or give this one a directory of its own");
  }
}
