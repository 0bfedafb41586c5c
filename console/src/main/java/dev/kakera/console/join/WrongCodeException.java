package dev.kakera.console.join;

/** A join code is not as it was given; the message says where. */
public final class WrongCodeException extends Exception {
  private static final long serialVersionUID = 1L;

  WrongCodeException(String message) {
    super(message);
  }
}
