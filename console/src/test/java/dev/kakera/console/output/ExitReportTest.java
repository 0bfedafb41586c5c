package dev.kakera.console.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ExitReportTest {
  private final CommandFailure several =
      catchThrowableOfType(
          CommandFailure.class,
          () ->
              CommandFailure.throwIfAny(
                  List.of(
                      new CommandFailure.Missing(MessageId.NO_SPACE, "no room"),
                      new CommandFailure.Missing(MessageId.SOURCE_MISSING, "not there"))));

  @Test
  @DisplayName("I-29: for programs every unmet prerequisite is an entry of its own")
  void listsAllThatIsMissing() throws Exception {
    TestTerminal terminal = TestTerminal.json();

    assertThat(new ExitReport(terminal.terminal()).end(several)).isEqualTo(23);

    JsonNode told = new ObjectMapper().readTree(terminal.err());
    assertThat(terminal.err().lines()).hasSize(1);
    assertThat(terminal.out()).isEmpty();
    assertThat(told.get("message_type").asText()).isEqualTo("exit_error");
    assertThat(told.get("code").asInt()).isEqualTo(23);
    assertThat(told.get("id").asText()).isEqualTo("NO_SPACE");
    assertThat(told.get("message").asText()).isEqualTo("not there; no room");
    assertThat(told.get("missing")).hasSize(2);
    assertThat(told.get("missing").get(0).get("id").asText()).isEqualTo("SOURCE_MISSING");
  }

  @Test
  @DisplayName("I-29: for people every unmet prerequisite is a line that ends in its id")
  void saysAllThatIsMissing() {
    TestTerminal terminal = new TestTerminal();

    assertThat(new ExitReport(terminal.terminal()).end(several)).isEqualTo(23);

    assertThat(terminal.err().lines())
        .containsExactly("kakera: not there [SOURCE_MISSING]", "kakera: no room [NO_SPACE]");
  }

  @Test
  void tellsThatASignalEndedIt() throws Exception {
    TestTerminal people = new TestTerminal();
    TestTerminal programs = TestTerminal.json();

    assertThat(new ExitReport(people.terminal()).interrupted()).isEqualTo(130);
    assertThat(new ExitReport(programs.terminal()).interrupted()).isEqualTo(130);

    assertThat(people.err()).contains("interrupted", "[INTERRUPTED]");
    assertThat(new ObjectMapper().readTree(programs.err()).get("code").asInt()).isEqualTo(130);
  }
}
