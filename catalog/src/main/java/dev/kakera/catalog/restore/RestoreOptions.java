package dev.kakera.catalog.restore;

import java.util.Objects;

/**
 * How to restore.
 *
 * @param writers threads that write files
 * @param windowBytes of chunks that are read ahead of the writers
 */
public record RestoreOptions(
    Overwrite overwrite, int writers, long windowBytes, RestoreListener listener) {
  public RestoreOptions {
    Objects.requireNonNull(overwrite, "overwrite");
    Objects.requireNonNull(listener, "listener");
    if (writers < 1 || windowBytes < 1) {
      throw new IllegalArgumentException(
          "restore options: %d writers, window of %d bytes".formatted(writers, windowBytes));
    }
  }

  /** Overwrites nothing, reads 32 MiB ahead. */
  public static RestoreOptions standard() {
    int writers = Math.clamp(Runtime.getRuntime().availableProcessors(), 2, 4);
    return new RestoreOptions(Overwrite.NEVER, writers, 32L << 20, RestoreListener.NONE);
  }

  public RestoreOptions with(Overwrite policy) {
    return new RestoreOptions(policy, writers, windowBytes, listener);
  }

  public RestoreOptions with(RestoreListener hearer) {
    return new RestoreOptions(overwrite, writers, windowBytes, hearer);
  }
}
