package dev.kakera.posix;

/** The user whose rights this process has. */
public final class EffectiveUser {
  private EffectiveUser() {}

  /** The effective user id, 0 for root. */
  public static long id() {
    return FileCalls.geteuid(Scratch.ofThread()) & 0xffff_ffffL;
  }

  /** Whether it is root, who may read everything and give files to others. */
  public static boolean isRoot() {
    return id() == 0;
  }
}
