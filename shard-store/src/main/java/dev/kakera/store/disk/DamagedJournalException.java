package dev.kakera.store.disk;

import java.nio.file.Path;

/**
 * The journal is there and is not what was written. What it should say can be rebuilt from the
 * files, under a new store id, so that the home checks everything anew.
 */
public final class DamagedJournalException extends StoreUnusableException {
  private static final long serialVersionUID = 1L;

  DamagedJournalException(Path journal, String finding, Throwable cause) {
    super(
        "journal %s is damaged (%s): check the disk, then move the file aside and start again; the store is rebuilt from its files under a new id"
            .formatted(journal, finding),
        cause);
  }
}
