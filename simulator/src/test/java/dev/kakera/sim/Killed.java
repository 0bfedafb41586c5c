package dev.kakera.sim;

/** What a process is left with by which it was ended: unwinds to where it was started. */
public final class Killed extends Error {
  private static final long serialVersionUID = 1L;

  public Killed() {
    super("killed", null, false, false);
  }
}
