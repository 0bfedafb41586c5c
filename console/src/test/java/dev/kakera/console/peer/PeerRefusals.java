package dev.kakera.console.peer;

import dev.kakera.schemas.ClientSettings;
import dev.kakera.schemas.PeerRights;
import dev.kakera.schemas.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.apache.kafka.common.quota.ClientQuotaFilter;

/** Everything a peer may try that is not its right, by name. */
final class PeerRefusals {
  private static final long SECONDS = 60;

  private final String bootstrap;
  private final Map<String, Object> tls;
  private final Topics topics;
  private final String self;
  private final String other;
  private final Map<String, Attempt> attempts = new LinkedHashMap<>();

  /** Something that is refused with an exception, or allowed. */
  @FunctionalInterface
  interface Attempt {
    void run() throws Exception;
  }

  PeerRefusals(
      String bootstrap, Map<String, Object> tls, Topics topics, String self, String other) {
    this.bootstrap = bootstrap;
    this.tls = tls;
    this.topics = topics;
    this.self = self;
    this.other = other;
  }

  /**
   * All attempts.
   *
   * @param all every topic there is
   */
  Map<String, Attempt> of(Set<String> all, Admin admin) {
    Set<String> readable = Set.of(topics.shards(self), topics.requests(self));
    Set<String> writable = Set.of(topics.receipts(self), topics.replies(self), topics.peers());
    for (String topic : all) {
      if (!readable.contains(topic)) {
        attempts.put("read " + topic, () -> read(topic));
      }
      if (!writable.contains(topic)) {
        attempts.put("write " + topic, () -> write(topic, Map.of()));
      }
      if (!readable.contains(topic) && !writable.contains(topic)) {
        TopicPartition partition = new TopicPartition(topic, 0);
        attempt(
            "ends of " + topic,
            () -> admin.listOffsets(Map.of(partition, OffsetSpec.latest())).all());
        attempt(
            "description of " + topic, () -> admin.describeTopics(List.of(topic)).allTopicNames());
      }
      topicCalls(topic, admin);
    }
    for (String group :
        List.of(topics.storeGroup(other), PeerRights.requestsGroup(topics, other), "anything")) {
      groupCalls(group, admin);
    }
    attempts.put("share group " + topics.encoderGroup(), this::joinEncoders);
    attempts.put(
        "transaction",
        () -> write(topics.receipts(self), Map.of(ProducerConfig.TRANSACTIONAL_ID_CONFIG, "t")));
    clusterCalls(admin);
    return attempts;
  }

  private interface Call {
    KafkaFuture<?> begin();
  }

  private void attempt(String name, Call call) {
    attempts.put(name, () -> call.begin().get(SECONDS, TimeUnit.SECONDS));
  }

