package dev.kakera.console.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PresenceTest {
  private static final long NOW = 1_000_000_000L;

  private static Presence heard(long millisAgo) {
    return Presence.of(true, OptionalLong.of(NOW - millisAgo), NOW);
  }

  @Test
  @DisplayName("I-26: a peer that stops answering is shown within 60 s, also one that hangs")
  void tellsAPeerThatHangsFromOneThatRuns() {
    assertThat(heard(0)).isEqualTo(Presence.UP);
    assertThat(heard(20_000)).as("some signs late").isEqualTo(Presence.UP);
    assertThat(heard(60_000)).isEqualTo(Presence.SILENT);
    assertThat(heard(Duration.ofDays(3).toMillis())).isEqualTo(Presence.SILENT);
    assertThat(Presence.of(true, OptionalLong.empty(), NOW)).isEqualTo(Presence.SILENT);
  }

  @Test
  void callsAPeerAwayThatIsNotInItsGroupHoweverLatelyItWasHeardOf() {
    assertThat(Presence.of(false, OptionalLong.of(NOW), NOW)).isEqualTo(Presence.AWAY);
  }
}
