package dev.kakera.core.stripe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaddingTest {
  private static final int MAX = ChunkRef.PLAIN_MAX_BYTES;

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "8, 8",
    "9, 10",
    "17, 18",
    "100, 104",
    "1000, 1024",
    "1025, 1088",
    "1048576, 1048576",
    "1048577, 1081344",
    "4194303, 4194304",
    "4194304, 4194304"
  })
  void padsAsTheFormatShows(int size, int padded) {
    assertThat(Padding.padded(size)).isEqualTo(padded);
  }

  @Test
  void addsAtMostTwelvePercentAndThreeFromOneMebibyteOn() {
    int before = 0;
    for (int size = 1; size <= MAX; size += size < 70_000 ? 1 : 61) {
      int padded = Padding.padded(size);
      assertThat(padded).isBetween(size, MAX).isGreaterThanOrEqualTo(before);
      long percent = size >= 1 << 20 ? 104 : 112;
      assertThat(100L * padded).isLessThan(percent * size + 100);
      before = padded;
    }
  }

  @Test
  void leavesFewLengthsToTell() {
    int lengths = 0;
    int before = 0;
    for (int size = 1; size <= MAX; size++) {
      int padded = Padding.padded(size);
      lengths += padded != before ? 1 : 0;
      before = padded;
    }
    assertThat(lengths).isLessThan(400);
  }

  @Test
  void fillsWholeShardsOfSixtyFour() {
    for (int k : new int[] {1, 2, 3, 4, 10, 254}) {
      for (int size = 1; size <= MAX; size += 4097) {
        int shard = Padding.shardSize(size, k);
        assertThat(shard % 64).isZero();
        assertThat((long) shard * k).isGreaterThanOrEqualTo(Padding.padded(size));
        assertThat((long) (shard - 64) * k).isLessThan(Padding.padded(size));
      }
    }
  }
}
