package dev.kakera.console.role;

import dev.kakera.schemas.ClientSettings;
import dev.kakera.schemas.GroupSettings;
import dev.kakera.schemas.TopicCreator;
import dev.kakera.schemas.TopicSettings;
import dev.kakera.schemas.Topics;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.apache.kafka.clients.admin.Admin;

/** Makes sure of every topic and group setting, before anybody reads or joins. */
public final class RoleTopics {
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  private RoleTopics() {}

  public static TopicCreator.Outcome ensure(String bootstrap, Topics topics, List<String> peers) {
    Map<String, SortedMap<String, String>> groups = new HashMap<>();
    groups.put(topics.encoderGroup(), GroupSettings.encoder());
    peers.forEach(peer -> groups.put(topics.storeGroup(peer), GroupSettings.store()));
    try (Admin admin = Admin.create(ClientSettings.admin(bootstrap, "kakera-topics"))) {
      return new TopicCreator(admin, DEADLINE)
          .ensure(TopicSettings.plan(topics, peers, TopicSettings.Partitions.STANDARD), groups);
    }
  }
}
