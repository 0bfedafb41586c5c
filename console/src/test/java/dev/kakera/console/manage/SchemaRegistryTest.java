package dev.kakera.console.manage;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.kakera.console.data.DataFolder;
import dev.kakera.schemas.Framing;
import dev.kakera.schemas.SchemaId;
import dev.kakera.schemas.Topics;
import dev.kakera.schemas.record.DeadLetterRecord;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaRegistryTest {
  private static final String TYPE = "application/vnd.schemaregistry.v1+json";

  @TempDir Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private ManagementServer server;

  @BeforeEach
  void start() {
    DataFolder data = DataFolder.at(folder.resolve("data"));
    data.create();
    SchemaRegistry registry = new SchemaRegistry(Topics.standard(), List.of("peer-1", "peer-2"));
    server =
        ManagementServer.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            data,
            new ManagementServer.Subject(
                "home", "1.2.3", List::of, _ -> {}, Optional.of(registry)));
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
    client.close();
  }

  private HttpResponse<String> ask(String method, String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:%d%s".formatted(server.port(), path));
    HttpRequest request =
        HttpRequest.newBuilder(uri).method(method, HttpRequest.BodyPublishers.noBody()).build();
    HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(response.headers().firstValue("Content-Type")).contains(TYPE);
    return response;
  }

  private JsonNode found(String path) throws Exception {
    HttpResponse<String> response = ask("GET", path);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return new ObjectMapper().readTree(response.body());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          /subjects/kakera.stripes-value/versions | [1]
          /subjects/kakera.stripes%2Dvalue/versions | [1]
          /schemas/types | ["AVRO"]
          /config | {"compatibilityLevel":"NONE"}
          /config/kakera.peers-value | {"compatibilityLevel":"NONE"}
          /mode | {"mode":"READONLY"}
          """)
  void answersAsARegistryDoes(String path, String body) throws Exception {
    assertThat(found(path)).isEqualTo(new ObjectMapper().readTree(body));
  }

  @ParameterizedTest
  @CsvSource({
    "/subjects/kakera.chunks-value/versions, 404, 40401",
    "/subjects/nobody/versions/1, 404, 40401",
    "/config/nobody, 404, 40401",
    "/subjects/kakera.stripes-value/versions/2, 404, 40402",
    "/subjects/kakera.stripes-value/versions/0, 422, 42202",
    "/subjects/kakera.stripes-value/versions/first, 422, 42202",
    "/schemas/ids/0, 404, 40403",
    "/schemas/ids/99, 404, 40403",
    "/schemas/ids/99999999999, 404, 40403",
    "/schemas/ids/one, 404, 404",
    "/schemas, 404, 404",
  })
  void saysWhatIsNotThere(String path, int status, int code) throws Exception {
    HttpResponse<String> response = ask("GET", path);

    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    JsonNode error = new ObjectMapper().readTree(response.body());
    assertThat(error.get("error_code").asInt()).isEqualTo(code);
    assertThat(error.get("message").asText()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE"})
  void changesNothing(String method) throws Exception {
    HttpResponse<String> response = ask(method, "/subjects/kakera.stripes-value/versions");

    assertThat(response.statusCode()).isEqualTo(405);
    assertThat(response.headers().firstValue("Allow")).contains("GET, HEAD");
    assertThat(response.body()).contains("\"error_code\":405");
  }

  @Test
  void namesASubjectForEachTopicOfControlRecords() throws Exception {
    assertThat(found("/subjects"))
        .extracting(JsonNode::asText)
        .containsExactly(
            "kakera.peers-value",
            "kakera.receipts.peer-1-value",
            "kakera.receipts.peer-2-value",
            "kakera.replies.peer-1-value",
            "kakera.replies.peer-2-value",
            "kakera.requests.peer-1-value",
            "kakera.requests.peer-2-value",
            "kakera.stripes-value");
    JsonNode latest = found("/subjects/kakera.receipts.peer-2-value/versions/latest");
    assertThat(latest.get("id").asInt()).isEqualTo(SchemaId.RECEIPT.id());
    assertThat(latest.get("version").asInt()).isEqualTo(1);
    assertThat(latest.get("subject").asText()).isEqualTo("kakera.receipts.peer-2-value");
    assertThat(latest).isEqualTo(found("/subjects/kakera.receipts.peer-2-value/versions/1"));
  }

  @ParameterizedTest
  @EnumSource(SchemaId.class)
  void servesEachSchemaUnderItsNumber(SchemaId schema) throws Exception {
    String text = found("/schemas/ids/" + schema.id()).get("schema").asText();

    assertThat(new Schema.Parser().parse(text)).isEqualTo(schema.schema());
  }

  @Test
  void letsAnyAvroReaderDecodeAFramedRecord() throws Exception {
    byte[] value =
        Framing.encode(
            DeadLetterRecord.newBuilder()
                .setTopic("kakera.chunks")
                .setPartition(2)
                .setOffset(7)
                .setAttempts(3)
                .setReason("cannot be opened")
                .build());

    int id = ByteBuffer.wrap(value).getInt(1);
    Schema schema = new Schema.Parser().parse(found("/schemas/ids/" + id).get("schema").asText());
    GenericRecord read =
        new GenericDatumReader<GenericRecord>(schema)
            .read(null, DecoderFactory.get().binaryDecoder(value, 5, value.length - 5, null));

    assertThat(read.get("reason").toString()).isEqualTo("cannot be opened");
    assertThat(read.get("offset")).isEqualTo(7L);
  }
}
