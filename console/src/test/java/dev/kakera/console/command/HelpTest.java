package dev.kakera.console.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.console.CommandRunner;
import dev.kakera.console.output.TestTerminal;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class HelpTest {
  static Stream<String> commands() {
    return new CommandLine(new RootCommand())
        .getSubcommands().keySet().stream().filter(name -> !name.equals("help"));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void isThereForEveryCommand(String command) {
    for (String[] words : new String[][] {{command, "--help"}, {"help", command}}) {
      TestTerminal terminal = new TestTerminal();

      assertThat(CommandRunner.here().run(terminal.terminal(), words)).isZero();

      assertThat(terminal.out())
          .contains("Usage: kakera " + command)
          .contains("--data")
          .contains("--help");
      assertThat(terminal.err()).isEmpty();
    }
  }

  @Test
  void listsTheCommands() {
    TestTerminal terminal = new TestTerminal();

    assertThat(CommandRunner.here().run(terminal.terminal(), "--help")).isZero();

    assertThat(terminal.out()).contains("backup", "restore", "recover", "rebuild", "status");
    assertThat(terminal.out()).as("for the launcher alone").doesNotContain("train");
  }

  @Test
  void saysTheVersion() {
    TestTerminal terminal = new TestTerminal();

    assertThat(CommandRunner.here().run(terminal.terminal(), "--version")).isZero();

    assertThat(terminal.out()).startsWith("kakera ").contains("format 1");
  }

  @Test
  void callsAnUnknownWordWrongUsage() {
    TestTerminal terminal = new TestTerminal();

    assertThat(CommandRunner.here().run(terminal.terminal(), "backup", "--no-such-option", "x"))
        .isEqualTo(2);

    assertThat(terminal.err())
        .startsWith("kakera: ")
        .contains("--no-such-option", "kakera help backup", "[USAGE]");
    assertThat(terminal.out()).isEmpty();
  }

  @Test
  void callsNoWordAtAllWrongUsage() {
    TestTerminal terminal = new TestTerminal();

    assertThat(CommandRunner.here().run(terminal.terminal())).isEqualTo(2);

    assertThat(terminal.err()).contains("Usage: kakera");
  }
}
