package dev.kakera.core.spool;

import java.util.Optional;

/** Where an opener of spool records finds their keys. Thread-safe. */
public interface SpoolKeySource {
  /** Empty when that key was deleted: its records were consumed, or are lost for good. */
  Optional<SpoolKey> find(long id);
}
