package dev.kakera.console.output;

import dev.kakera.console.data.MeshSettings;

/** The state words of a mesh: whether its peers share this machine. */
public final class TrialState {
  public static final String TRIAL = "Trial: one disk, not a backup";
  private static final String ELSEWHERE = "Peers elsewhere";

  private TrialState() {}

  /** One trial store is enough for all of it to be a trial. */
  public static String words(MeshSettings settings) {
    return settings.trialPeers() > 0 ? TRIAL : ELSEWHERE;
  }
}
