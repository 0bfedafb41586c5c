package dev.kakera.console.output;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class JsonWriterTest {
  private static final String AWKWARD = "a\"b\\c\nd\te\u0001f\u00e9\ud83d\ude00";

  @Test
  void writesWhatAParserReads() throws Exception {
    JsonNode read =
        new ObjectMapper()
            .readTree(
                JsonWriter.document("thing")
                    .field("text", AWKWARD)
                    .field("whole", Long.MAX_VALUE)
                    .field("part", 0.25)
                    .field("yes", true)
                    .nothing("none")
                    .array("list")
                    .item("one")
                    .object()
                    .field("in", 1)
                    .endObject()
                    .endArray()
                    .object("empty")
                    .endObject()
                    .end());

    assertThat(read.get("message_type").asText()).isEqualTo("thing");
    assertThat(read.get("schema_version").asInt()).isEqualTo(JsonWriter.SCHEMA_VERSION);
    assertThat(read.get("text").asText()).isEqualTo(AWKWARD);
    assertThat(read.get("whole").asLong()).isEqualTo(Long.MAX_VALUE);
    assertThat(read.get("part").asDouble()).isEqualTo(0.25);
    assertThat(read.get("yes").asBoolean()).isTrue();
    assertThat(read.get("none").isNull()).isTrue();
    assertThat(read.get("list").get(0).asText()).isEqualTo("one");
    assertThat(read.get("list").get(1).get("in").asInt()).isEqualTo(1);
    assertThat(read.get("empty").isEmpty()).isTrue();
  }

  @Test
  void keepsALineOnOneLine() throws Exception {
    String line =
        JsonWriter.line("event").field("text", AWKWARD).array("list").item("x").endArray().end();

    assertThat(line).endsWith("\n").containsOnlyOnce("\n");
    assertThat(new ObjectMapper().readTree(line).get("text").asText()).isEqualTo(AWKWARD);
  }
}
