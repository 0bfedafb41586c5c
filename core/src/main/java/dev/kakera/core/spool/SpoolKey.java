package dev.kakera.core.spool;

import dev.kakera.core.key.Secret;

/**
 * A random key that seals spool records for a day.
 *
 * @param id drawn at random, in the clear in each record
 */
public record SpoolKey(long id, Secret secret) {
  public String name() {
    return Long.toHexString(id);
  }
}
