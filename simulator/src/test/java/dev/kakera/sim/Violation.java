package dev.kakera.sim;

/** An invariant of faults.md does not hold. */
public final class Violation extends AssertionError {
  private static final long serialVersionUID = 1L;

  private final String invariant;

  public Violation(String invariant, String what) {
    super(invariant + ": " + what);
    this.invariant = invariant;
  }

  public String invariant() {
    return invariant;
  }
}
