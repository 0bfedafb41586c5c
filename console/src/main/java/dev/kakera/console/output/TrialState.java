package dev.kakera.console.output;

/** The state word of a mesh whose peers all share this machine. */
public final class TrialState {
  public static final String WORDS = "Trial: one disk, not a backup";

  private TrialState() {}
}
