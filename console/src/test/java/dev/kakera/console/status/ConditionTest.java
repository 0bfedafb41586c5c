package dev.kakera.console.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConditionTest {
  private static final Optional<Duration> YOUNG = Optional.of(Condition.OVERDUE_AFTER);
  private static final Optional<Duration> OLD = Optional.of(Condition.OVERDUE_AFTER.plusMillis(1));

  @Test
  void saysTheGravestOfWhatIsWrong() {
    assertThat(Condition.of(YOUNG, 0, 2, false)).isEqualTo(Condition.PROTECTED);
    assertThat(Condition.of(YOUNG, 0, 2, true)).isEqualTo(Condition.TRIAL);
    assertThat(Condition.of(Optional.empty(), 0, 0, true)).isEqualTo(Condition.EMPTY);
    assertThat(Condition.of(OLD, 0, 2, true)).isEqualTo(Condition.OVERDUE);
    assertThat(Condition.of(YOUNG, 1, 1, false)).isEqualTo(Condition.DEGRADED);
    assertThat(Condition.of(OLD, 1, 1, false)).isEqualTo(Condition.DEGRADED);
  }

  @Test
  void neverCallsProtectedWhatTheLossOfOnePeerWouldTake() {
    assertThat(Condition.of(YOUNG, 0, 0, false)).isEqualTo(Condition.DEGRADED);
    assertThat(Condition.of(YOUNG, 0, -1, false)).isEqualTo(Condition.DEGRADED);
  }
}
