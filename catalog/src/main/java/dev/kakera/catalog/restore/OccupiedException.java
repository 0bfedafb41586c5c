package dev.kakera.catalog.restore;

/** A name in the target is taken and may not be replaced. */
final class OccupiedException extends Exception {
  private static final long serialVersionUID = 1L;

  OccupiedException(String message) {
    super(message);
  }
}
