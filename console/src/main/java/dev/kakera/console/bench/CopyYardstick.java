package dev.kakera.console.bench;

import java.util.function.LongSupplier;

/**
 * How fast one core copies within its own cache: what the coding stages are held against, since it
 * grows with clock and width of the core and not with the memory behind it. It is one call into the
 * JVM's own code, and so nearly as fast in an interpreted JVM as in a compiled one.
 */
final class CopyYardstick {
  private static final int BLOCK_BYTES = 64 << 10;
  private static final int BLOCKS_PER_PASS = 64;

  private CopyYardstick() {}

  /** Bytes per second, the best of the passes that fit into the budget; one pass at least. */
  static double measure(LongSupplier nanos, long budgetNanos) {
    byte[] source = new byte[BLOCK_BYTES];
    byte[] target = new byte[BLOCK_BYTES];
    long end = nanos.getAsLong() + budgetNanos;
    double best = 0;
    long now;
    do {
      long started = nanos.getAsLong();
      for (int block = 0; block < BLOCKS_PER_PASS; block++) {
        System.arraycopy(source, 0, target, 0, BLOCK_BYTES);
      }
      now = nanos.getAsLong();
      best =
          Math.max(best, (double) BLOCKS_PER_PASS * BLOCK_BYTES * 1e9 / Math.max(1, now - started));
    } while (now < end);
    return best;
  }
}
