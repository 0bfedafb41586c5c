package dev.kakera.console.inspect;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;

/** Every topic of ours. */
public final class TopicList {
  private TopicList() {}

  /** By name. */
  public static List<TopicFacts> of(BrokerLook look) throws InterruptedException {
    SortedMap<String, Integer> counts = look.partitionCounts();
    Map<TopicPartition, BrokerLook.Span> spans = look.spans(BrokerLook.partitions(counts));
    Map<String, Long> bytes = bytes(look);
    Map<String, TopicFacts.Kept> kept = kept(look, counts.keySet());
    List<TopicFacts> topics = new ArrayList<>();
    for (Map.Entry<String, Integer> topic : counts.entrySet()) {
      String name = topic.getKey();
      TopicKind kind = TopicKind.of(look.topics(), name).orElseThrow();
      long records =
          spans.entrySet().stream()
              .filter(span -> span.getKey().topic().equals(name))
              .mapToLong(span -> span.getValue().count())
              .sum();
      topics.add(
          new TopicFacts(
              name,
              kind,
              topic.getValue(),
              records,
              bytes.containsKey(name) ? OptionalLong.of(bytes.get(name)) : OptionalLong.empty(),
              kept.get(name),
              kind.words(look.topics(), name)));
    }
    return topics;
  }

  /** Empty where the broker does not tell: an older one, or one that does not allow it. */
  private static Map<String, Long> bytes(BrokerLook look) throws InterruptedException {
    Map<String, Long> bytes = new HashMap<>();
    try {
      List<Integer> brokers =
          look.await("brokers", look.admin().describeCluster().nodes()).stream()
              .map(Node::id)
              .toList();
      for (Map<String, LogDirDescription> folders :
          look.await("sizes", look.admin().describeLogDirs(brokers).allDescriptions()).values()) {
        for (LogDirDescription folder : folders.values()) {
          folder
              .replicaInfos()
              .forEach(
                  (partition, replica) ->
                      bytes.merge(partition.topic(), replica.size(), Long::sum));
        }
      }
    } catch (KafkaException e) {
      return Map.of();
    }
    return bytes;
  }

  private static Map<String, TopicFacts.Kept> kept(BrokerLook look, Collection<String> names)
      throws InterruptedException {
    List<ConfigResource> resources =
        names.stream().map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name)).toList();
    Map<String, TopicFacts.Kept> kept = new HashMap<>();
    for (Map.Entry<ConfigResource, Config> each :
        look.await("settings", look.admin().describeConfigs(resources).all()).entrySet()) {
      Config config = each.getValue();
      kept.put(
          each.getKey().name(),
          new TopicFacts.Kept(
              text(config, TopicConfig.CLEANUP_POLICY_CONFIG, "delete").contains("compact"),
              Long.parseLong(text(config, TopicConfig.RETENTION_MS_CONFIG, "-1")),
              Long.parseLong(text(config, TopicConfig.RETENTION_BYTES_CONFIG, "-1"))));
    }
    return kept;
  }

  private static String text(Config config, String name, String otherwise) {
    ConfigEntry entry = config.get(name);
    return entry == null || entry.value() == null ? otherwise : entry.value();
  }
}
