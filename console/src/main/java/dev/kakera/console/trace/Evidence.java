package dev.kakera.console.trace;

import dev.kakera.console.inspect.GroupStand;
import dev.kakera.console.inspect.ParkedRecord;
import dev.kakera.console.inspect.SeenRecord;
import dev.kakera.schemas.Topics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What was seen in the broker.
 *
 * @param there the topics that the broker has
 * @param records by subject: the locator of a shard, the first 16 digits of a chunk's id, the name
 *     of a peer
 * @param parked what is parked, by the same
 * @param groups where each stands
 */
public record Evidence(
    Topics topics,
    Set<String> there,
    Map<String, List<SeenRecord>> records,
    Map<String, ParkedRecord> parked,
    List<GroupStand> groups) {
  static final int CHUNK_DIGITS = 16;

  public Evidence {
    there = Set.copyOf(there);
  }

  /** Those of some topics that the broker does not have. */
  List<String> missing(String... wanted) {
    return List.of(wanted).stream().filter(topic -> !there.contains(topic)).toList();
  }

  /** What is in a topic about a subject, in the order in which it came. */
  List<SeenRecord> in(String topic, String subject) {
    return records.getOrDefault(subject, List.of()).stream()
        .filter(seen -> seen.place().topic().equals(topic))
        .toList();
  }

  Optional<GroupStand> group(String group, String topic) {
    return groups.stream()
        .filter(stand -> stand.group().equals(group) && stand.topic().equals(topic))
        .findFirst();
  }

  /** What a record is about: a key is {@code session-chunk}, {@code locator/index} or a name. */
  static String subject(String key) {
    int slash = key.indexOf('/');
    String name = slash < 0 ? key : key.substring(0, slash);
    return name.matches("[0-9]+-[0-9a-f]{16}") ? name.substring(name.indexOf('-') + 1) : name;
  }
}
