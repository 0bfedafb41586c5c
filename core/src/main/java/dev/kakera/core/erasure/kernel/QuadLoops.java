package dev.kakera.core.erasure.kernel;

/** The loops of {@link VectorKernel} over four inputs; what holds for all is in {@link Loops}. */
interface QuadLoops extends Loops {
  /** One row of four inputs. */
  void four(
      Block block, byte[][] inputs, int offset, byte[][] outputs, int outputOffset, int length);

  /** Adds four inputs to one row. */
  void addFour(
      Block block, byte[][] inputs, int offset, byte[][] outputs, int outputOffset, int length);

  /** One row of four inputs, and the sum of all four. */
  void fourAndSum(
      Block block, byte[][] inputs, int offset, byte[][] outputs, int outputOffset, int length);

  /** One row of four inputs, and the sum of the first three and that row. */
  void fourAndRest(
      Block block, byte[][] inputs, int offset, byte[][] outputs, int outputOffset, int length);

  /**
   * The sum of the block's inputs, as many as there are, and of all its outputs but the last, which
   * it is.
   */
  void sum(
      Block block, byte[][] inputs, int offset, byte[][] outputs, int outputOffset, int length);
}
