package dev.kakera.encoder;

/**
 * Halts the process at a named step, without shutdown hooks, when the system property {@code
 * kakera.crash} names it: how kill tests reach each boundary between two effects.
 *
 * <pre>
 * E1 polled   E2 opened   E5 sealed   E6 stripe acknowledged   E7.j shard j of its stripe acknowledged
 * E8 all acknowledged   E9 acceptance sent
 * </pre>
 *
 * Coding and proof (E3, E4) have no effect outside the process, so that halting there is halting at
 * E2.
 */
final class CrashPoint {
  static final String PROPERTY = "kakera.crash";

  private static final String ARMED = System.getProperty(PROPERTY);
  private static final int STATUS_OF_KILLED = 137;

  private CrashPoint() {}

  static void reached(String step) {
    if (ARMED != null && ARMED.equals(step)) {
      Runtime.getRuntime().halt(STATUS_OF_KILLED);
    }
  }

  static void shardAcknowledged(int count) {
    if (ARMED != null) {
      reached("E7." + count);
    }
  }
}
