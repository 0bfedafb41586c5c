package dev.kakera.core.erasure.kernel;

/**
 * The loops of {@link VectorKernel}, each of a fixed number of inputs and rows, since only then all
 * tables stay in registers. Apart from the kernel so that a JVM without the Vector API can load
 * everything but the one class that has them.
 *
 * <p>All work on the columns and outputs that the block names, and on {@code length} bytes, a
 * multiple of {@link #lanes}.
 */
interface BlockLoops {
  /** Bytes in one vector: the size of one table. */
  int lanes();

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

  /** Two rows of two inputs. */
  void twoRowsOfTwo(
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

  /** The sum of four inputs. */
  void sumOfFour(
      Block block, byte[][] inputs, int offset, byte[][] outputs, int outputOffset, int length);

  /** Adds one input to the output. */
  void addOne(byte[] input, int offset, byte[] output, int outputOffset, int length);

  /** Adds two inputs to the output. */
  void addTwo(byte[] one, byte[] other, int offset, byte[] output, int outputOffset, int length);
}
