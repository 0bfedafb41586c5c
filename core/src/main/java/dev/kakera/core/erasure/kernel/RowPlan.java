package dev.kakera.core.erasure.kernel;

import java.util.ArrayList;
import java.util.List;

/**
 * Which rows of a matrix need products, and which one is a mere sum.
 *
 * <p>The first parity row of our matrices is all ones. So encoding always has a row that is the sum
 * of its inputs; and a recovery that reads that parity shard can have its last missing shard as the
 * sum of that parity shard, the data that is there, and the other missing shards. Both spare the
 * products of a row, and both are found in the coefficients: a row of zeros and ones is a sum, and
 * so is any row when all rows together add up to zeros and ones.
 */
final class RowPlan {
  private static final int NONE = -1;

  private final byte[][] rows;
  private final int[] products;
  private final int sum;
  private final int[] summed;
  private final boolean addsProducts;

  private RowPlan(byte[][] rows, int sum, byte[] summedOnes, boolean addsProducts) {
    this.rows = rows;
    this.sum = sum;
    this.addsProducts = addsProducts;
    summed = placesOf(summedOnes);
    products = new int[sum == NONE ? rows.length : rows.length - 1];
    int count = 0;
    for (int output = 0; output < rows.length; output++) {
      if (output != sum) {
        products[count++] = output;
      }
    }
  }

  static RowPlan of(byte[][] rows) {
    byte[] all = new byte[rows[0].length];
    for (byte[] row : rows) {
      add(row, all);
    }
    for (int output = 0; output < rows.length; output++) {
      if (isOfOnes(rows[output])) {
        return new RowPlan(rows, output, rows[output], false);
      }
    }
    if (isOfOnes(all)) {
      // Any row will do: it is the sum of these inputs and of all other rows.
      return new RowPlan(rows, rows.length - 1, all, true);
    }
    return new RowPlan(rows, NONE, new byte[0], false);
  }

  boolean hasSum() {
    return sum != NONE;
  }

  /** The output row that is a sum. */
  int sum() {
    return sum;
  }

  /** The inputs that the sum adds. */
  int[] summed() {
    return summed;
  }

  /** Whether the sum adds every product row too. */
  boolean addsProducts() {
    return addsProducts;
  }

  /** The output rows that need products. */
  int[] products() {
    return products;
  }

  byte[] row(int output) {
    return rows[output];
  }

  int inputCount() {
    return rows[0].length;
  }

  private static boolean isOfOnes(byte[] row) {
    for (byte coefficient : row) {
      if (coefficient != 0 && coefficient != 1) {
        return false;
      }
    }
    return true;
  }

  private static void add(byte[] row, byte[] to) {
    for (int input = 0; input < row.length; input++) {
      to[input] ^= row[input];
    }
  }

  private static int[] placesOf(byte[] ones) {
    List<Integer> places = new ArrayList<>();
    for (int input = 0; input < ones.length; input++) {
      if (ones[input] != 0) {
        places.add(input);
      }
    }
    return places.stream().mapToInt(Integer::intValue).toArray();
  }
}
