package dev.kakera.console.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The first sentence of the page of truth. */
class StandingTest {

  private static Standing standing(int ageHours, long owed, int losses, int peersHere) {
    Optional<Duration> age =
        ageHours < 0 ? Optional.empty() : Optional.of(Duration.ofHours(ageHours));
    return new Standing(age, owed, losses, 6, peersHere);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # hours | owed | losses | here | sentence
             8 |    0 |  2 | 0 | PROTECTED: any 2 of 6 peers may still be lost
             8 |    0 |  2 | 2 | PROTECTED: any 2 of 6 peers may still be lost
             8 |    0 |  2 | 3 | Trial: one disk, not a backup. Any 2 of 6 peers may still be lost
             8 |    0 |  2 | 6 | Trial: one disk, not a backup. Any 2 of 6 peers may still be lost
            27 |    0 |  2 | 0 | OVERDUE: the last snapshot is older than 26 h; any 2 of 6 peers may still be lost
             8 | 1234 |  1 | 0 | DEGRADED: 1 234 shards are owed; any 1 of 6 peers may still be lost
            27 |    5 |  0 | 0 | DEGRADED: 5 shards are owed; no peer may be lost
             8 |    0 |  0 | 0 | DEGRADED: no peer may be lost
             8 |    9 | -1 | 0 | DEGRADED: 9 shards are owed; not everything can be restored now
             8 |    9 |  1 | 6 | Trial: one disk, not a backup. DEGRADED: 9 shards are owed; any 1 of 6 peers may still be lost
            -1 |    0 |  0 | 0 | NOT PROTECTED: no snapshot yet
            -1 |    0 |  0 | 6 | Trial: one disk, not a backup. No snapshot yet
          """)
  void saysHowSafeItIsAndWhatMayStillBeLost(
      int ageHours, long owed, int losses, int here, String sentence) {
    assertThat(standing(ageHours, owed, losses, here).words()).isEqualTo(sentence);
  }

  @Test
  void callsLostOnlyWhatASnapshotNeeds() {
    assertThat(standing(8, 9, -1, 0).isLost()).isTrue();
    assertThat(standing(8, 9, 0, 0).isLost()).isFalse();
    assertThat(standing(-1, 9, -1, 0).isLost()).isFalse();
  }
}
