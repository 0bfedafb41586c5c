package dev.kakera.encoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class EncoderSettingsTest {
  private final EncoderSettings settings = new TestHome().settings("w");

  @Test
  void refusesWhatCannotWorkAndSaysWhatIsAllowed() {
    assertThatThrownBy(() -> settings.withThreads(0))
        .hasMessage("encoder setting threads is 0, allowed: 1 to 256");
    assertThatThrownBy(() -> settings.withOrderValidity(Duration.ofMinutes(1)))
        .hasMessageContaining("orderValidity is PT1M, allowed: an hour or more");
    assertThatThrownBy(() -> settings.withInFlightMaxBytes(0))
        .hasMessageContaining("inFlightMaxBytes is 0");
    assertThatThrownBy(() -> new TestHome().settings("two words"))
        .hasMessageContaining("workerName is two words");
  }

  @Test
  @DisplayName("I-31: shows no value of the transport's settings")
  void showsNoSecret() {
    assertThat(settings.withTransport(Map.of("ssl.key.password", "hunter2")).toString())
        .contains("ssl.key.password")
        .doesNotContain("hunter2");
  }
}
