package dev.kakera.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.kakera.schemas.ClientSettings;
import dev.kakera.schemas.DeadLetterHeaders;
import dev.kakera.schemas.record.DeadLetterRecord;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Looking into the broker, and what becomes of records that nobody could work with. */
final class InspectIT {
  private static final String MAILBOX = "kakera.shards.peer-1";

  private final List<KakeraProcess> roles = new ArrayList<>();
  private Workplace workplace;
  private Kakera kakera;
  private KakeraProcess.Launch launch;

  @BeforeEach
  void prepare() throws Exception {
    workplace = Workplace.create("inspect");
    kakera = new Kakera(workplace.path("data"));
    launch = KakeraProcess.Launch.of(workplace, kakera.data()).withHeap("192m");
    kakera.run("init", "--words-file", workplace.path("words").toString()).exits(0);
    role("broker");
    role("home");
  }

  @AfterEach
  void remove() throws Exception {
    roles.reversed().forEach(KakeraProcess::close);
    workplace.close();
  }

  private void role(String name) throws Exception {
    KakeraProcess role = launch.start(name);
    roles.add(role);
    Path endpoint = kakera.data().resolve("run").resolve(name);
    Deadline.await(
        "the endpoint of the " + name, () -> Files.exists(endpoint), () -> roles.toString());
  }

  @Test
  @DisplayName("a parked record is named with its reason, and retried or dropped by hand")
  void retriesAndDropsWhatIsParked() throws Exception {
    park("first", "cannot be opened");
    park("second", "not for this store");

    JsonNode parked = json("dlq", "list").get("parked");
    assertThat(parked).hasSize(2);
    assertThat(parked.toString())
        .contains("cannot be opened", "not for this store", "shards.peer-1");
    assertThat(kakera.run("dlq", "show", "shards.peer-1@0").exits(0).out())
        .contains("cannot be opened");
    assertThat(kakera.run("topics", "list").exits(0).out()).contains(MAILBOX, MAILBOX + ".dlq");

    kakera.run("dlq", "drop", "shards.peer-1@1").exits(2);
    kakera.run("dlq", "drop", "shards.peer-1@1", "--yes").exits(0);
    assertThat(json("dlq", "list").get("parked")).hasSize(1);
    kakera.run("dlq", "retry", "shards.peer-1@0").exits(0);

    assertThat(json("dlq", "list").get("parked")).isEmpty();
    assertThat(kakera.run("dlq", "retry", "shards.peer-1@0").exits(1).err())
        .contains("[RECORD_UNKNOWN]");
    assertThat(json("topics", "tail", MAILBOX).get("records")).hasSize(1);
    assertThat(json("topics", "tail", MAILBOX).toString())
        .as("what was parked is never shown itself")
        .contains("first")
        .doesNotContain("value-of-first");
    assertThat(kakera.run("topics", "lag").exits(0).out()).contains("kakera-store-peer-1");
    assertThat(kakera.run("topics", "tail", "kakera.nothing").exits(1).err())
        .contains("[TOPIC_UNKNOWN]");
  }

  private JsonNode json(String... command) throws Exception {
    List<String> all = new ArrayList<>(List.of(command));
    all.add("--json");
    return new ObjectMapper().readTree(kakera.run(all.toArray(String[]::new)).exits(0).out());
  }

  private void park(String key, String reason) throws Exception {
    String bootstrap = Files.readString(kakera.data().resolve("run").resolve("broker")).strip();
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(MAILBOX + ".dlq", 0, bytes(key), bytes("value-of-" + key));
    DeadLetterHeaders.write(
        DeadLetterRecord.newBuilder()
            .setTopic(MAILBOX)
            .setPartition(0)
            .setOffset(7)
            .setAttempts(3)
            .setReason(reason)
            .build(),
        record.headers());
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            ClientSettings.producer(bootstrap, "test", ClientSettings.Role.SCANNER))) {
      producer.send(record).get(60, TimeUnit.SECONDS);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
