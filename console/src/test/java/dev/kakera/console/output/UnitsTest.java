package dev.kakera.console.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitsTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "999, 999 B",
    "1000, 1.0 kB",
    "999949, 999.9 kB",
    "999950, 1.0 MB",
    "1500000, 1.5 MB",
    "128000000000, 128.0 GB",
    "9223372036854775807, 9.2 EB",
  })
  void showsBytes(long bytes, String shown) {
    assertThat(Units.bytes(bytes)).isEqualTo(shown);
  }

  @Test
  void showsARate() {
    assertThat(Units.rate(12_340_000)).isEqualTo("12.3 MB/s");
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "999, 999", "1000, 1 000", "1234567, 1 234 567"})
  void groupsDigits(long count, String shown) {
    assertThat(Units.count(count)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 00:00",
    "59, 00:59",
    "61, 01:01",
    "3599, 59:59",
    "3600, 1:00:00",
    "90061, 25:01:01",
    "-5, 00:00"
  })
  void showsAClock(long seconds, String shown) {
    assertThat(Units.clock(Duration.ofSeconds(seconds))).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 s ago",
    "119, 119 s ago",
    "120, 2 min ago",
    "7199, 119 min ago",
    "7200, 2 h ago",
    "172799, 47 h ago",
    "172800, 2 days ago",
    "-3, 0 s ago"
  })
  void saysHowLongAgo(long seconds, String shown) {
    assertThat(Units.ago(Duration.ofSeconds(seconds))).isEqualTo(shown);
  }

  @Test
  void showsSeconds() {
    assertThat(Units.seconds(Duration.ofMillis(12_345))).isEqualTo("12.3 s");
  }
}