  private void topicCalls(String topic, Admin admin) {
    ConfigResource config = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    AlterConfigOp change =
        new AlterConfigOp(
            new ConfigEntry(TopicConfig.RETENTION_MS_CONFIG, "1"), AlterConfigOp.OpType.SET);
    TopicPartition partition = new TopicPartition(topic, 0);
    attempt("delete " + topic, () -> admin.deleteTopics(List.of(topic)).all());
    attempt(
        "partitions of " + topic,
        () -> admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(9))).all());
    attempt(
        "trim " + topic,
        () -> admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(0))).all());
    attempt(
        "settings of " + topic,
        () -> admin.incrementalAlterConfigs(Map.of(config, List.of(change))).all());
    attempt("look at settings of " + topic, () -> admin.describeConfigs(List.of(config)).all());
  }

  private void groupCalls(String group, Admin admin) {
    TopicPartition partition = new TopicPartition(topics.shards(self), 0);
    attempts.put("join " + group, () -> join(group));
    attempt("look at " + group, () -> admin.describeConsumerGroups(List.of(group)).all());
    attempt(
        "offsets of " + group,
        () -> admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
    attempt(
        "change offsets of " + group,
        () ->
            admin
                .alterConsumerGroupOffsets(group, Map.of(partition, new OffsetAndMetadata(0)))
                .all());
    attempt("delete " + group, () -> admin.deleteConsumerGroups(List.of(group)).all());
  }

  private void clusterCalls(Admin admin) {
    ConfigResource broker = new ConfigResource(ConfigResource.Type.BROKER, "1");
    TopicPartition own = new TopicPartition(topics.shards(self), 0);
    attempt(
        "make a topic",
        () -> admin.createTopics(List.of(new NewTopic("made", 1, (short) 1))).all());
    attempt("give rights", () -> admin.createAcls(PeerRights.of(topics, other)).all());
    attempt("look at rights", () -> admin.describeAcls(AclBindingFilter.ANY).values());
    attempt("take rights", () -> admin.deleteAcls(List.of(AclBindingFilter.ANY)).all());
    attempt("look at the broker's settings", () -> admin.describeConfigs(List.of(broker)).all());
    attempt(
        "the broker's settings",
        () ->
            admin
                .incrementalAlterConfigs(
                    Map.of(
                        broker,
                        List.of(
                            new AlterConfigOp(
                                new ConfigEntry("log.cleaner.threads", "1"),
                                AlterConfigOp.OpType.SET))))
                .all());
    attempt(
        "quotas",
        () ->
            admin
                .alterClientQuotas(
                    List.of(
                        new ClientQuotaAlteration(
                            new ClientQuotaEntity(Map.of(ClientQuotaEntity.CLIENT_ID, "c")),
                            List.of(new ClientQuotaAlteration.Op("consumer_byte_rate", 1.0)))))
                .all());
    attempt("look at quotas", () -> admin.describeClientQuotas(ClientQuotaFilter.all()).entities());
    attempt("look at the quorum", () -> admin.describeMetadataQuorum().quorumInfo());
    attempt("look at the disks", () -> admin.describeLogDirs(List.of(1)).allDescriptions());
    attempt("elect", () -> admin.electLeaders(ElectionType.PREFERRED, Set.of(own)).all());
    attempt(
        "move",
        () ->
            admin
                .alterPartitionReassignments(
                    Map.of(own, Optional.of(new NewPartitionReassignment(List.of(1)))))
                .all());
    attempt("look at moves", () -> admin.listPartitionReassignments().reassignments());
    attempt("take the broker away", () -> admin.unregisterBroker(1).all());
    attempt("look at passwords", () -> admin.describeUserScramCredentials().all());
  }

  private Map<String, Object> with(Map<String, Object> settings) {
    Map<String, Object> all = new HashMap<>(settings);
    all.putAll(tls);
    return all;
  }

  private void read(String topic) {
    TopicPartition partition = new TopicPartition(topic, 0);
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            with(
                ClientSettings.assignedConsumer(
                    bootstrap, "refusals", ClientSettings.Load.CONTROL)))) {
      consumer.assign(List.of(partition));
      consumer.seek(partition, 0);
      poll(consumer);
    }
  }

  private void join(String group) {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            with(
                ClientSettings.consumer(
                    bootstrap, "refusals", group, ClientSettings.Load.CONTROL)))) {
      consumer.subscribe(List.of(topics.shards(self)));
      poll(consumer);
    }
  }

  /** Refused within the time, or allowed. */
  private static void poll(KafkaConsumer<byte[], byte[]> consumer) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS / 2);
    while (System.nanoTime() < end) {
      if (!consumer.poll(Duration.ofMillis(200)).isEmpty()) {
        return;
      }
    }
  }

  private void joinEncoders() {
    try (KafkaShareConsumer<byte[], byte[]> consumer =
        new KafkaShareConsumer<>(
            with(ClientSettings.shareConsumer(bootstrap, "refusals", topics.encoderGroup())))) {
      consumer.subscribe(List.of(topics.chunks()));
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS / 2);
      while (System.nanoTime() < end) {
        consumer.poll(Duration.ofMillis(200));
      }
    }
  }

  private void write(String topic, Map<String, Object> more) throws Exception {
    Map<String, Object> settings =
        with(ClientSettings.producer(bootstrap, "refusals", ClientSettings.Role.CONTROL));
    settings.putAll(more);
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(settings)) {
      if (!more.isEmpty()) {
        producer.initTransactions();
      }
      producer
          .send(new ProducerRecord<>(topic, 0, new byte[] {1}, new byte[] {2}))
          .get(SECONDS, TimeUnit.SECONDS);
    }
  }
}
