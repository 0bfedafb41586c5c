package dev.kakera.console.bench;

import java.util.function.LongSupplier;

/**
 * How fast this machine copies memory: what the coding stages are held against. It is one call into
 * the JVM's own code, and so as fast in an interpreted JVM as in a compiled one.
 */
final class CopyYardstick {
  private static final int BLOCK_BYTES = 256 << 10;

  private CopyYardstick() {}

  /** Bytes per second, the best of the passes that fit into the budget; one pass at least. */
  static double measure(byte[] source, LongSupplier nanos, long budgetNanos) {
    byte[] target = new byte[source.length];
    long end = nanos.getAsLong() + budgetNanos;
    double best = 0;
    long now;
    do {
      long started = nanos.getAsLong();
      for (int at = 0; at < source.length; at += BLOCK_BYTES) {
        System.arraycopy(source, at, target, at, Math.min(BLOCK_BYTES, source.length - at));
      }
      now = nanos.getAsLong();
      best = Math.max(best, source.length * 1e9 / Math.max(1, now - started));
    } while (now < end);
    return best;
  }
}
