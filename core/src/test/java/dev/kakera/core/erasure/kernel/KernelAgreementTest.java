package dev.kakera.core.erasure.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.core.erasure.CauchyMatrix;
import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.erasure.Gf256;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever kernel a process chose, a shard must be the same bytes. */
@DisplayName("I-07: kernels agree byte for byte")
class KernelAgreementTest {
  private static final long SEED = 0x6b616b657261L;
  private static final int GUARD = 16;

  private final Kernel reference = new TableKernel();
  private final Kernel fast = new LongKernel();

  @Test
  void theReferenceFollowsTheDefinition() {
    SplittableRandom random = new SplittableRandom(SEED);
    byte[][] rows = random(random, 3, 5);
    byte[][] inputs = random(random, 5, 300);
    byte[][] outputs = random(random, 3, 300);
    reference.prepare(rows).multiply(inputs, 0, outputs, 0, 300);

    for (int output = 0; output < 3; output++) {
      for (int at = 0; at < 300; at++) {
        int sum = 0;
        for (int input = 0; input < 5; input++) {
          sum ^= Gf256.multiply(rows[output][input] & 0xff, inputs[input][at] & 0xff);
        }
        assertThat(outputs[output][at]).isEqualTo((byte) sum);
      }
    }
  }

  @Test
  void multipliesEveryElementByEveryCoefficient() {
    byte[] all = new byte[256];
    for (int element = 0; element < 256; element++) {
      all[element] = (byte) element;
    }
    for (int coefficient = 0; coefficient < 256; coefficient++) {
      byte[][] out = new byte[1][256];
      fast.prepare(new byte[][] {{(byte) coefficient}})
          .multiply(new byte[][] {all}, 0, out, 0, 256);
      for (int element = 0; element < 256; element++) {
        assertThat(out[0][element])
            .as("%d x %d", coefficient, element)
            .isEqualTo((byte) Gf256.multiply(coefficient, element));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        0, 1, 2, 7, 8, 9, 15, 16, 17, 63, 64, 65, 4087, 4088, 4089, 4095, 4096, 4097, 8191, 8192,
        8193, 12_345, 65_536
      })
  void agreeAtEveryLengthWhereALoopEnds(int length) {
    SplittableRandom random = new SplittableRandom(SEED + length);
    for (Geometry geometry : new Geometry[] {new Geometry(4, 2), new Geometry(2, 4)}) {
      agree(random, CauchyMatrix.parityRows(geometry), length);
    }
  }

  @Test
  void agreeOnRandomShapes() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int run = 0; run < 20_000; run++) {
      int outputs = random.nextInt(1, 7);
      int inputs = random.nextInt(1, 13);
      agree(random, sparse(random, random(random, outputs, inputs)), random.nextInt(0, 200));
    }
  }

  @Test
  void agreeOnLargeRandomShapes() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int run = 0; run < 200; run++) {
      int outputs = random.nextInt(1, 20);
      int inputs = random.nextInt(1, 60);
      agree(random, sparse(random, random(random, outputs, inputs)), random.nextInt(0, 10_000));
    }
  }

  /** Runs both at random offsets and compares whole arrays, so that strays are seen too. */
  private void agree(SplittableRandom random, byte[][] rows, int length) {
    int inputOffset = random.nextInt(GUARD + 1);
    int outputOffset = random.nextInt(GUARD + 1);
    byte[][] inputs = random(random, rows[0].length, inputOffset + length + GUARD);
    byte[][] inputsBefore = copyOf(inputs);
    byte[][] expected = random(random, rows.length, outputOffset + length + GUARD);
    byte[][] got = copyOf(expected);
    byte[][] before = copyOf(expected);
    reference.prepare(rows).multiply(inputs, inputOffset, expected, outputOffset, length);
    fast.prepare(rows).multiply(inputs, inputOffset, got, outputOffset, length);

    String shape =
        "seed %d, %d inputs at %d, %d outputs at %d, length %d"
            .formatted(SEED, rows[0].length, inputOffset, rows.length, outputOffset, length);
    assertThat(Arrays.deepEquals(inputs, inputsBefore)).as("inputs kept: " + shape).isTrue();
    for (int output = 0; output < rows.length; output++) {
      assertThat(Arrays.mismatch(got[output], expected[output])).as(shape).isEqualTo(-1);
      Arrays.fill(got[output], outputOffset, outputOffset + length, (byte) 0);
      Arrays.fill(before[output], outputOffset, outputOffset + length, (byte) 0);
      assertThat(Arrays.equals(got[output], before[output])).as("guards: " + shape).isTrue();
    }
  }

  /** Makes some coefficients 0 or 1, and sometimes a whole row 0: the shapes with special paths. */
  private static byte[][] sparse(SplittableRandom random, byte[][] rows) {
    for (byte[] row : rows) {
      int range = random.nextInt(1, 5);
      for (int at = 0; at < row.length; at++) {
        if (random.nextInt(range) == range - 1 && range > 1) {
          row[at] = (byte) random.nextInt(2);
        }
      }
      if (random.nextInt(10) == 0) {
        Arrays.fill(row, (byte) random.nextInt(2));
      }
    }
    return rows;
  }

  private static byte[][] random(SplittableRandom random, int rows, int length) {
    byte[][] filled = new byte[rows][length];
    for (byte[] row : filled) {
      random.nextBytes(row);
    }
    return filled;
  }

  private static byte[][] copyOf(byte[][] rows) {
    byte[][] copy = rows.clone();
    Arrays.setAll(copy, row -> rows[row].clone());
    return copy;
  }
}
