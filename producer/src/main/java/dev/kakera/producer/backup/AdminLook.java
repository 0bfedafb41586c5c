package dev.kakera.producer.backup;

import dev.kakera.schemas.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListShareGroupOffsetsSpec;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.SharePartitionOffsetInfo;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** {@link BrokerLook} through Kafka's admin client. */
final class AdminLook implements BrokerLook {
  static final long CALL_SECONDS = 60;

  private final Admin admin;
  private final Topics topics;

  AdminLook(Admin admin, Topics topics) {
    this.admin = admin;
    this.topics = topics;
  }

  @Override
  public boolean chunksConsumed()
      throws ExecutionException, InterruptedException, TimeoutException {
    Map<TopicPartition, Long> ends = ends(topics.chunks());
    Map<TopicPartition, Long> firsts = offsets(topics.chunks(), OffsetSpec.earliest());
    Map<TopicPartition, SharePartitionOffsetInfo> starts =
        admin
            .listShareGroupOffsets(
                Map.of(
                    topics.encoderGroup(),
                    new ListShareGroupOffsetsSpec().topicPartitions(ends.keySet())))
            .partitionsToOffsetInfo(topics.encoderGroup())
            .get(CALL_SECONDS, TimeUnit.SECONDS);
    return ends.entrySet().stream()
        .allMatch(
            end -> isConsumed(end.getValue(), firsts.get(end.getKey()), starts.get(end.getKey())));
  }

  /**
   * Whether nothing of a partition is left for an encoder. The group's start offset does not tell
   * alone: it moves past settled records only when a later one is delivered, which may never come;
   * the lag counts what is settled behind it.
   */
  static boolean isConsumed(long end, long first, @Nullable SharePartitionOffsetInfo group) {
    if (first >= end) {
      return true;
    }
    return group != null && (group.startOffset() >= end || group.lag().orElse(-1L) == 0);
  }

  @Override
  public void trimChunks() throws ExecutionException, InterruptedException, TimeoutException {
    Map<TopicPartition, RecordsToDelete> deletions = new HashMap<>();
    ends(topics.chunks())
        .forEach(
            (partition, end) -> {
              if (end > 0) {
                deletions.put(partition, RecordsToDelete.beforeOffset(end));
              }
            });
    if (!deletions.isEmpty()) {
      admin.deleteRecords(deletions).all().get(CALL_SECONDS, TimeUnit.SECONDS);
    }
  }

  @Override
  public boolean isBehind(String peer)
      throws ExecutionException, InterruptedException, TimeoutException {
    String group = topics.storeGroup(peer);
    Map<TopicPartition, OffsetAndMetadata> committed =
        admin
            .listConsumerGroupOffsets(Map.of(group, new ListConsumerGroupOffsetsSpec()))
            .partitionsToOffsetAndMetadata(group)
            .get(CALL_SECONDS, TimeUnit.SECONDS);
    return ends(topics.shards(peer)).entrySet().stream()
        .anyMatch(
            end -> {
              OffsetAndMetadata offset = committed.get(end.getKey());
              return end.getValue() > (offset == null ? 0 : offset.offset());
            });
  }

  @Override
  public Map<TopicPartition, Long> ends(String topic)
      throws ExecutionException, InterruptedException, TimeoutException {
    return offsets(topic, OffsetSpec.latest());
  }

  private Map<TopicPartition, Long> offsets(String topic, OffsetSpec which)
      throws ExecutionException, InterruptedException, TimeoutException {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    admin
        .describeTopics(List.of(topic))
        .allTopicNames()
        .get(CALL_SECONDS, TimeUnit.SECONDS)
        .get(topic)
        .partitions()
        .forEach(info -> asked.put(new TopicPartition(topic, info.partition()), which));
    Map<TopicPartition, Long> offsets = new HashMap<>();
    admin
        .listOffsets(asked)
        .all()
        .get(CALL_SECONDS, TimeUnit.SECONDS)
        .forEach((partition, info) -> offsets.put(partition, info.offset()));
    return offsets;
  }
}
