package dev.kakera.console.role;

import dev.kakera.schemas.ClientSettings;
import dev.kakera.schemas.GroupSettings;
import dev.kakera.schemas.TopicPlan;
import dev.kakera.schemas.TopicSettings;
import dev.kakera.schemas.Topics;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;

/** Makes the topics that are missing, and tells the broker how the groups behave, before anybody joins one. */
public final class RoleTopics {
  private static final long DEADLINE_SECONDS = 60;
  private static final short REPLICAS = 1;

  private RoleTopics() {}

  /** Does nothing to topics that are there. */
  public static void create(String bootstrap, Topics topics, List<String> peers)
      throws InterruptedException {
    try (Admin admin = Admin.create(ClientSettings.admin(bootstrap, "kakera-topics"))) {
      Set<String> there = get(admin.listTopics().names());
      List<NewTopic> missing = new ArrayList<>();
      for (TopicPlan plan :
          TopicSettings.plan(topics, peers, TopicSettings.Partitions.STANDARD)) {
        if (!there.contains(plan.name())) {
          missing.add(
              new NewTopic(plan.name(), plan.partitions(), REPLICAS).configs(plan.config()));
        }
      }
      if (missing.isEmpty()) {
        return; // the groups were told when the topics were made
      }
      configureGroups(admin, topics, peers);
      createAll(admin, missing);
    }
  }

  private static void configureGroups(Admin admin, Topics topics, List<String> peers)
      throws InterruptedException {
    Map<ConfigResource, Collection<AlterConfigOp>> changes = new HashMap<>();
    changes.put(group(topics.encoderGroup()), set(GroupSettings.encoder()));
    for (String peer : peers) {
      changes.put(group(topics.storeGroup(peer)), set(GroupSettings.store()));
    }
    get(admin.incrementalAlterConfigs(changes).all());
  }

  private static void createAll(Admin admin, List<NewTopic> missing) throws InterruptedException {
    for (Map.Entry<String, KafkaFuture<Void>> created :
        admin.createTopics(missing).values().entrySet()) {
      try {
        get(created.getValue());
      } catch (TopicExistsException e) {
        // Another role was quicker.
        continue;
      }
    }
  }

  private static ConfigResource group(String name) {
    return new ConfigResource(ConfigResource.Type.GROUP, name);
  }

  private static List<AlterConfigOp> set(SortedMap<String, String> settings) {
    List<AlterConfigOp> changes = new ArrayList<>();
    settings.forEach(
        (name, value) ->
            changes.add(
                new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET)));
    return changes;
  }

  private static <T> T get(KafkaFuture<T> future) throws InterruptedException {
    try {
      return future.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new KafkaException("the topics cannot be made: " + e.getCause().getMessage(), e);
    } catch (TimeoutException e) {
      throw new KafkaException(
          "the broker did not make the topics within %d s".formatted(DEADLINE_SECONDS), e);
    }
  }
}
