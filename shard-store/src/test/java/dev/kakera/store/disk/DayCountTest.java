package dev.kakera.store.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DayCountTest {
  private static final long HOUR = TimeUnit.HOURS.toNanos(1);

  @Test
  @DisplayName("I-25: a day is a day of running time, in however many pieces")
  void addsUpPieces() {
    DayCount count = DayCount.ZERO;
    for (int i = 0; i < 47; i++) {
      count = count.plus(HOUR);
    }
    assertThat(count).isEqualTo(new DayCount(1, 23 * HOUR));
    assertThat(count.plus(HOUR)).isEqualTo(new DayCount(2, 0));
    assertThat(count.plus(25 * HOUR)).isEqualTo(new DayCount(3, 0));
  }

  @Test
  @DisplayName("I-25: time never counts backward")
  void ignoresNegativeTime() {
    assertThat(new DayCount(3, 5).plus(-HOUR)).isEqualTo(new DayCount(3, 5));
  }
}
