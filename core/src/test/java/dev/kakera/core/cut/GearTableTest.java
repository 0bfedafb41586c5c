package dev.kakera.core.cut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class GearTableTest {
  @Test
  void followsTheDocumentedRule() {
    // printf 'kakera gear 1\000' | sha256sum, and with \377.
    assertThat(GearTable.published().gears()[0]).isEqualTo(0xaa14ffecde23c7f9L);
    assertThat(GearTable.published().gears()[255]).isEqualTo(0x77d7707f48d69ff3L);
    // printf 'kakera gear 1\000' | openssl dgst -sha256 -mac HMAC -macopt hexkey:07 (32 times)
    assertThat(GearTable.keyed(seed(7)).gears()[0]).isEqualTo(0xc488eb63fb0a2748L);
  }

  @Test
  void hasNoNumberTwice() {
    assertThat(Arrays.stream(GearTable.published().gears()).distinct()).hasSize(256);
    assertThat(Arrays.stream(GearTable.keyed(seed(7)).gears()).distinct()).hasSize(256);
  }

  @Test
  void dependsOnTheSeed() {
    assertThat(GearTable.keyed(seed(7)).gears()).isNotEqualTo(GearTable.keyed(seed(8)).gears());
  }

  @Test
  void copiesTheCallersNumbers() {
    long[] gears = new long[256];
    GearTable table = GearTable.copyOf(gears);
    gears[0] = 1;
    table.gears()[1] = 1;

    assertThat(table.gears()).containsOnly(0L);
  }

  @Test
  void rejectsSeedsAndTablesOfAnotherSize() {
    assertThatThrownBy(() -> GearTable.keyed(new byte[31]))
        .hasMessage("seed has 31 bytes, expected 32");
    assertThatThrownBy(() -> GearTable.copyOf(new long[255]))
        .hasMessage("gears has 255 numbers, expected 256");
  }

  @Test
  void printsNoNumber() {
    assertThat(GearTable.keyed(seed(7))).hasToString("GearTable[redacted]");
  }

  static byte[] seed(int value) {
    byte[] seed = new byte[GearTable.SEED_BYTES];
    Arrays.fill(seed, (byte) value);
    return seed;
  }
}
