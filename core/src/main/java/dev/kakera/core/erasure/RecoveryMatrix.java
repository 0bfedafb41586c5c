package dev.kakera.core.erasure;

import java.util.Arrays;

/**
 * The rows that give missing data shards from {@code k} survivors.
 *
 * <p>Only the missing shards are unknown, so only a square as large as their count is inverted.
 * With E the missing data shards, D the data shards that are there, and P as many parity shards as
 * E has data shards:
 *
 * <pre>
 * parity(P)  = A(P,E) x data(E) + A(P,D) x data(D)
 * data(E)    = A(P,E)^-1 x parity(P) + A(P,E)^-1 x A(P,D) x data(D)
 * </pre>
 *
 * <p>Gauss-Jordan elimination over [A(P,E) | 1 and A(P,D), in the order of the survivors] turns the
 * right side into exactly these coefficients. It never exchanges rows: the leading squares of a
 * Cauchy matrix are Cauchy matrices, so no pivot is zero.
 */
final class RecoveryMatrix {
  private final Geometry geometry;
  private final int[] missing;
  private final int[] survivors;

  /**
   * @param missing indexes of the data shards to rebuild, ascending
   * @param survivors indexes of {@code k} other shards, ascending: all other data shards, then as
   *     many parity shards as are missing
   */
  RecoveryMatrix(Geometry geometry, int[] missing, int[] survivors) {
    this.geometry = geometry;
    this.missing = missing;
    this.survivors = survivors;
  }

  /** One row for each missing shard, with one coefficient for each survivor. */
  byte[][] rows() {
    int size = missing.length;
    int[][] augmented = augmented();
    for (int pivot = 0; pivot < size; pivot++) {
      scale(augmented[pivot], Gf256.inverse(augmented[pivot][pivot]));
      for (int row = 0; row < size; row++) {
        if (row != pivot) {
          addMultiple(augmented[row], augmented[pivot], augmented[row][pivot]);
        }
      }
    }
    byte[][] rows = new byte[size][survivors.length];
    for (int row = 0; row < size; row++) {
      for (int column = 0; column < survivors.length; column++) {
        rows[row][column] = (byte) augmented[row][size + column];
      }
    }
    return rows;
  }

  private int[][] augmented() {
    int size = missing.length;
    int known = geometry.k() - size;
    int[][] augmented = new int[size][size + survivors.length];
    for (int row = 0; row < size; row++) {
      int parity = survivors[known + row];
      for (int column = 0; column < size; column++) {
        augmented[row][column] = CauchyMatrix.coefficient(geometry, parity, missing[column]);
      }
      for (int column = 0; column < known; column++) {
        augmented[row][size + column] =
            CauchyMatrix.coefficient(geometry, parity, survivors[column]);
      }
      augmented[row][size + known + row] = 1;
    }
    return augmented;
  }

  private static void scale(int[] row, int factor) {
    Arrays.setAll(row, column -> Gf256.multiply(row[column], factor));
  }

  private static void addMultiple(int[] row, int[] other, int factor) {
    for (int column = 0; column < row.length; column++) {
      row[column] ^= Gf256.multiply(other[column], factor);
    }
  }
}
