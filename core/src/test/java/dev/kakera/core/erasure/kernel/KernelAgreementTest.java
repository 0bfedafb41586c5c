package dev.kakera.core.erasure.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.core.erasure.CauchyMatrix;
import dev.kakera.core.erasure.Geometry;
import dev.kakera.core.erasure.Gf256;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever kernel a process chose, a shard must be the same bytes. */
@DisplayName("I-07: kernels agree byte for byte")
class KernelAgreementTest {
  private static final long SEED = 0x6b616b657261L;
  private static final int GUARD = 16;

  private final Kernel reference = new TableKernel();

  static Stream<Named<Kernel>> kernels() {
    return TestedKernels.all().map(kernel -> Named.of(kernel.name(), kernel));
  }

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

  @ParameterizedTest
  @MethodSource("kernels")
  void multipliesEveryElementByEveryCoefficient(Kernel fast) {
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
  @MethodSource("kernels")
  void agreeAtEveryLengthWhereALoopEnds(Kernel fast) {
    int[] lengths = {
      4087, 4088, 4089, 4095, 4096, 4097, 8191, 8192, 8193, 8207, 8208, 8255, 8256, 12_345, 65_536
    };
    for (int length : lengths) {
      SplittableRandom random = new SplittableRandom(SEED + length);
      for (byte[][] rows : shapes()) {
        agree(fast, random, rows, length);
      }
    }
  }

  /** Up to four of the widest vectors and an odd tail, from every offset within one. */
  @ParameterizedTest
  @MethodSource("kernels")
  void agreeAtEveryLengthUpToFourVectors(Kernel fast) {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int length = 0; length <= 4 * 64 + 7; length++) {
      for (byte[][] rows : shapes()) {
        agree(fast, random, rows, length);
      }
    }
  }

  /** What the loops of fixed arity are for, and what just misses one of them. */
  private static List<byte[][]> shapes() {
    List<byte[][]> shapes = new ArrayList<>();
    for (String written : new String[] {"4+2", "2+4", "10+4", "4+1", "4+3", "3+2", "2+2", "5+5"}) {
      Geometry geometry = Geometry.parse(written);
      byte[][] parity = CauchyMatrix.parityRows(geometry);
      shapes.add(parity);
      // Without the row of ones: a single product row, and rows without a sum.
      shapes.add(new byte[][] {parity[parity.length - 1]});
      if (parity.length > 2) {
        shapes.add(Arrays.copyOfRange(parity, 1, parity.length));
      }
    }
    // Two lost of 4+2 with both parity shards; with three different survivors' places of zero.
    shapes.add(rows("0203040101", "0302050001"));
    shapes.add(rows("a646bb7b", "a747ba7b"));
    shapes.add(rows("a646bb7b", "a747bb7a"));
    shapes.add(rows("00000000", "01010101"));
    return shapes;
  }

  private static byte[][] rows(String... hex) {
    return Arrays.stream(hex).map(HexFormat.of()::parseHex).toArray(byte[][]::new);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void agreeOnRandomShapes(Kernel fast) {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int run = 0; run < 20_000; run++) {
      int outputs = random.nextInt(1, 7);
      int inputs = random.nextInt(1, 13);
      agree(fast, random, sparse(random, random(random, outputs, inputs)), random.nextInt(0, 200));
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void agreeOnLargeRandomShapes(Kernel fast) {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int run = 0; run < 200; run++) {
      int outputs = random.nextInt(1, 20);
      int inputs = random.nextInt(1, 60);
      agree(
          fast, random, sparse(random, random(random, outputs, inputs)), random.nextInt(0, 10_000));
    }
  }

  /** Runs both at random offsets and compares whole arrays, so that strays are seen too. */
  private void agree(Kernel fast, SplittableRandom random, byte[][] rows, int length) {
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
        "%s, seed %d, %d inputs at %d, %d outputs at %d, length %d"
            .formatted(
                fast.name(), SEED, rows[0].length, inputOffset, rows.length, outputOffset, length);
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
