package dev.kakera.console.inspect;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListShareGroupOffsetsSpec;
import org.apache.kafka.clients.admin.SharePartitionOffsetInfo;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/** Every group that works at our topics: the encoders, and each peer's store. */
public final class GroupList {
  private static final long CALL_SECONDS = 30;
  private static final String REQUESTS_SUFFIX = "-requests";

  private GroupList() {}

  /** The encoders first, then by peer: its shards, its requests. */
  public static List<GroupStand> of(BrokerLook look) throws InterruptedException {
    SortedMap<String, Integer> counts = look.partitionCounts();
    Map<TopicPartition, BrokerLook.Span> spans = look.spans(BrokerLook.partitions(counts));
    List<GroupStand> groups = new ArrayList<>();
    if (counts.containsKey(look.topics().chunks())) {
      groups.add(encoders(look, spans));
    }
    for (String topic : counts.keySet()) {
      String peer = look.topics().peerOf(topic).orElse("");
      if (TopicKind.of(look.topics(), topic).orElseThrow() == TopicKind.SHARDS) {
        groups.add(store(look, look.topics().storeGroup(peer), topic, spans));
        String requests = look.topics().requests(peer);
        if (counts.containsKey(requests)) {
          String group = look.topics().storeGroup(peer) + REQUESTS_SUFFIX;
          groups.add(store(look, group, requests, spans));
        }
      }
    }
    return withAges(look, groups, spans);
  }

  private static GroupStand encoders(BrokerLook look, Map<TopicPartition, BrokerLook.Span> spans)
      throws InterruptedException {
    String group = look.topics().encoderGroup();
    String topic = look.topics().chunks();
    OptionalInt members =
        known(look.admin().describeShareGroups(List.of(group)).describedGroups().get(group))
            .map(found -> OptionalInt.of(found.members().size()))
            .orElse(OptionalInt.empty());
    Map<TopicPartition, SharePartitionOffsetInfo> offsets =
        members.isEmpty()
            ? Map.of()
            : known(
                    look.admin()
                        .listShareGroupOffsets(Map.of(group, new ListShareGroupOffsetsSpec()))
                        .partitionsToOffsetInfo(group))
                .orElse(Map.of());
    SortedMap<Integer, Long> positions = new TreeMap<>();
    Map<Integer, Long> lags = new HashMap<>();
    offsets.forEach(
        (partition, info) -> {
          if (info != null && info.startOffset() >= 0 && partition.topic().equals(topic)) {
            positions.put(partition.partition(), info.startOffset());
            info.lag().ifPresent(lag -> lags.put(partition.partition(), lag));
          }
        });
    return stand(group, topic, members, positions, lags, spans);
  }

  private static GroupStand store(
      BrokerLook look, String group, String topic, Map<TopicPartition, BrokerLook.Span> spans)
      throws InterruptedException {
    OptionalInt members =
        known(look.admin().describeConsumerGroups(List.of(group)).describedGroups().get(group))
            .map(found -> OptionalInt.of(found.members().size()))
            .orElse(OptionalInt.empty());
    SortedMap<Integer, Long> positions = new TreeMap<>();
    known(
            look.admin()
                .listConsumerGroupOffsets(Map.of(group, new ListConsumerGroupOffsetsSpec()))
                .partitionsToOffsetAndMetadata(group))
        .orElse(Map.of())
        .forEach(
            (partition, offset) -> {
              if (offset != null && partition.topic().equals(topic)) {
                positions.put(partition.partition(), offset.offset());
              }
            });
    return stand(group, topic, members, positions, null, spans);
  }

  /**
   * @param lags of a share group, by partition: it takes records out of order, so that its position
   *     alone does not tell how many wait; null for an ordinary one
   */
  private static GroupStand stand(
      String group,
      String topic,
      OptionalInt members,
      SortedMap<Integer, Long> positions,
      Map<Integer, Long> lags,
      Map<TopicPartition, BrokerLook.Span> spans) {
    long waiting = 0;
    for (Map.Entry<TopicPartition, BrokerLook.Span> each : spans.entrySet()) {
      int partition = each.getKey().partition();
      if (each.getKey().topic().equals(topic)) {
        long behind = rest(each.getValue(), positions.get(partition)).count();
        waiting += lags == null ? behind : Math.min(behind, lags.getOrDefault(partition, behind));
      }
    }
    return new GroupStand(
        group, topic, lags != null, members, positions, waiting, OptionalLong.empty());
  }

  /** What a group still has before it; all of it without a position. */
  static BrokerLook.Span rest(BrokerLook.Span there, Long position) {
    long begin = position == null ? there.begin() : Math.max(there.begin(), position);
    return new BrokerLook.Span(Math.min(begin, there.end()), there.end());
  }

  private static List<GroupStand> withAges(
      BrokerLook look, List<GroupStand> groups, Map<TopicPartition, BrokerLook.Span> spans) {
    Map<TopicPartition, BrokerLook.Span> firsts = new HashMap<>();
    for (GroupStand group : groups) {
      spans.forEach(
          (partition, there) -> {
            BrokerLook.Span rest = rest(there, group.positions().get(partition.partition()));
            if (partition.topic().equals(group.topic())
                && group.waiting() > 0
                && rest.count() > 0) {
              firsts.put(partition, new BrokerLook.Span(rest.begin(), rest.begin() + 1));
            }
          });
    }
    Map<String, Long> oldest = new HashMap<>();
    if (!firsts.isEmpty()) {
      try (TopicReader reader = new TopicReader(look.bootstrap())) {
        reader.read(firsts, read -> oldest.merge(read.topic(), read.timestamp(), Math::min));
      }
    }
    return groups.stream()
        .map(
            group ->
                new GroupStand(
                    group.group(),
                    group.topic(),
                    group.shared(),
                    group.members(),
                    group.positions(),
                    group.waiting(),
                    group.waiting() > 0 && oldest.containsKey(group.topic())
                        ? OptionalLong.of(oldest.get(group.topic()))
                        : OptionalLong.empty()))
        .toList();
  }

  /** Empty for a group that nobody ever joined. */
  private static <T> Optional<T> known(KafkaFuture<T> answer) throws InterruptedException {
    try {
      return Optional.of(answer.get(CALL_SECONDS, TimeUnit.SECONDS));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof GroupIdNotFoundException) {
        return Optional.empty();
      }
      throw new KafkaException("a group could not be read: " + e.getCause().getMessage(), e);
    } catch (TimeoutException e) {
      throw new KafkaException("a group could not be read within 30 s", e);
    }
  }
}
