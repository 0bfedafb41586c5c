package dev.kakera.store.disk;

import java.io.IOException;

/** A data directory that cannot serve as it is. The message says what to do. */
public class StoreUnusableException extends IOException {
  private static final long serialVersionUID = 1L;

  public StoreUnusableException(String message) {
    super(message);
  }

  public StoreUnusableException(String message, Throwable cause) {
    super(message, cause);
  }
}
