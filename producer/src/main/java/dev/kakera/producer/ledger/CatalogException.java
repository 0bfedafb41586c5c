package dev.kakera.producer.ledger;

/** The catalog cannot be used; the message says what is wrong and which command mends it. */
public final class CatalogException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What is wrong. */
  public enum Kind {
    DAMAGED,
    NO_SPACE,
    NEWER,
    FAILED
  }

  private final Kind kind;

  public CatalogException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
