package dev.kakera.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.schemas.BrokerSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.SortedMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * The pipeline with the public broker image, started by its name: every role as a process of its
 * own. {@link Engine} says when it is skipped.
 */
final class BrokerImageIT {
  private static final int PEERS = 6;

  private final List<KakeraProcess> roles = new ArrayList<>();
  private Workplace workplace;
  private Kakera kakera;
  private KafkaContainer broker;

  @BeforeEach
  void start() throws IOException {
    Engine.skipWhenUnwanted();
    Engine.require("a container engine", DockerClientFactory.instance().isDockerAvailable());
    workplace = Workplace.create("broker-image");
    kakera = new Kakera(workplace.path("data"));
    SortedMap<String, String> settings = BrokerSettings.of(1);
    settings.putAll(BrokerSettings.contained());
    broker =
        new KafkaContainer(DockerImageName.parse("apache/kafka:" + kafkaVersion()))
            .withEnv(BrokerSettings.toEnvironment(settings));
    broker.start();
  }

  @AfterEach
  void stop() throws IOException {
    roles.reversed().forEach(KakeraProcess::close);
    if (broker != null) {
      broker.stop();
    }
    if (workplace != null) {
      workplace.close();
    }
  }

  @Test
  void carriesABackupAndARestore() throws Exception {
    Path source = workplace.folder("source");
    SampleTree tree = new SampleTree(source, Seeds.of("BrokerImageIT")).build(16);
    kakera.run("init", "--words-file", workplace.path("words").toString()).exits(0);
    role("home");
    Path endpoint = kakera.data().resolve("run").resolve("home");
    Deadline.await("the home", () -> Files.exists(endpoint), roles::toString);
    role("encoder");
    for (int peer = 1; peer <= PEERS; peer++) {
      role("store", "--peer", "peer-" + peer);
    }

    kakera.run("backup", source.toString()).exits(0);
    restoresEqual(source, "restored");

    tree.churn();
    kakera.run("backup", source.toString()).exits(0);
    restoresEqual(source, "restored-again");
    assertThat(new MeshFiles(kakera.data()).shards())
        .isEqualTo(CatalogRows.of(kakera.data()).receiptedShards());
    assertThat(
            kakera.run("topics", "list", "--broker", broker.getBootstrapServers()).exits(0).out())
        .contains("kakera.shards.peer-6");
  }

  private void role(String... words) throws IOException {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--broker", broker.getBootstrapServers()));
    roles.add(
        KakeraProcess.Launch.of(workplace, kakera.data())
            .withHeap("192m")
            .start(all.toArray(String[]::new)));
  }

  private void restoresEqual(Path source, String name) throws Exception {
    Path target = workplace.path(name);
    kakera.run("restore", "latest", "-t", target.toString()).exits(0);
    assertThat(TreeComparison.of(source, target).differences()).isEmpty();
  }

  /** The library's, which is the one that docker-compose.yml names. */
  private static String kafkaVersion() throws IOException {
    Properties properties = new Properties();
    try (InputStream in =
        BrokerImageIT.class.getResourceAsStream("/kafka/kafka-version.properties")) {
      properties.load(in);
    }
    return properties.getProperty("version");
  }
}
