package dev.kakera.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What programs read: every command with --json, also where it fails. */
final class JsonIT {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Workplace workplace;
  private Kakera kakera;
  private Path words;

  @BeforeEach
  void prepare() throws Exception {
    workplace = Workplace.create("json");
    kakera = new Kakera(workplace.path("data"));
    words = workplace.path("words");
  }

  @AfterEach
  void remove() throws Exception {
    workplace.close();
  }

  @Test
  void answersEveryCommandInOneEnvelope() throws Exception {
    Path source = workplace.folder("source");
    Files.writeString(source.resolve("note.txt"), "kept");
    Files.createSymbolicLink(source.resolve("link"), Path.of("note.txt"));

    JsonNode made = document(0, "init", "--words-file", words.toString());
    assertThat(made.get("message_type").asText()).isEqualTo("initialized");
    JsonNode saved = lines(0, "backup", source.toString()).getLast();
    assertThat(saved.get("message_type").asText()).isEqualTo("summary");
    assertThat(saved.get("files_new").asLong()).isEqualTo(1);
    assertThat(saved.get("all_acknowledged").asBoolean()).isTrue();
    String snapshot = saved.get("snapshot_id").asText();

    JsonNode listed = document(0, "snapshots").get("snapshots").get(0);
    assertThat(listed.get("id").asText()).isEqualTo(snapshot);
    assertThat(listed.get("paths").get(0).asText()).isEqualTo(source.toString());
    List<JsonNode> nodes = lines(0, "ls", "latest");
    assertThat(nodes.getFirst().get("id").asText()).isEqualTo(snapshot);
    assertThat(nodes.stream().skip(1).map(node -> node.get("type").asText()))
        .containsExactly("dir", "symlink", "file");
    assertThat(nodes.getLast().get("path").asText()).isEqualTo("note.txt");
    assertThat(nodes.getLast().get("size").asLong()).isEqualTo(4);
    JsonNode status = document(0, "status");
    assertThat(status.get("last_snapshot").get("id").asText()).isEqualTo(snapshot);
    assertThat(status.get("peers")).hasSize(6);
    assertThat(status.get("shards_owed").asLong()).isZero();

    Path target = workplace.path("restored");
    JsonNode restored = lines(0, "restore", "latest", "-t", target.toString()).getLast();
    assertThat(restored.get("files_restored").asLong()).isEqualTo(1);
    assertThat(restored.get("complete").asBoolean()).isTrue();
    JsonNode refused = refusal(20, "restore", "latest", "-t", target.toString());
    assertThat(refused.get("id").asText()).isEqualTo("TARGET_NOT_EMPTY");
    assertThat(document(0, "rebuild").get("snapshots").asLong()).isEqualTo(1);
  }

  @Test
  void refusesAsJsonAndPrintsNoWords() throws Exception {
    JsonNode missing = refusal(20, "backup", workplace.path("nowhere").toString());
    assertThat(missing.get("missing"))
        .extracting(entry -> entry.get("id").asText())
        .containsExactlyInAnyOrder("SOURCE_MISSING", "PREREQUISITE_MISSING");
    assertThat(refusal(2, "snapshots", "--no-such-option").get("id").asText()).isEqualTo("USAGE");
    assertThat(refusal(10, "snapshots").get("id").asText()).isEqualTo("NOT_INITIALISED");
    assertThat(kakera.data()).doesNotExist();
  }

  private JsonNode document(int exitCode, String... command) throws Exception {
    Outcome outcome = run(exitCode, command);
    assertThat(outcome.err()).isEmpty();
    JsonNode document = MAPPER.readTree(outcome.out());
    assertEnvelope(document);
    return document;
  }

  private List<JsonNode> lines(int exitCode, String... command) throws Exception {
    Outcome outcome = run(exitCode, command);
    assertThat(outcome.err()).isEmpty();
    List<JsonNode> lines = new ArrayList<>();
    for (String line : outcome.out().lines().toList()) {
      lines.add(MAPPER.readTree(line));
      assertEnvelope(lines.getLast());
    }
    return lines;
  }

  /** It is on standard error, on one line, and nothing is on standard output. */
  private JsonNode refusal(int exitCode, String... command) throws Exception {
    Outcome outcome = run(exitCode, command);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err().lines()).as(outcome.toString()).hasSize(1);
    JsonNode told = MAPPER.readTree(outcome.err());
    assertEnvelope(told);
    assertThat(told.get("message_type").asText()).isEqualTo("exit_error");
    assertThat(told.get("code").asInt()).isEqualTo(exitCode);
    return told;
  }

  private Outcome run(int exitCode, String... command) {
    List<String> all = new ArrayList<>(List.of(command));
    all.add("--json");
    return kakera.run(all.toArray(String[]::new)).exits(exitCode);
  }

  private static void assertEnvelope(JsonNode node) {
    assertThat(node.get("schema_version").asInt()).as(node.toString()).isEqualTo(1);
    assertThat(node.get("message_type").asText()).isNotEmpty();
  }
}
