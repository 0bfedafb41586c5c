package dev.kakera.console.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ProgressLineTest {
  private final CountDownLatch drawn = new CountDownLatch(3);

  @Test
  void writesPlainLinesWhereNobodyLooksOn() throws Exception {
    TestTerminal terminal = new TestTerminal(false, false);
    show(terminal, new ProgressLine.Sample(1_500_000, 3_000_000, 12, 24, "reading"));

    assertThat(terminal.out()).isEmpty();
    assertThat(terminal.err()).doesNotContain("\r");
    assertThat(terminal.err().lines().findFirst().orElseThrow())
        .startsWith("[00:")
        .contains("50.0 %", "12/24 files", "1.5 MB of 3.0 MB", "/s now")
        .endsWith("reading");
  }

  @Test
  void writesJsonLinesForPrograms() throws Exception {
    TestTerminal terminal = TestTerminal.json();
    show(terminal, new ProgressLine.Sample(1_500_000, 3_000_000, 12, 24, "reading"));

    assertThat(terminal.err()).isEmpty();
    var status =
        new com.fasterxml.jackson.databind.ObjectMapper()
            .readTree(terminal.out().lines().findFirst().orElseThrow());
    assertThat(status.get("message_type").asText()).isEqualTo("status");
    assertThat(status.get("percent_done").asDouble()).isEqualTo(0.5);
    assertThat(status.get("files_done").asLong()).isEqualTo(12);
    assertThat(status.get("total_bytes").asLong()).isEqualTo(3_000_000);
    assertThat(status.get("detail").asText()).isEqualTo("reading");
  }

  @Test
  void showsNoShareWhileTheEndIsNotKnown() throws Exception {
    TestTerminal terminal = new TestTerminal(false, false);
    show(terminal, new ProgressLine.Sample(1_500_000, -1, 12, -1, "reading"));

    assertThat(terminal.err().lines().findFirst().orElseThrow())
        .contains("12 files  1.5 MB  ")
        .doesNotContain("%", " of ", "ETA");
  }

  @Test
  void redrawsInPlaceAndClearsItselfWhereAPersonLooksOn() throws Exception {
    TestTerminal terminal = new TestTerminal(true, false);
    show(terminal, new ProgressLine.Sample(1, 2, 1, 2, "detail"));

    assertThat(terminal.err()).startsWith("\r[").endsWith("\r").doesNotContain("\n");
  }

  @Test
  void saysNothingWhenItIsQuiet() {
    TestTerminal terminal = new TestTerminal(true, true);
    new ProgressLine(terminal.terminal(), () -> null, Duration.ofMillis(1)).close();

    assertThat(terminal.err()).isEmpty();
  }

  @Test
  void doesNotHarmTheCommandWhenThereIsNothingToShow() {
    TestTerminal terminal = new TestTerminal(false, false);
    new ProgressLine(
            terminal.terminal(),
            () -> {
              throw new IllegalStateException("no figures");
            },
            Duration.ofMillis(1))
        .close();

    assertThat(terminal.err()).isEmpty();
  }

  private void show(TestTerminal terminal, ProgressLine.Sample sample) throws Exception {
    try (ProgressLine _ =
        new ProgressLine(
            terminal.terminal(),
            () -> {
              drawn.countDown();
              return sample;
            },
            Duration.ofMillis(1))) {
      assertThat(drawn.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }
}
