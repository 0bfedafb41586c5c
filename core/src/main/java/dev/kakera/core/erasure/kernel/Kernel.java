package dev.kakera.core.erasure.kernel;

/**
 * One way to compute {@code outputs = rows x inputs} over GF(2^8).
 *
 * <p>Split in two because the matrix is known long before the bytes: {@link #prepare} turns the
 * coefficients into whatever this kernel's loops want (masks, tables) once, and the multiplier that
 * it gives is used for every stripe. A kernel that changes its mind while running, such as one that
 * starts slow and warms a faster one, does so inside its multipliers.
 *
 * <p>Kernels and multipliers are immutable as seen from outside and may be used by many threads at
 * once. Every kernel gives the same bytes.
 */
public interface Kernel {
  /** A short name for status lines and benchmarks, such as {@code table}. */
  String name();

  /**
   * Prepares a matrix.
   *
   * @param rows coefficients, {@code rows[output][input]}: at least one row, all of the same length
   *     of at least one; copied
   */
  Multiplier prepare(byte[][] rows);

  /** A prepared matrix. */
  interface Multiplier {
    /**
     * Computes every output row over {@code length} bytes. What was in the outputs is overwritten;
     * nothing outside the given ranges is touched.
     *
     * <p>The caller has checked the arguments; here a range outside an array only fails with that
     * array's own bound. Not checked at all: no output may share bytes with an input or with
     * another output.
     *
     * @param inputs one array per column of the matrix
     * @param inputOffset where the bytes begin in every input
     * @param outputs one array per row of the matrix
     * @param outputOffset where the bytes begin in every output
     * @param length how many bytes, zero or more
     */
    void multiply(byte[][] inputs, int inputOffset, byte[][] outputs, int outputOffset, int length);
  }
}
