package dev.kakera.core.erasure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.core.erasure.kernel.Kernel;
import dev.kakera.core.erasure.kernel.Kernels;
import dev.kakera.core.erasure.kernel.TestedKernels;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CauchyMatrixTest {
  private static final HexFormat HEX = HexFormat.of();
  private static final Geometry FOUR_TWO = new Geometry(4, 2);

  @Test
  void hasTheKnownRowsBeforeItsColumnsAreDivided() {
    byte[][] rows = unscaledFourTwo();

    assertThat(HEX.formatHex(rows[0])).isEqualTo("47a77aba");
    assertThat(HEX.formatHex(rows[1])).isEqualTo("a747ba7a");
  }

  @Test
  void hasTheKnownRows() {
    byte[][] rows = CauchyMatrix.parityRows(FOUR_TWO);

    assertThat(rows).hasDimensions(2, 4);
    assertThat(HEX.formatHex(rows[0])).isEqualTo("01010101");
    assertThat(HEX.formatHex(rows[1])).isEqualTo("a646bb7b");
    assertThat(CauchyMatrix.MATRIX_ID).isEqualTo(1);
  }

  /** Known answers of four matrices: two of ours, and two that other coders use. */
  @ParameterizedTest
  @MethodSource("kernels")
  void givesTheKnownParityOnEveryKernel(String name) {
    Kernel kernel = Kernels.named(name);
    assertThat(parity(kernel, unscaledFourTwo()))
        .containsExactly("2cff71aa7efc85e7", "82e542b083e6f8fd");
    assertThat(parity(kernel, CauchyMatrix.parityRows(FOUR_TWO)))
        .containsExactly("0c000c0004000400", "8ee54eb087e6fcfd");
    assertThat(parity(kernel, new byte[][] {HEX.parseHex("1b1c1214"), HEX.parseHex("1c1b1412")}))
        .containsExactly("ebd7e19abf63c51e", "dcc6da8bb072ce0f");
    assertThat(parity(kernel, new byte[][] {HEX.parseHex("01010101"), HEX.parseHex("01020408")}))
        .containsExactly("0c000c0004000400", "5e878f60c108208f");
  }

  static List<String> kernels() {
    List<String> names = new ArrayList<>(TestedKernels.names());
    names.add("table");
    return names;
  }

  /** The eight known bytes of each data shard, many times over, so that whole vectors run too. */
  private static List<String> parity(Kernel kernel, byte[][] rows) {
    byte[][] data = knownData();
    byte[][] repeated = new byte[4][8 * 33];
    for (int at = 0; at < 8 * 33; at++) {
      for (int shard = 0; shard < 4; shard++) {
        repeated[shard][at] = data[shard][at % 8];
      }
    }
    byte[][] parity = new byte[2][8 * 33];
    kernel.prepare(rows).multiply(repeated, 0, parity, 0, 8 * 33);
    List<String> first = new ArrayList<>();
    for (byte[] row : parity) {
      String answer = HEX.formatHex(row, 0, 8);
      assertThat(HEX.formatHex(row)).isEqualTo(answer.repeat(33));
      first.add(answer);
    }
    return first;
  }

  @Test
  void dividesTheColumnsOfEveryGeometry() {
    for (int k = 1; k < 255; k++) {
      Geometry geometry = new Geometry(k, 255 - k);
      for (int row = k; row < 255; row++) {
        for (int column = 0; column < k; column++) {
          int expected =
              Gf256.divide(CauchyMatrix.unscaled(row, column), CauchyMatrix.unscaled(k, column));
          if (CauchyMatrix.coefficient(geometry, row, column) != expected) {
            throw new AssertionError(geometry + " row " + row + " column " + column);
          }
        }
      }
    }
  }

  @Test
  void rejectsRowsAndColumnsThatItDoesNotHave() {
    assertThatThrownBy(() -> CauchyMatrix.coefficient(FOUR_TWO, 3, 0))
        .hasMessageContaining("parity row 3")
        .hasMessageContaining("expected 4 to 5");
    assertThatThrownBy(() -> CauchyMatrix.coefficient(FOUR_TWO, 6, 0))
        .hasMessageContaining("parity row 6");
    assertThatThrownBy(() -> CauchyMatrix.coefficient(FOUR_TWO, 4, 4))
        .hasMessageContaining("data column 4")
        .hasMessageContaining("expected 0 to 3");
    assertThatThrownBy(() -> CauchyMatrix.coefficient(FOUR_TWO, 4, -1))
        .hasMessageContaining("data column -1");
  }

  private static byte[][] unscaledFourTwo() {
    byte[][] rows = new byte[2][4];
    for (int row = 0; row < 2; row++) {
      for (int column = 0; column < 4; column++) {
        rows[row][column] = (byte) CauchyMatrix.unscaled(4 + row, column);
      }
    }
    return rows;
  }

  /** Data shard j, byte t = (31 t + 17 j + 7) mod 256. */
  private static byte[][] knownData() {
    byte[][] data = new byte[4][8];
    for (int shard = 0; shard < 4; shard++) {
      for (int at = 0; at < 8; at++) {
        data[shard][at] = (byte) (31 * at + 17 * shard + 7);
      }
    }
    assertThat(HEX.formatHex(data[0])).isEqualTo("0726456483a2c1e0");
    assertThat(HEX.formatHex(data[3])).isEqualTo("3a597897b6d5f413");
    return data;
  }
}
