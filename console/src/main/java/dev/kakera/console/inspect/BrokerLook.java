package dev.kakera.console.inspect;

import dev.kakera.console.failure.CommandFailure;
import dev.kakera.console.failure.MessageId;
import dev.kakera.schemas.ClientSettings;
import dev.kakera.schemas.Topics;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Asks a broker what there is. Confined to one thread. */
public final class BrokerLook implements AutoCloseable {
  private static final long CALL_SECONDS = 30;

  private final String bootstrap;
  private final Topics topics;
  private final Admin admin;

  public BrokerLook(String bootstrap, Topics topics) {
    this.bootstrap = bootstrap;
    this.topics = topics;
    this.admin = Admin.create(ClientSettings.admin(bootstrap, "kakera-look"));
  }

  public String bootstrap() {
    return bootstrap;
  }

  public Topics topics() {
    return topics;
  }

  Admin admin() {
    return admin;
  }

  /** The partitions that there are, of one topic. */
  record Span(long begin, long end) {
    long count() {
      return Math.max(0, end - begin);
    }
  }

  /** How many partitions each of our topics has, by name. */
  public SortedMap<String, Integer> partitionCounts() throws InterruptedException {
    List<String> names =
        await("topics", admin.listTopics().names()).stream()
            .filter(name -> TopicKind.of(topics, name).isPresent())
            .toList();
    SortedMap<String, Integer> counts = new TreeMap<>();
    for (TopicDescription topic :
        await("topics", admin.describeTopics(names).allTopicNames()).values()) {
      counts.put(topic.name(), topic.partitions().size());
    }
    return counts;
  }

  /**
   * The partitions of one topic.
   *
   * @throws CommandFailure if the broker has no such topic
   */
  public List<TopicPartition> partitions(String topic) throws InterruptedException {
    try {
      TopicDescription found =
          admin
              .describeTopics(List.of(topic))
              .allTopicNames()
              .get(CALL_SECONDS, TimeUnit.SECONDS)
              .get(topic);
      return found.partitions().stream()
          .map(partition -> new TopicPartition(topic, partition.partition()))
          .toList();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        throw new CommandFailure(
            MessageId.TOPIC_UNKNOWN,
            "the broker at %s has no topic %s. See what it has: kakera topics list"
                .formatted(bootstrap, topic),
            e);
      }
      throw failed("topic " + topic, e.getCause());
    } catch (TimeoutException e) {
      throw failed("topic " + topic, e);
    }
  }

  /** What is in each partition now. */
  Map<TopicPartition, Span> spans(Collection<TopicPartition> partitions)
      throws InterruptedException {
    Map<TopicPartition, Long> begin = offsets(partitions, OffsetSpec.earliest());
    Map<TopicPartition, Long> end = offsets(partitions, OffsetSpec.latest());
    Map<TopicPartition, Span> spans = new HashMap<>();
    begin.forEach((partition, from) -> spans.put(partition, new Span(from, end.get(partition))));
    return spans;
  }

  /** All partitions of our topics. */
  static List<TopicPartition> partitions(Map<String, Integer> counts) {
    List<TopicPartition> partitions = new ArrayList<>();
    counts.forEach(
        (topic, count) -> {
          for (int partition = 0; partition < count; partition++) {
            partitions.add(new TopicPartition(topic, partition));
          }
        });
    return partitions;
  }

  private Map<TopicPartition, Long> offsets(Collection<TopicPartition> partitions, OffsetSpec spec)
      throws InterruptedException {
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    partitions.forEach(partition -> wanted.put(partition, spec));
    Map<TopicPartition, Long> offsets = new HashMap<>();
    await("offsets", admin.listOffsets(wanted).all())
        .forEach((partition, found) -> offsets.put(partition, found.offset()));
    return offsets;
  }

  <T> T await(String what, KafkaFuture<T> answer) throws InterruptedException {
    try {
      return answer.get(CALL_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw failed(what, e.getCause());
    } catch (TimeoutException e) {
      throw failed(what, e);
    }
  }

  private KafkaException failed(String what, Throwable cause) {
    return new KafkaException(
        "%s at %s could not be read: %s"
            .formatted(
                what,
                bootstrap,
                cause.getMessage() == null ? cause.toString() : cause.getMessage()),
        cause);
  }

  @Override
  public void close() {
    admin.close();
  }
}
