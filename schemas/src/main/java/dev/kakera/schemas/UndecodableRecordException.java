package dev.kakera.schemas;

/**
 * The bytes of a record are not what the contract says: what was looked at, what was expected, what
 * was there.
 *
 * <p>The message names no topic and quotes no payload; the caller knows where the bytes came from.
 * Such a record is parked: reading it again gives the same answer.
 */
public final class UndecodableRecordException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String what;
  private final String expected;
  private final String got;

  /**
   * @param what the part that was looked at
   * @param expected what the contract says
   * @param got what was there
   */
  public UndecodableRecordException(String what, String expected, String got) {
    super(what + ": expected " + expected + ", got " + got);
    this.what = what;
    this.expected = expected;
    this.got = got;
  }

  /** The part that was looked at, such as {@code "schema id"}. */
  public String what() {
    return what;
  }

  /** What the contract says. */
  public String expected() {
    return expected;
  }

  /** What was there. */
  public String got() {
    return got;
  }
}
