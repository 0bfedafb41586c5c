package dev.kakera.encoder;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakera.schemas.ClientSettings;
import dev.kakera.schemas.GroupSettings;
import dev.kakera.schemas.RecordKey;
import dev.kakera.schemas.TopicCreator;
import dev.kakera.schemas.TopicPlan;
import dev.kakera.schemas.TopicSettings;
import dev.kakera.schemas.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListShareGroupOffsetsSpec;
import org.apache.kafka.clients.admin.SharePartitionOffsetInfo;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;

/** The topics of one test on a real broker: fills the chunks, reads what comes of them. */
final class TestCluster implements AutoCloseable {
  private static final Duration DEADLINE = Duration.ofSeconds(90);
  private static final TopicSettings.Partitions PARTITIONS = new TopicSettings.Partitions(4, 2, 1);
  private static final long CHUNKS_UNKNOWN = 1_000_000;

  final Topics topics;
  final String bootstrap;
  final List<ConsumerRecord<byte[], byte[]>> read = new ArrayList<>();

  private final Admin admin;
  private final KafkaProducer<byte[], byte[]> producer;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final List<TopicPartition> inputs = new ArrayList<>();
  private final List<TopicPartition> outputs = new ArrayList<>();

  /**
   * @param prefix of the topics, used by one test only
   */
  TestCluster(String bootstrap, String prefix) {
    this.bootstrap = bootstrap;
    topics = new Topics(prefix);
    admin = Admin.create(ClientSettings.admin(bootstrap, "test"));
    Stream<String> shards = TestHome.PEER_NAMES.stream().map(topics::shards);
    List<String> read = Stream.concat(Stream.of(topics.stripes()), shards).toList();
    List<TopicPlan> plans =
        TopicSettings.plan(topics, TestHome.PEER_NAMES, PARTITIONS).stream()
            .filter(plan -> read.contains(plan.name()) || plan.name().contains(topics.chunks()))
            .toList();
    TopicCreator.Outcome unused =
        new TopicCreator(admin, DEADLINE)
            .ensure(plans, Map.of(topics.encoderGroup(), GroupSettings.encoder()));
    producer =
        new KafkaProducer<>(
            ClientSettings.producer(bootstrap, "test", ClientSettings.Role.SCANNER));
    consumer =
        new KafkaConsumer<>(
            ClientSettings.assignedConsumer(bootstrap, "test", ClientSettings.Load.BULK));
    for (TopicPlan plan : plans) {
      for (int partition = 0; partition < plan.partitions(); partition++) {
        (read.contains(plan.name()) ? outputs : inputs)
            .add(new TopicPartition(plan.name(), partition));
      }
    }
    awaitLeaders();
    consumer.assign(outputs);
    consumer.seekToBeginning(outputs);
  }

  /**
   * A new partition that is not led yet refuses a producer's first batch, and may take its second:
   * then the first is refused until its delivery time is up.
   */
  private void awaitLeaders() {
    List<TopicPartition> all = Stream.concat(inputs.stream(), outputs.stream()).toList();
    Map<TopicPartition, Long> ends = consumer.endOffsets(all, DEADLINE);
    assertThat(ends.values()).containsOnly(0L);
  }

  /** Publishes chunks and waits until the broker has them. */
  void publish(TestHome home, Map<String, byte[]> plainBySpoolId) {
    List<Future<RecordMetadata>> sends = new ArrayList<>();
    plainBySpoolId.forEach(
        (spoolId, plain) -> {
          ProducerRecord<byte[], byte[]> record =
              home.toPublish(spoolId, home.sealed(plain, TestHome.all()), sends.size() % 4);
          sends.add(
              producer.send(
                  new ProducerRecord<>(
                      topics.chunks(),
                      record.partition(),
                      null,
                      record.key(),
                      record.value(),
                      record.headers())));
        });
    sends.forEach(TestCluster::get);
  }

  /** Reads stripes and shards until enough is read; fails after a deadline. */
  void readUntil(Predicate<TestCluster> enough) {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (!enough.test(this)) {
      assertThat(System.nanoTime()).as("%d records read", read.size()).isLessThan(deadline);
      consumer.poll(Duration.ofMillis(200)).forEach(read::add);
    }
  }

  /** Reads what is there now. */
  void readToEnd() {
    Map<TopicPartition, Long> ends = consumer.endOffsets(outputs, DEADLINE);
    readUntil(
        any ->
            ends.entrySet().stream()
                .allMatch(end -> consumer.position(end.getKey()) >= end.getValue()));
  }

  List<ConsumerRecord<byte[], byte[]>> stripes() {
    return read.stream().filter(record -> record.topic().equals(topics.stripes())).toList();
  }

  List<ConsumerRecord<byte[], byte[]>> shards() {
    return read.stream().filter(record -> topics.peerOf(record.topic()).isPresent()).toList();
  }

  /** All values of each shard, by its key. */
  Map<String, List<byte[]>> shardValues() {
    Map<String, List<byte[]>> values = new TreeMap<>();
    for (ConsumerRecord<byte[], byte[]> shard : shards()) {
      values
          .computeIfAbsent(new String(shard.key(), US_ASCII), any -> new ArrayList<>())
          .add(shard.value());
    }
    return values;
  }

  /** Spool records that the group has not settled for good. */
  long unsettled() {
    Map<TopicPartition, SharePartitionOffsetInfo> offsets =
        get(
            admin
                .listShareGroupOffsets(
                    Map.of(topics.encoderGroup(), new ListShareGroupOffsetsSpec()))
                .partitionsToOffsetInfo(topics.encoderGroup()));
    return Stream.of(0, 1, 2, 3)
        .map(partition -> offsets.get(new TopicPartition(topics.chunks(), partition)))
        .mapToLong(info -> info == null ? CHUNKS_UNKNOWN : info.lag().orElse(CHUNKS_UNKNOWN))
        .sum();
  }

  static String spoolId(ConsumerRecord<byte[], byte[]> record) {
    return RecordKey.decode(record.key());
  }

  private static <T> T get(Future<T> future) {
    try {
      return future.get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new AssertionError("the broker does not do what the test needs: " + e, e);
    }
  }

  @Override
  public void close() {
    consumer.close();
    producer.close(Duration.ofSeconds(5));
    admin.close(Duration.ofSeconds(5));
  }
}
