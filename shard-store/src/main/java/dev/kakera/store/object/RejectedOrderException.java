package dev.kakera.store.object;

/** An order that is not followed; trying it again gives the same answer. */
public final class RejectedOrderException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Rejection rejection;

  public RejectedOrderException(Rejection rejection, String message) {
    super(message);
    this.rejection = rejection;
  }

  public Rejection rejection() {
    return rejection;
  }
}
