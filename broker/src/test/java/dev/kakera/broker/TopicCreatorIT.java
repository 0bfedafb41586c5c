package dev.kakera.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakera.schemas.ClientSettings;
import dev.kakera.schemas.ClientSettings.Role;
import dev.kakera.schemas.GroupSettings;
import dev.kakera.schemas.RecordLimits;
import dev.kakera.schemas.TopicCreator;
import dev.kakera.schemas.TopicPlan;
import dev.kakera.schemas.TopicSettings;
import dev.kakera.schemas.TopicSettings.Partitions;
import dev.kakera.schemas.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(BrokerExtension.class)
class TopicCreatorIT {

  @Test
  void createsEverythingOnceAndThenChangesNothing(EmbeddedBroker broker, Topics topics) {
    List<TopicPlan> plans = TopicSettings.plan(topics, List.of("attic"), Partitions.STANDARD);
    try (Admin admin = admin(broker)) {
      TopicCreator creator = new TopicCreator(admin, Duration.ofSeconds(60));
      assertThat(creator.ensure(plans, groups(topics)).created()).hasSize(plans.size());

      TopicCreator.Outcome again = creator.ensure(plans, groups(topics));
      assertThat(again.created()).isEmpty();
      assertThat(again.mended()).isEmpty();
    }
  }

  @Test
  void mendsWhatDiffers(EmbeddedBroker broker, Topics topics) throws Exception {
    try (Admin admin = admin(broker)) {
      TopicCreator creator = new TopicCreator(admin, Duration.ofSeconds(60));
      creator.ensure(TopicSettings.plan(topics, List.of(), new Partitions(1, 1, 1)), Map.of());
      ConfigResource stripes = new ConfigResource(ConfigResource.Type.TOPIC, topics.stripes());
      admin
          .incrementalAlterConfigs(
              Map.of(
                  stripes,
                  List.of(
                      new AlterConfigOp(
                          new ConfigEntry("retention.ms", "1000"), AlterConfigOp.OpType.SET))))
          .all()
          .get(60, TimeUnit.SECONDS);

      awaitRetention(admin, stripes, "1000");
      TopicCreator.Outcome outcome =
          creator.ensure(TopicSettings.plan(topics, List.of(), new Partitions(4, 1, 1)), Map.of());

      assertThat(outcome.mended()).containsExactlyInAnyOrder(topics.stripes(), topics.chunks());
      awaitRetention(admin, stripes, "-1");
    }
  }

  /** The broker answers a change before its own cache shows it. */
  private static void awaitRetention(Admin admin, ConfigResource topic, String wanted)
      throws Exception {
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    String got = retention(admin, topic);
    while (!got.equals(wanted) && System.nanoTime() < end) {
      got = retention(admin, topic);
    }
    assertThat(got).isEqualTo(wanted);
  }

  private static String retention(Admin admin, ConfigResource topic) throws Exception {
    return admin
        .describeConfigs(List.of(topic))
        .all()
        .get(60, TimeUnit.SECONDS)
        .get(topic)
        .get("retention.ms")
        .value();
  }

  @Test
  void namesTheTopicThatTheBrokerRefuses(EmbeddedBroker broker, Topics topics) {
    TopicPlan plan =
        new TopicPlan(topics.chunks(), 1, new java.util.TreeMap<>(Map.of("segment.bytes", "x")));
    try (Admin admin = admin(broker)) {
      TopicCreator creator = new TopicCreator(admin, Duration.ofSeconds(60));
      List<TopicPlan> plans = List.of(plan);
      assertThatThrownBy(() -> creator.ensure(plans, Map.of()))
          .isInstanceOf(TopicCreator.TopicsUnavailableException.class)
          .hasMessageContaining("topic " + topics.chunks() + ": the broker refuses");
    }
  }

  @Test
  @DisplayName(
      "a share group delivers what was sent before its first member, again after a release, and the largest chunk too")
  void shareGroupDeliversFromTheBeginning(EmbeddedBroker broker, Topics topics) throws Exception {
    try (Admin admin = admin(broker)) {
      new TopicCreator(admin, Duration.ofSeconds(60))
          .ensure(TopicSettings.plan(topics, List.of(), Partitions.STANDARD), groups(topics));
    }
    byte[] largest = new byte[RecordLimits.SPOOL_VALUE_MAX_BYTES];
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(ClientSettings.producer(broker.bootstrap(), "test", Role.SCANNER))) {
      for (int partition = 0; partition < 4; partition++) {
        producer
            .send(new ProducerRecord<>(topics.chunks(), partition, null, largest))
            .get(60, TimeUnit.SECONDS);
      }
    }
    List<Short> deliveries = new ArrayList<>();
    try (KafkaShareConsumer<byte[], byte[]> consumer =
        new KafkaShareConsumer<>(
            ClientSettings.shareConsumer(broker.bootstrap(), "test", topics.encoderGroup()))) {
      consumer.subscribe(List.of(topics.chunks()));
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
      int accepted = 0;
      while (accepted < 4 && System.nanoTime() < end) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
          assertThat(record.value()).hasSize(largest.length);
          short delivery = record.deliveryCount().orElseThrow();
          deliveries.add(delivery);
          boolean first = delivery == 1;
          consumer.acknowledge(record, first ? AcknowledgeType.RELEASE : AcknowledgeType.ACCEPT);
          accepted += first ? 0 : 1;
        }
        consumer.commitSync(Duration.ofSeconds(30));
      }
    }
    assertThat(deliveries).hasSize(8).containsOnly((short) 1, (short) 2);
  }

  private static Map<String, SortedMap<String, String>> groups(Topics topics) {
    return Map.of(
        topics.encoderGroup(),
        GroupSettings.encoder(),
        topics.storeGroup("attic"),
        GroupSettings.store());
  }

  private static Admin admin(EmbeddedBroker broker) {
    return Admin.create(ClientSettings.admin(broker.bootstrap(), "test"));
  }
}
