package dev.kakera.core.erasure.kernel;

/**
 * Loops of {@link VectorKernel}, each of a fixed number of inputs and rows, since only then all
 * tables stay in registers. Apart from the kernel so that a JVM without the Vector API can load
 * everything but the classes that have them.
 *
 * <p>All work on the columns and outputs that the block names, and on {@code length} bytes, a
 * multiple of {@link #lanes}.
 */
interface Loops {
  /** Bytes in one vector: the size of one table. */
  int lanes();
}
