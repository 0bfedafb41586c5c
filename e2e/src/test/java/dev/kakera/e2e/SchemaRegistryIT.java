package dev.kakera.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What lies in a broker, decoded by what a home tells of its schemas and by nothing of ours. */
final class SchemaRegistryIT {
  private final List<KakeraProcess> roles = new ArrayList<>();
  private Workplace workplace;
  private Kakera kakera;
  private KakeraProcess.Launch launch;

  @BeforeEach
  void prepare() throws Exception {
    workplace = Workplace.create("schemas");
    kakera = new Kakera(workplace.path("data"));
    launch = KakeraProcess.Launch.of(workplace, kakera.data()).withHeap("192m");
    kakera.run("init", "--words-file", workplace.path("words").toString()).exits(0);
  }

  @AfterEach
  void remove() throws Exception {
    roles.reversed().forEach(KakeraProcess::close);
    workplace.close();
  }

  private String role(String name, String endpoint, String... options) throws Exception {
    List<String> words = new ArrayList<>(List.of(name));
    words.addAll(List.of(options));
    roles.add(launch.start(words.toArray(String[]::new)));
    Path told = kakera.data().resolve("run").resolve(endpoint);
    Deadline.await("where " + name + " is", () -> Files.exists(told), roles::toString);
    return Files.readString(told).strip();
  }

  @Test
  void decodesASignOfLifeWithPlainAvro() throws Exception {
    String bootstrap = role("broker", "broker");
    String registry = role("home", "metrics-home");
    role("store", "metrics-store-peer-1", "--peer", "peer-1");

    byte[] value = first(bootstrap, "kakera.peers");

    assertThat(value[0]).isZero();
    String path = "/schemas/ids/" + ByteBuffer.wrap(value).getInt(1);
    Schema schema = new Schema.Parser().parse(schema(registry, path));
    GenericRecord read =
        new GenericDatumReader<GenericRecord>(schema)
            .read(null, DecoderFactory.get().binaryDecoder(value, 5, value.length - 5, null));
    assertThat(read.get("peer").toString()).isEqualTo("peer-1");
    assertThat((Long) read.get("timeMillis")).isPositive();
    assertThat(schema(registry, "/subjects/kakera.peers-value/versions/latest"))
        .isEqualTo(schema.toString());
  }

  private static String schema(String registry, String path) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://" + registry + path))
              .timeout(Duration.ofSeconds(30))
              .build();
      HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
      assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
      return new ObjectMapper().readTree(response.body()).get("schema").asText();
    }
  }

  private byte[] first(String bootstrap, String topic) throws Exception {
    List<byte[]> values = new ArrayList<>();
    ByteArrayDeserializer raw = new ByteArrayDeserializer();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(Map.of("bootstrap.servers", bootstrap), raw, raw)) {
      TopicPartition only = new TopicPartition(topic, 0);
      consumer.assign(List.of(only));
      consumer.seek(only, 0);
      Deadline.await(
          "a record in " + topic,
          () -> {
            consumer.poll(Duration.ofMillis(200)).forEach(record -> values.add(record.value()));
            return !values.isEmpty();
          },
          roles::toString);
    }
    return values.getFirst();
  }
}
