package dev.kakera.core.erasure.kernel;

/** The loops of {@link VectorKernel} over two inputs; what holds for all is in {@link Loops}. */
interface PairLoops extends Loops {
  /** Two rows of two inputs. */
  void twoRowsOfTwo(
      Block block, byte[][] inputs, int offset, byte[][] outputs, int outputOffset, int length);

  /** One row of two inputs, and the sum of the first and that row. */
  void twoAndRest(
      Block block, byte[][] inputs, int offset, byte[][] outputs, int outputOffset, int length);

  /** Three rows of two inputs. */
  void threeRowsOfTwo(
      Block block, byte[][] inputs, int offset, byte[][] outputs, int outputOffset, int length);

  /** Adds two inputs to three rows. */
  void addThreeRowsOfTwo(
      Block block, byte[][] inputs, int offset, byte[][] outputs, int outputOffset, int length);

  /** Three rows of two inputs, and the sum of both. */
  void threeRowsOfTwoAndSum(
      Block block, byte[][] inputs, int offset, byte[][] outputs, int outputOffset, int length);

  /** Adds two inputs to three rows, and to the sum. */
  void addThreeRowsOfTwoAndSum(
      Block block, byte[][] inputs, int offset, byte[][] outputs, int outputOffset, int length);
}
