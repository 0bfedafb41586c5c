package dev.kakera.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SpecVersion;
import dev.kakera.console.command.RootCommand;
import dev.kakera.console.output.TestTerminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** What commands print with --json is what docs/json says of it. */
class JsonSchemaTest {
  private static final Path FOLDER = Path.of("../docs/json");
  private static final JsonSchemaFactory FACTORY =
      JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012);

  @TempDir Path folder;

  private record Ran(int exitCode, TestTerminal terminal) {}

  private static Ran run(List<String> words) {
    TestTerminal terminal = new TestTerminal();
    return new Ran(
        CommandRunner.here().run(terminal.terminal(), words.toArray(String[]::new)), terminal);
  }

  private Ran run(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--json", "--data", folder.resolve("data").toString()));
    return run(all);
  }

  private static void requireValid(String name, String json) throws IOException {
    JsonSchema schema = FACTORY.getSchema(Files.readString(FOLDER.resolve(name + ".schema.json")));
    assertThat(
            schema.validate(
                json,
                InputFormat.JSON,
                context -> context.getExecutionConfig().setFormatAssertionsEnabled(true)))
        .as(name + ": " + json)
        .isEmpty();
  }

  private static void requireFailure(Ran ran, int exitCode, String id) throws IOException {
    assertThat(ran.exitCode()).as(ran.terminal().err()).isEqualTo(exitCode);
    assertThat(ran.terminal().out()).isEmpty();
    assertThat(ran.terminal().err().strip().lines()).hasSize(1);
    requireValid("failure", ran.terminal().err());
    assertThat(ran.terminal().err()).contains("\"id\":\"" + id + "\"");
  }

  /** Each command as it is called, the program itself and groups too. */
  static Stream<List<String>> commands() {
    return below(new CommandLine(new RootCommand()), List.of());
  }

  /** Those that only hold others. */
  static Stream<List<String>> groups() {
    return commands()
        .filter(
            words -> {
              CommandLine line = new CommandLine(new RootCommand());
              for (String word : words) {
                line = line.getSubcommands().get(word);
              }
              return !line.getSubcommands().isEmpty();
            });
  }

  private static Stream<List<String>> below(CommandLine line, List<String> words) {
    if (line.getCommandName().equals("help")) {
      return Stream.empty();
    }
    return Stream.concat(
        Stream.of(words),
        line.getSubcommands().entrySet().stream()
            .flatMap(
                each ->
                    below(
                        each.getValue(),
                        Stream.concat(words.stream(), Stream.of(each.getKey())).toList())));
  }

  @Test
  void everySchemaIsAValidSchema() throws IOException {
    JsonSchema schema =
        FACTORY.getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));
    try (Stream<Path> files = Files.list(FOLDER)) {
      for (Path file : files.toList()) {
        assertThat(schema.validate(Files.readString(file), InputFormat.JSON))
            .as("%s", file)
            .isEmpty();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandRefusesAWrongOptionAsTheSchemaSays(List<String> command) throws IOException {
    requireFailure(
        run(Stream.concat(command.stream(), Stream.of("--json", "--no-such-option")).toList()),
        2,
        "USAGE");
  }

  @ParameterizedTest
  @MethodSource("groups")
  void everyGroupRefusesToBeCalledAloneAsTheSchemaSays(List<String> group) throws IOException {
    Ran ran = run(Stream.concat(group.stream(), Stream.of("--json")).toList());

    requireFailure(ran, 2, "USAGE");
    assertThat(ran.terminal().err()).contains(group.isEmpty() ? "backup" : "list", "--help");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aGroupForPeopleStillPrintsItsUsage(List<String> command) {
    if (groups().anyMatch(command::equals)) {
      Ran ran = run(command);
      assertThat(ran.exitCode()).isEqualTo(2);
      assertThat(ran.terminal().err()).contains("Usage: ");
    }
  }

  @Test
  void commandsThatNeedAMeshSayThatThereIsNone() throws IOException {
    for (String command : List.of("snapshots", "status", "ls latest", "trace --stuck", "rebuild")) {
      requireFailure(run(command.split(" ")), 10, "NOT_INITIALISED");
    }
  }

  @Test
  void namesAllThatIsMissing() throws IOException {
    Ran ran = run("backup", folder.resolve("nowhere").toString());

    requireFailure(ran, 20, "PREREQUISITE_MISSING");
    assertThat(ran.terminal().err()).contains("\"missing\":[", "SOURCE_MISSING");
  }

  @Test
  void answersAsTheSchemasSay() throws IOException {
    requireAnswer("init", "init", "--words-file", folder.resolve("words").toString());
    requireAnswer("snapshots", "snapshots");
    requireAnswer("status", "status");
    requireAnswer("doctor", "doctor");
  }

  private void requireAnswer(String schema, String... words) throws IOException {
    Ran ran = run(words);
    assertThat(ran.exitCode()).as(ran.terminal().err()).isZero();
    requireValid(schema, ran.terminal().out());
  }
}
