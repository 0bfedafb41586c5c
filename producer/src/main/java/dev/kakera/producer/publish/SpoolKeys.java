package dev.kakera.producer.publish;

import dev.kakera.core.spool.SpoolKey;

/** The home's spool keys. */
public interface SpoolKeys {
  /** Today's key; made, and on disk, when the day has none. */
  SpoolKey current();

  /** Deletes every key but today's: nothing sealed under them is left to be read. */
  void retireOld();
}
