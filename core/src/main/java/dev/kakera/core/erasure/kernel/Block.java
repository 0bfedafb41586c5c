package dev.kakera.core.erasure.kernel;

/**
 * A few inputs and a few output rows that one loop of {@link Loops} works on together. Not changed
 * after it is made, though its arrays could be: the loops read them as they are.
 */
final class Block {
  /** Where its inputs are among all; as many as the loop takes. */
  final int[] columns;

  /** Where its output rows are among all; the sum last, where the loop has one. */
  final int[] outputs;

  /** The rows' look-up tables: row by row, for each column the low one, then the high one. */
  final byte[] tables;

  Block(int[] columns, int[] outputs, byte[] tables) {
    this.columns = columns;
    this.outputs = outputs;
    this.tables = tables;
  }
}
