package dev.kakera.core.erasure.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.core.erasure.CauchyMatrix;
import dev.kakera.core.erasure.Geometry;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class RowPlanTest {
  @Test
  void takesTheFirstParityRowAsASum() {
    RowPlan plan = RowPlan.of(CauchyMatrix.parityRows(new Geometry(4, 2)));

    assertThat(plan.sum()).isZero();
    assertThat(plan.summed()).containsExactly(0, 1, 2, 3);
    assertThat(plan.products()).containsExactly(1);
    assertThat(plan.addsProducts()).isFalse();
  }

  @Test
  void takesTheLastRowAsASumWhereAllRowsAddUpToOnes() {
    RowPlan plan = plan("a646bb7b", "a747ba7b");

    assertThat(plan.sum()).isEqualTo(1);
    assertThat(plan.summed()).containsExactly(0, 1, 2);
    assertThat(plan.products()).containsExactly(0);
    assertThat(plan.addsProducts()).isTrue();
  }

  @Test
  void takesARowOfZerosAndOnesAsASumOfSome() {
    RowPlan plan = plan("02030405", "00010001", "05060708");

    assertThat(plan.sum()).isEqualTo(1);
    assertThat(plan.summed()).containsExactly(1, 3);
    assertThat(plan.products()).containsExactly(0, 2);
    assertThat(plan.addsProducts()).isFalse();
  }

  @Test
  void multipliesAllRowsWhereNoneIsASum() {
    RowPlan plan = plan("02030405", "03050709");

    assertThat(plan.hasSum()).isFalse();
    assertThat(plan.products()).containsExactly(0, 1);
  }

  private static RowPlan plan(String... rows) {
    return RowPlan.of(Arrays.stream(rows).map(HexFormat.of()::parseHex).toArray(byte[][]::new));
  }
}
