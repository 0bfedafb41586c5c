package dev.kakera.catalog.recover;

/** There is nothing to recover from, or the words are not the right ones. Nothing was changed. */
public final class RecoveryRefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Reason reason;

  /** Why. */
  public enum Reason {
    /** None of the folders can be read as a store. */
    NO_STORE,
    /** No key bundle is in any of the folders. */
    NO_BUNDLE,
    /** There are key bundles, and all of them are cut short or changed in what can be seen. */
    DAMAGED_BUNDLES,
    /** There are key bundles, and the words open none. */
    WRONG_WORDS
  }

  RecoveryRefusedException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
