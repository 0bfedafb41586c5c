package dev.kakera.schemas;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SettingsTest {

  private static final String BROKER = "127.0.0.1:9092";

  @Test
  void topicsAreAsStated() throws IOException {
    String plan =
        TopicSettings.plan(Topics.standard(), List.of("attic"), TopicSettings.Partitions.STANDARD)
            .stream()
            .map(t -> t.name() + " x" + t.partitions() + "\n" + lines(t.config()))
            .collect(Collectors.joining());
    assertThat(plan).isEqualTo(golden("topics.golden"));
  }

  @Test
  void topicsRefuseTheSamePeerTwice() {
    List<String> peers = List.of("attic", "attic");
    assertThatThrownBy(
            () -> TopicSettings.plan(Topics.standard(), peers, TopicSettings.Partitions.STANDARD))
        .hasMessage("peer 'attic' is there twice");
  }

  @Test
  void brokerIsAsStated() throws IOException {
    assertThat(lines(BrokerSettings.of(1))).isEqualTo(golden("broker.golden"));
  }

  @Test
  void embeddedBrokerIsAsStated() throws IOException {
    assertThat(lines(BrokerSettings.embedded())).isEqualTo(golden("embedded.golden"));
  }

  @Test
  void threeBrokersKeepThreeReplicasOfWhichTwoHaveARecord() {
    assertThat(BrokerSettings.of(3))
        .containsEntry("default.replication.factor", "3")
        .containsEntry("min.insync.replicas", "2")
        .containsEntry("share.coordinator.state.topic.min.isr", "2");
  }

  @Test
  void brokerSettingsBecomeTheImagesVariables() {
    assertThat(BrokerSettings.toEnvironment(Map.of("a.b-c_d", "1")))
        .containsExactly(Map.entry("KAFKA_A_B___C__D", "1"));
  }

  @ParameterizedTest
  @EnumSource(ClientSettings.Role.class)
  void producersAreTakenByKafkaAndLeaveNoDurabilityToADefault(ClientSettings.Role role) {
    ProducerConfig config = new ProducerConfig(ClientSettings.producer(BROKER, "c", role));
    assertThat(config.unused()).isNotNull();
    assertThat(config.originals())
        .containsEntry("acks", "all")
        .containsEntry("enable.idempotence", true)
        .containsEntry("delivery.timeout.ms", 45_000)
        .containsEntry("max.block.ms", 20_000)
        .containsKeys("retries", "max.in.flight.requests.per.connection", "request.timeout.ms");
    assertThat(role.bufferMemoryBytes()).isLessThanOrEqualTo(64 * 1024 * 1024);
  }

  @ParameterizedTest
  @EnumSource(ClientSettings.Load.class)
  void consumersAreTakenByKafkaAndNeverSkipSilently(ClientSettings.Load load) {
    ConsumerConfig member = new ConsumerConfig(ClientSettings.consumer(BROKER, "c", "g", load));
    ConsumerConfig assigned =
        new ConsumerConfig(ClientSettings.assignedConsumer(BROKER, "c", load));
    for (ConsumerConfig config : List.of(member, assigned)) {
      assertThat(config.originals())
          .containsEntry("auto.offset.reset", "none")
          .containsEntry("enable.auto.commit", false)
          .containsEntry("allow.auto.create.topics", false);
    }
    assertThat(assigned.originals()).doesNotContainKey("group.id");
  }

  @Test
  void adminIsTakenByKafka() {
    assertThat(new AdminClientConfig(ClientSettings.admin(BROKER, "c")).originals())
        .containsEntry("default.api.timeout.ms", 30_000);
  }

  @Test
  void encodersBeginAtTheFirstChunk() {
    assertThat(GroupSettings.encoder()).containsEntry("share.auto.offset.reset", "earliest");
    assertThat(ClientSettings.shareConsumer(BROKER, "c", "g"))
        .containsEntry("share.acknowledgement.mode", "explicit")
        .doesNotContainKeys("auto.offset.reset", "enable.auto.commit");
  }

  private static String lines(Map<String, String> settings) {
    return settings.entrySet().stream()
        .map(e -> "  " + e.getKey() + "=" + e.getValue() + "\n")
        .collect(Collectors.joining());
  }

  private static String golden(String name) throws IOException {
    try (InputStream in = SettingsTest.class.getResourceAsStream(name)) {
      assertThat(in).as("resource %s", name).isNotNull();
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
