package dev.kakera.core.erasure;

/**
 * The parity rows of a systematic Cauchy matrix over {@link Gf256}: parity shard {@code i} (from
 * {@code k} to {@code n - 1}) is the sum of {@code coefficient(i, j) x data shard j}.
 *
 * <pre>
 * unscaled(i, j)    = 1 / (i xor j)
 * coefficient(i, j) = unscaled(i, j) / unscaled(k, j) = (k xor j) / (i xor j)
 * </pre>
 *
 * <p>Every square submatrix of a Cauchy matrix is invertible, and dividing a column by a constant
 * keeps that: any k shards give the data back. The division makes the first parity row all ones, a
 * plain exclusive or.
 *
 * <p>A matrix is part of the stored format: shards name theirs by {@link #MATRIX_ID}, which is
 * never given to another matrix.
 */
public final class CauchyMatrix {
  /** The persisted name of this matrix in headers and locators. */
  public static final int MATRIX_ID = 1;

  private CauchyMatrix() {}

  /**
   * The coefficient of data shard {@code column} in parity shard {@code row}.
   *
   * @param row index of the parity shard, from {@code k} to {@code n - 1}
   * @param column index of the data shard, from 0 to {@code k - 1}
   */
  public static int coefficient(Geometry geometry, int row, int column) {
    checkRow(geometry, row);
    checkColumn(geometry, column);
    return Gf256.divide(geometry.k() ^ column, row ^ column);
  }

  /** All parity rows from {@code k} to {@code n - 1}, each of {@code k} coefficients; a copy. */
  public static byte[][] parityRows(Geometry geometry) {
    byte[][] rows = new byte[geometry.m()][geometry.k()];
    for (int parity = 0; parity < geometry.m(); parity++) {
      for (int column = 0; column < geometry.k(); column++) {
        rows[parity][column] = (byte) coefficient(geometry, geometry.k() + parity, column);
      }
    }
    return rows;
  }

  /** The element before its column is divided: {@code 1 / (row xor column)}, for two indexes. */
  static int unscaled(int row, int column) {
    return Gf256.inverse(row ^ column);
  }

  private static void checkRow(Geometry geometry, int row) {
    if (row < geometry.k() || row >= geometry.n()) {
      throw new IllegalArgumentException(
          "No parity row "
              + row
              + " in geometry "
              + geometry
              + ": expected "
              + geometry.k()
              + " to "
              + (geometry.n() - 1));
    }
  }

  private static void checkColumn(Geometry geometry, int column) {
    if (column < 0 || column >= geometry.k()) {
      throw new IllegalArgumentException(
          "No data column "
              + column
              + " in geometry "
              + geometry
              + ": expected 0 to "
              + (geometry.k() - 1));
    }
  }
}
