package dev.kakera.store.disk;

import java.nio.file.Path;

/** A directory that keeps one home's objects was asked to serve another. */
public final class AnotherHomeException extends StoreUnusableException {
  private static final long serialVersionUID = 1L;

  AnotherHomeException(Path directory, HomeRef bound, HomeRef asked) {
    super(
        "store %s keeps objects of repository %s, not of %s (or that one's key is another): give the other home a directory of its own"
            .formatted(directory, bound.repo(), asked.repo()));
  }
}
