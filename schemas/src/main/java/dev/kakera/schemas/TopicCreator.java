package dev.kakera.schemas;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicExistsException;

/**
 * Brings topics and group settings at the broker to what is planned: makes what is missing, mends
 * what differs, leaves the rest.
 *
 * <p>Calling it again changes nothing, so every role may call it at its start. Partitions are
 * added, never taken away. All topics go in one request, and everything together ends before the
 * deadline.
 */
public final class TopicCreator {

  private static final long LEADER_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final Admin admin;
  private final Duration deadline;

  /**
   * @param admin stays the caller's to close
   * @param deadline for one call of {@link #ensure}
   */
  public TopicCreator(Admin admin, Duration deadline) {
    this.admin = admin;
    this.deadline = deadline;
  }

  /**
   * What was done.
   *
   * @param created topics that were missing
   * @param mended topics that were there with other settings or fewer partitions
   */
  public record Outcome(Set<String> created, Set<String> mended) {

    public Outcome {
      created = Set.copyOf(created);
      mended = Set.copyOf(mended);
    }
  }

  /** The broker did not take the topics, or not in time. */
  public static final class TopicsUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    TopicsUnavailableException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * Makes every planned topic and every group's settings so.
   *
   * @param plans topics, each name once
   * @param groups settings by group id
   * @throws TopicsUnavailableException naming the topic or group, if the broker refuses or the
   *     deadline passes
   */
  public Outcome ensure(List<TopicPlan> plans, Map<String, SortedMap<String, String>> groups) {
    long end = System.nanoTime() + deadline.toNanos();
    Map<ConfigResource, Collection<AlterConfigOp>> alterations = new HashMap<>();
    groups.forEach(
        (group, settings) ->
            alterations.put(
                new ConfigResource(ConfigResource.Type.GROUP, group), operations(settings)));

    Map<String, TopicPlan> existing = new HashMap<>();
    Set<String> created = new HashSet<>();
    Map<String, KafkaFuture<Void>> creations = admin.createTopics(newTopics(plans)).values();
    for (TopicPlan plan : plans) {
      try {
        await("topic " + plan.name(), creations.get(plan.name()), end);
        created.add(plan.name());
      } catch (TopicsUnavailableException e) {
        if (!(e.getCause() instanceof TopicExistsException)) {
          throw e;
        }
        existing.put(plan.name(), plan);
      }
    }
    Set<String> mended = addPartitions(existing, end);
    Map<ConfigResource, Collection<AlterConfigOp>> differences = differences(existing, end);
    differences.keySet().forEach(resource -> mended.add(resource.name()));
    alterations.putAll(differences);
    admin
        .incrementalAlterConfigs(alterations)
        .values()
        .forEach((resource, future) -> await("settings of " + resource.name(), future, end));
    awaitLeaders(plans, created, mended, end);
    return new Outcome(created, mended);
  }

  /**
   * Only a partition that has its leader tells its end. Without this wait, a producer's first batch
   * may be refused and its second taken, and an idempotent producer then gives up on the first.
   */
  private void awaitLeaders(
      List<TopicPlan> plans, Set<String> created, Set<String> mended, long end) {
    Map<TopicPartition, OffsetSpec> partitions = new HashMap<>();
    for (TopicPlan plan : plans) {
      if (created.contains(plan.name()) || mended.contains(plan.name())) {
        for (int partition = 0; partition < plan.partitions(); partition++) {
          partitions.put(new TopicPartition(plan.name(), partition), OffsetSpec.latest());
        }
      }
    }
    while (!partitions.isEmpty()) {
      ListOffsetsResult ends = admin.listOffsets(partitions);
      partitions
          .keySet()
          .removeIf(
              partition ->
                  hasLeader("leader of " + partition, ends.partitionResult(partition), end));
      if (!partitions.isEmpty()) {
        LockSupport.parkNanos(LEADER_LOOK_NANOS);
      }
    }
  }

  /** False while it does not have one yet; a new topic is not known everywhere at once. */
  private boolean hasLeader(String what, KafkaFuture<?> future, long end) {
    try {
      await(what, future, end);
      return true;
    } catch (TopicsUnavailableException e) {
      if (!(e.getCause() instanceof RetriableException) || System.nanoTime() - end >= 0) {
        throw e;
      }
      return false;
    }
  }

  private Set<String> addPartitions(Map<String, TopicPlan> existing, long end) {
    Map<String, NewPartitions> more = new HashMap<>();
    for (Map.Entry<String, KafkaFuture<TopicDescription>> topic :
        admin.describeTopics(existing.keySet()).topicNameValues().entrySet()) {
      int planned = existing.get(topic.getKey()).partitions();
      int there = await("topic " + topic.getKey(), topic.getValue(), end).partitions().size();
      if (there < planned) {
        more.put(topic.getKey(), NewPartitions.increaseTo(planned));
      }
    }
    if (!more.isEmpty()) {
      admin
          .createPartitions(more)
          .values()
          .forEach((name, future) -> await("partitions of " + name, future, end));
    }
    return new HashSet<>(more.keySet());
  }

  private Map<ConfigResource, Collection<AlterConfigOp>> differences(
      Map<String, TopicPlan> existing, long end) {
    List<ConfigResource> resources =
        existing.keySet().stream()
            .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
            .toList();
    Map<ConfigResource, Collection<AlterConfigOp>> differences = new HashMap<>();
    admin
        .describeConfigs(resources)
        .values()
        .forEach(
            (resource, future) -> {
              Config there = await("settings of " + resource.name(), future, end);
              Map<String, String> wrong = new HashMap<>(existing.get(resource.name()).config());
              for (ConfigEntry entry : there.entries()) {
                if (entry.value() != null) {
                  wrong.remove(entry.name(), entry.value());
                }
              }
              if (!wrong.isEmpty()) {
                differences.put(resource, operations(wrong));
              }
            });
    return differences;
  }

  private static List<NewTopic> newTopics(List<TopicPlan> plans) {
    List<NewTopic> topics = new ArrayList<>();
    for (TopicPlan plan : plans) {
      topics.add(
          new NewTopic(plan.name(), Optional.of(plan.partitions()), Optional.empty())
              .configs(plan.config()));
    }
    return topics;
  }

  private static List<AlterConfigOp> operations(Map<String, String> settings) {
    return settings.entrySet().stream()
        .map(
            setting ->
                new AlterConfigOp(
                    new ConfigEntry(setting.getKey(), setting.getValue()),
                    AlterConfigOp.OpType.SET))
        .toList();
  }

  private <T> T await(String what, KafkaFuture<T> future, long end) {
    try {
      return future.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw new TopicsUnavailableException(
          what + ": the broker refuses: " + e.getCause().getMessage(), e.getCause());
    } catch (TimeoutException e) {
      throw new TopicsUnavailableException(
          what + ": the broker did not answer within " + deadline.toSeconds() + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TopicsUnavailableException(what + ": interrupted while waiting for the broker", e);
    }
  }
}
