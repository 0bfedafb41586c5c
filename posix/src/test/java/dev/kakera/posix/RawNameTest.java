package dev.kakera.posix;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RawNameTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "plain.txt|plain.txt",
        "caf\u00c3\u00a9|caf\u00e9",
        "latin1-\u00e9\u00ff|latin1-\\xE9\\xFF",
        "\u00e9|\\xE9",
        "a\u00f0\u009f\u0093|a\\xF0\\x9F\\x93",
        "back\\slash|back\\\\slash",
        "bell\u0007!|bell\\x07!",
        "delete\u007f|delete\\x7F",
        "rtl\u00e2\u0080\u00ae|rtl\\u202E",
        "\u00f0\u009f\u0093\u00b7|\uD83D\uDCF7",
        "\u00c0\u00af|\\xC0\\xAF",
      })
  void showsNamesOnOneHarmlessLine(String latin1, String shown) {
    assertThat(RawName.display(latin1.getBytes(ISO_8859_1))).isEqualTo(shown);
  }

  @Test
  void showsLineBreaksAndTabsEscaped() {
    assertThat(RawName.display(RawName.of("new\nline\r\t"))).isEqualTo("new\\nline\\r\\t");
  }

  @Test
  void showsDifferentNamesDifferently() {
    long seed = 20260501;
    SplittableRandom random = new SplittableRandom(seed);
    byte[] alphabet = {'\\', 'n', '\n', 'x', (byte) 0xe9, 'E', '9', (byte) 0xc3, (byte) 0xa9};
    Set<String> names = new HashSet<>();
    Set<String> shown = new HashSet<>();
    for (int i = 0; i < 20_000; i++) {
      byte[] name = new byte[random.nextInt(1, 6)];
      for (int j = 0; j < name.length; j++) {
        name[j] = alphabet[random.nextInt(alphabet.length)];
      }
      names.add(new String(name, ISO_8859_1));
      shown.add(RawName.display(name));
    }
    assertThat(shown).as("seed %d", seed).hasSameSizeAs(names);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "a/b", "/", "../up", "nul\u0000byte"})
  void refusesWhatIsNotOneNameInsideADirectory(String name) {
    assertThatThrownBy(() -> RawName.requireComponent(RawName.of(name)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(RawName.display(RawName.of(name)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"...", "..hidden", "-rf", "a:b", "back\\slash", " "})
  void acceptsEveryOtherName(String name) {
    byte[] raw = RawName.of(name);
    assertThat(RawName.requireComponent(raw)).isSameAs(raw);
  }

  @Test
  void ordersByUnsignedBytes() {
    assertThat(RawName.compare(new byte[] {(byte) 0xff}, RawName.of("z"))).isPositive();
    assertThat(RawName.compare(RawName.of("a"), RawName.of("a0"))).isNegative();
    assertThat(RawName.compare(RawName.of("a"), RawName.of("a"))).isZero();
  }
}
