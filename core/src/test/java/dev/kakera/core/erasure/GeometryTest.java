package dev.kakera.core.erasure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GeometryTest {
  @ParameterizedTest
  @CsvSource({"4+2, 4, 2", "1+1, 1, 1", "254+1, 254, 1", "1+254, 1, 254", "10+4, 10, 4"})
  void readsWhatItWrites(String written, int k, int m) {
    Geometry geometry = Geometry.parse(written);

    assertThat(geometry).isEqualTo(new Geometry(k, m));
    assertThat(geometry).hasToString(written);
    assertThat(geometry.n()).isEqualTo(k + m);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1",
    "1, 0",
    "-1, 3",
    "3, -1",
    "255, 1",
    "1, 255",
    "128, 128",
    "2147483647, 2147483647",
    "2147483647, 1"
  })
  void rejectsImpossibleCounts(int k, int m) {
    assertThatThrownBy(() -> new Geometry(k, m))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(k + "+" + m)
        .hasMessageContaining("255");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "4", "4+", "+2", "4 + 2", "4-2", "4+2+1", "-4+2", "4+2\n", "٤+٢"})
  void saysWhatItReadAndWhatItExpected(String text) {
    assertThatThrownBy(() -> Geometry.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("got \"" + text + "\"")
        .hasMessageContaining("4+2");
  }

  @Test
  void rejectsAWrittenGeometryThatIsTooLarge() {
    assertThatThrownBy(() -> Geometry.parse("200+56"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("200+56")
        .hasMessageContaining("255");
  }
}
