package dev.kakera.store;

/** The broker did not take what a store sent; offsets stay, so that all of it is done again. */
final class UnacknowledgedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnacknowledgedException(String message, Throwable cause) {
    super(message, cause);
  }
}
