package dev.kakera.core.wire;

/**
 * Bytes that are not what their format says. Thrown by every decoder in core, before it trusts a
 * length.
 */
public final class MalformedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What is wrong with the bytes; the golden vectors name these. */
  public enum Failure {
    /** Fewer bytes than the format needs. */
    TRUNCATED,
    /** More bytes than the format has. */
    TRAILING,
    /** Another kind of object, or none of ours. */
    MAGIC,
    /** A version, suite, type or algorithm that this program does not know. */
    UNSUPPORTED,
    /** A value outside its range. */
    RANGE,
    /** Another encoding of a value than the one the format allows. */
    NOT_CANONICAL,
    /** Entries or names out of their order, or a name that must not occur. */
    NAME,
    /** An authentication tag, signature or keyed hash that does not match. */
    NOT_AUTHENTIC,
    /** Authentic, but another object than the one asked for. */
    MISPLACED
  }

  private final Failure failure;

  public MalformedException(Failure failure, String message, Object... arguments) {
    super(message.formatted(arguments) + " (" + failure + ")");
    this.failure = failure;
  }

  public Failure failure() {
    return failure;
  }
}
