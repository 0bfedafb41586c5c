package dev.kakera.console;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class LogFormatTest {
  private static String line(String format) {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    LoggingEvent event =
        new LoggingEvent(
            "caller", context.getLogger("dev.kakera.x"), Level.INFO, "said \"so\"", null, null);
    return new String(
        ProcessSettings.encoder(context, format).encode(event), StandardCharsets.UTF_8);
  }

  @Test
  void writesTextUnlessJsonIsAskedFor() {
    for (String format : new String[] {null, "", "text"}) {
      assertThat(line(format)).contains("INFO", "said \"so\"").doesNotStartWith("{");
    }
    assertThat(line("json").strip())
        .startsWith("{")
        .endsWith("}")
        .contains("\"level\":\"INFO\"", "said \\\"so\\\"");
  }
}
